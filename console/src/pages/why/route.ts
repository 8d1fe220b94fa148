import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

/** `/why?person=…&ruleset=…` */
export const whyRoute = page(rootRoute, '/why', 'WhyPage', () => import('./why-page.tsx'))
