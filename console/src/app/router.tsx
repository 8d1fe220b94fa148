import { sourcesRoutes } from '../pages/sources/route.ts'
import { planRoutes } from '../pages/plans/route.ts'
import { policyRoutes } from '../pages/policy/route.ts'
import { incidentRoutes } from '../pages/incidents/route.ts'
import { createRouter } from '@tanstack/react-router'
import { auditRoute } from '../pages/audit/route.ts'
import { groupsRoute, attributesRoute, groupRoute } from '../pages/groups/route.ts'
import { homeRoute } from '../pages/home/route.ts'
import { loginRoute } from '../pages/login/route.ts'
import { peopleRoute } from '../pages/people/route.ts'
import { personRoute } from '../pages/person/route.ts'
import { serviceRoute } from '../pages/service/route.ts'
import { servicesRoute } from '../pages/services/route.ts'
import { settingsRoute } from '../pages/settings/route.ts'
import { sourceRoute } from '../pages/source/route.ts'
import { whyRoute } from '../pages/why/route.ts'
import { workspaceUserRoute } from '../pages/workspace-user/route.ts'
import { basePath } from '../api/base-path.ts'
import { NotFound, PageError } from '../parts/page-error.tsx'
import { rootRoute } from './root-route.tsx'
import { parseSearch, stringifySearch } from './url-state.ts'

/** Every page: one line each. Its route file names the address and loads the page when it is opened. */
const routeTree = rootRoute.addChildren([
  homeRoute,
  peopleRoute,
  personRoute,
  groupsRoute,
  attributesRoute,
  groupRoute,
  whyRoute,
  ...policyRoutes,
  ...planRoutes,
  ...incidentRoutes,
  servicesRoute,
  serviceRoute,
  ...sourcesRoutes,
  sourceRoute,
  auditRoute,
  settingsRoute,
  workspaceUserRoute,
  loginRoute,
])

export const router = createRouter({
  routeTree,
  basepath: basePath || '/',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  scrollRestoration: false,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
