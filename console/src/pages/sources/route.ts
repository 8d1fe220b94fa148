import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

const list = page(rootRoute, '/sources', 'SourcesPage', () => import('./sources-page.tsx'))
const accounts = page(
  rootRoute,
  '/sources/accounts',
  'AccountsPage',
  () => import('./accounts-page.tsx'),
)
const connect = page(
  rootRoute,
  '/sources/connect',
  'ConnectPage',
  () => import('../connect/connect-page.tsx'),
)

/** The sources, how one is connected, and the accounts of all of them. */
export const sourcesRoutes = [list, accounts, connect] as const
