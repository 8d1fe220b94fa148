import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

const frame = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/users/$user',
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
})
const details = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./user-details.tsx'), 'UserDetails'),
})
const tokens = createRoute({
  getParentRoute: () => frame,
  path: 'tokens',
  component: lazyRouteComponent(() => import('./user-tokens.tsx'), 'UserTokens'),
})
const sessions = createRoute({
  getParentRoute: () => frame,
  path: 'sessions',
  component: lazyRouteComponent(() => import('./user-sessions.tsx'), 'UserSessions'),
})
const links = createRoute({
  getParentRoute: () => frame,
  path: 'links',
  component: lazyRouteComponent(() => import('./user-links.tsx'), 'UserLinks'),
})

export const workspaceUserRoute = frame.addChildren([details, tokens, sessions, links])
