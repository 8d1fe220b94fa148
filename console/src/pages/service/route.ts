import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

const frame = page(
  rootRoute,
  '/services/$service',
  'ServicePage',
  () => import('./service-page.tsx'),
)
const details = page(frame, '/', 'Details', () => import('./details.tsx'))
const admins = page(frame, 'admins', 'Admins', () => import('./admins.tsx'))
const permissions = page(frame, 'permissions', 'Permissions', () => import('./permissions.tsx'))
const tokens = page(frame, 'tokens', 'Tokens', () => import('./tokens.tsx'))
const logs = page(frame, 'logs', 'ServiceLogs', () => import('./service-page.tsx'))

export const serviceRoute = frame.addChildren([details, admins, permissions, tokens, logs])
