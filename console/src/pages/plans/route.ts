import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

const list = page(rootRoute, '/plans', 'PlansPage', () => import('./plans-page.tsx'))
const plan = page(rootRoute, '/plans/$plan', 'PlanPage', () => import('./plan-page.tsx'))

/** Plans: the list, and one of them. */
export const planRoutes = [list, plan] as const
