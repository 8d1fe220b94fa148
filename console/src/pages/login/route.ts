import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

/** `/login?name=…&challenge=…`, which `muster login` opens. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage'),
})
