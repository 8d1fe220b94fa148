import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

const list = page(rootRoute, '/incidents', 'IncidentsPage', () => import('./incidents-page.tsx'))
const frame = page(
  rootRoute,
  '/incidents/$incident',
  'IncidentPage',
  () => import('./incident-page.tsx'),
)
const overview = page(frame, '/', 'IncidentOverview', () => import('./overview.tsx'))
const people = page(frame, '/people', 'HeldPeople', () => import('./held-people.tsx'))
const accounts = page(frame, '/accounts', 'HeldAccounts', () => import('./held-people.tsx'))
const effect = page(frame, '/effect', 'IncidentEffect', () => import('./incident-effect.tsx'))

/** Incidents: the list, and one of them with what happened, who is held, and what would follow. */
export const incidentRoutes = [
  list,
  frame.addChildren([overview, people, accounts, effect]),
] as const
