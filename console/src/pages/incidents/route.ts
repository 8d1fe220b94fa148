import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/incidents',
  component: lazyRouteComponent(() => import('./incidents-page.tsx'), 'IncidentsPage'),
})
const frame = createRoute({
  getParentRoute: () => rootRoute,
  path: '/incidents/$incident',
  component: lazyRouteComponent(() => import('./incident-page.tsx'), 'IncidentPage'),
})
const overview = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./overview.tsx'), 'IncidentOverview'),
})
const people = createRoute({
  getParentRoute: () => frame,
  path: '/people',
  component: lazyRouteComponent(() => import('./held-people.tsx'), 'HeldPeople'),
})
const accounts = createRoute({
  getParentRoute: () => frame,
  path: '/accounts',
  component: lazyRouteComponent(() => import('./held-accounts.tsx'), 'HeldAccounts'),
})
const effect = createRoute({
  getParentRoute: () => frame,
  path: '/effect',
  component: lazyRouteComponent(() => import('./incident-effect.tsx'), 'IncidentEffect'),
})

/** Incidents: the list, and one of them with what happened, who is held, and what would follow. */
export const incidentRoutes = [
  list,
  frame.addChildren([overview, people, accounts, effect]),
] as const
