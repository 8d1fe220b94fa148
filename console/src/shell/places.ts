import { useRouter } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import type { IconName } from '../parts/icon.tsx'
import { text } from './text.ts'

/** A place of the navigation. `key` follows `g`. It appears once its route exists. */
export type Place = {
  to: string
  label: string
  icon: IconName
  key: string
  /** Without any of these everything there is refused. Other places are also for admins of single services and rulesets. */
  permissions?: readonly string[]
  /** It is in the palette and has a key, and other pages lead to it. */
  isNotInMenu?: boolean
}

const places: readonly Place[] = [
  { to: '/', label: 'Home', icon: 'home', key: 'h' },
  {
    to: '/people',
    label: 'People',
    icon: 'people',
    key: 'p',
    permissions: ['directory.user.view'],
  },
  {
    to: '/groups',
    label: 'Groups',
    icon: 'groups',
    key: 'r',
    permissions: ['directory.resource.view', 'directory.attribute.view'],
  },
  { to: '/policy', label: 'Policy', icon: 'policy', key: 'o' },
  { to: '/services', label: 'Services', icon: 'services', key: 's' },
  {
    to: '/sources',
    label: 'Sources',
    icon: 'sources',
    key: 'i',
    permissions: ['workspace.integration.view'],
  },
  { to: '/audit', label: 'Audit', icon: 'audit', key: 'a', permissions: ['audit.log.view'] },
  { to: '/settings', label: 'Settings', icon: 'settings', key: 't' },
  { to: '/incidents', label: 'Incidents', icon: 'warning', key: 'n', isNotInMenu: true },
  { to: '/plans', label: 'Plans', icon: 'check', key: 'l', isNotInMenu: true },
]

/** Pages that the palette offers too, and that other pages lead to. */
export const furtherPages: readonly (Omit<Place, 'key'> & { key?: undefined })[] = [
  { to: '/why', label: text.further.why, icon: 'policy' },
  { to: '/groups/attributes', label: text.further.attributes, icon: 'groups' },
  { to: '/settings/roles', label: text.further.roles, icon: 'settings' },
  { to: '/settings/users', label: text.further.users, icon: 'settings' },
  { to: '/settings/webhooks', label: text.further.webhooks, icon: 'settings' },
  { to: '/settings/tokens', label: text.further.tokens, icon: 'settings' },
  { to: '/settings/sessions', label: text.further.sessions, icon: 'settings' },
  { to: '/settings/appearance', label: text.further.appearance, icon: 'settings' },
]

/** The places whose pages are there, and where the viewer may see something. */
export function usePlaces(): readonly Place[] {
  const { routesByPath } = useRouter()
  const own = useSession().permissions
  return places.filter(
    ({ to, permissions }) =>
      to in routesByPath && permissions?.some((each) => own.includes(each)) !== false,
  )
}
