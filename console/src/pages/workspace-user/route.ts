import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

const frame = page(rootRoute, '/settings/users/$user', 'UserPage', () => import('./user-page.tsx'))
const details = page(frame, '/', 'UserDetails', () => import('./user-details.tsx'))
const tokens = page(frame, 'tokens', 'UserTokens', () => import('./user-tokens.tsx'))
const sessions = page(frame, 'sessions', 'UserSessions', () => import('./user-sessions.tsx'))
const links = page(frame, 'links', 'UserLinks', () => import('./user-links.tsx'))

export const workspaceUserRoute = frame.addChildren([details, tokens, sessions, links])
