import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

const frame = createRoute({
  getParentRoute: () => rootRoute,
  path: '/services/$service',
  component: lazyRouteComponent(() => import('./service-page.tsx'), 'ServicePage'),
})
const details = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./details.tsx'), 'Details'),
})
const admins = createRoute({
  getParentRoute: () => frame,
  path: 'admins',
  component: lazyRouteComponent(() => import('./admins.tsx'), 'Admins'),
})
const permissions = createRoute({
  getParentRoute: () => frame,
  path: 'permissions',
  component: lazyRouteComponent(() => import('./permissions.tsx'), 'Permissions'),
})
const tokens = createRoute({
  getParentRoute: () => frame,
  path: 'tokens',
  component: lazyRouteComponent(() => import('./tokens.tsx'), 'Tokens'),
})
const logs = createRoute({
  getParentRoute: () => frame,
  path: 'logs',
  component: lazyRouteComponent(() => import('./logs.tsx'), 'Logs'),
})

export const serviceRoute = frame.addChildren([details, admins, permissions, tokens, logs])
