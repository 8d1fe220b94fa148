import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

const frame = page(
  rootRoute,
  '/sources/$integration',
  'SourcePage',
  () => import('./source-page.tsx'),
)
const details = page(frame, '/', 'SourceDetails', () => import('./source-details.tsx'))
const accounts = page(frame, 'accounts', 'SourceAccounts', () => import('./account-list.tsx'))
const runs = page(frame, 'runs', 'SourceRuns', () => import('./source-runs.tsx'))
const mapping = page(
  frame,
  'mapping',
  'SourceMapping',
  () => import('../mapping/source-mapping.tsx'),
)
const scim = page(frame, 'scim', 'SourceScim', () => import('./source-scim.tsx'))
const logs = page(frame, 'logs', 'SourceLogs', () => import('./source-page.tsx'))

export const sourceRoute = frame.addChildren([details, accounts, mapping, runs, scim, logs])
