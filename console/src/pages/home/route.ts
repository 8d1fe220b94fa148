import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const homeRoute = page(rootRoute, '/', 'HomePage', () => import('./home-page.tsx'))
