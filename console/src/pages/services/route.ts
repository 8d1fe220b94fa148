import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const servicesRoute = page(
  rootRoute,
  '/services',
  'ServicesPage',
  () => import('./services-page.tsx'),
)
