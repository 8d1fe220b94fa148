import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

export const servicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/services',
  component: lazyRouteComponent(() => import('./services-page.tsx'), 'ServicesPage'),
})
