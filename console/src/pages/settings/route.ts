import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

const frame = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})
const policy = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./policy-settings.tsx'), 'PolicySettings'),
})
const roles = createRoute({
  getParentRoute: () => frame,
  path: 'roles',
  component: lazyRouteComponent(() => import('./roles.tsx'), 'Roles'),
})
const users = createRoute({
  getParentRoute: () => frame,
  path: 'users',
  component: lazyRouteComponent(() => import('./users.tsx'), 'Users'),
})
const tokens = createRoute({
  getParentRoute: () => frame,
  path: 'tokens',
  component: lazyRouteComponent(() => import('./my-tokens.tsx'), 'MyTokens'),
})
const sessions = createRoute({
  getParentRoute: () => frame,
  path: 'sessions',
  component: lazyRouteComponent(() => import('./my-sessions.tsx'), 'MySessions'),
})
const appearance = createRoute({
  getParentRoute: () => frame,
  path: 'appearance',
  component: lazyRouteComponent(() => import('./appearance.tsx'), 'Appearance'),
})

export const settingsRoute = frame.addChildren([policy, roles, users, tokens, sessions, appearance])
