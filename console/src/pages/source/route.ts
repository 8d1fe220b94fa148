import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

const frame = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sources/$integration',
  component: lazyRouteComponent(() => import('./source-page.tsx'), 'SourcePage'),
})
const details = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./source-details.tsx'), 'SourceDetails'),
})
const accounts = createRoute({
  getParentRoute: () => frame,
  path: 'accounts',
  component: lazyRouteComponent(() => import('./source-accounts.tsx'), 'SourceAccounts'),
})
const runs = createRoute({
  getParentRoute: () => frame,
  path: 'runs',
  component: lazyRouteComponent(() => import('./source-runs.tsx'), 'SourceRuns'),
})
const mapping = createRoute({
  getParentRoute: () => frame,
  path: 'mapping',
  component: lazyRouteComponent(() => import('../mapping/source-mapping.tsx'), 'SourceMapping'),
})
const scim = createRoute({
  getParentRoute: () => frame,
  path: 'scim',
  component: lazyRouteComponent(() => import('./source-scim.tsx'), 'SourceScim'),
})
const logs = createRoute({
  getParentRoute: () => frame,
  path: 'logs',
  component: lazyRouteComponent(() => import('./source-logs.tsx'), 'SourceLogs'),
})

export const sourceRoute = frame.addChildren([details, accounts, mapping, runs, scim, logs])
