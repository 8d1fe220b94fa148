import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans',
  component: lazyRouteComponent(() => import('./plans-page.tsx'), 'PlansPage'),
})
const plan = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$plan',
  component: lazyRouteComponent(() => import('./plan-page.tsx'), 'PlanPage'),
})

/** Plans: the list, and one of them. */
export const planRoutes = [list, plan] as const
