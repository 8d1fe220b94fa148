import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

const frame = page(rootRoute, '/settings', 'SettingsPage', () => import('./settings-page.tsx'))
const policy = page(frame, '/', 'PolicySettings', () => import('./policy-settings.tsx'))
const roles = page(frame, 'roles', 'Roles', () => import('./roles.tsx'))
const users = page(frame, 'users', 'Users', () => import('./users.tsx'))
const tokens = page(frame, 'tokens', 'MyTokens', () => import('./my-tokens.tsx'))
const sessions = page(frame, 'sessions', 'MySessions', () => import('./my-sessions.tsx'))
const webhooks = page(frame, 'webhooks', 'Webhooks', () => import('./webhooks.tsx'))
const notices = page(frame, 'notices', 'Notices', () => import('./notices.tsx'))
const sentNotices = page(frame, 'notices/sent', 'SentNotices', () => import('./sent-notices.tsx'))
const appearance = page(frame, 'appearance', 'Appearance', () => import('./appearance.tsx'))

export const settingsRoute = frame.addChildren([
  policy,
  roles,
  users,
  webhooks,
  tokens,
  sessions,
  notices,
  sentNotices,
  appearance,
])
