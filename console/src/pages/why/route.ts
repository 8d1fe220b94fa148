import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

/** `/why?person=…&ruleset=…` */
export const whyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/why',
  component: lazyRouteComponent(() => import('./why-page.tsx'), 'WhyPage'),
})
