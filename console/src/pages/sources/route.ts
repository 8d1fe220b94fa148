import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sources',
  component: lazyRouteComponent(() => import('./sources-page.tsx'), 'SourcesPage'),
})
const accounts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sources/accounts',
  component: lazyRouteComponent(() => import('./accounts-page.tsx'), 'AccountsPage'),
})
const connect = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sources/connect',
  component: lazyRouteComponent(() => import('../connect/connect-page.tsx'), 'ConnectPage'),
})

/** The sources, how one is connected, and the accounts of all of them. */
export const sourcesRoutes = [list, accounts, connect] as const
