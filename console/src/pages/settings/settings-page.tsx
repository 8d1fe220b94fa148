import { Outlet } from '@tanstack/react-router'
import { Page, Tab } from '../../parts/page.tsx'
import { text } from './text.ts'

const tabs = [
  { to: '/settings', label: text.tabs.policy },
  { to: '/settings/roles', label: text.roles.title },
  { to: '/settings/users', label: text.users.title },
  { to: '/settings/tokens', label: text.tabs.tokens },
  { to: '/settings/sessions', label: text.tabs.sessions },
  { to: '/settings/appearance', label: text.tabs.appearance },
] as const

/** The settings of the workspace, and those of the viewer. */
export function SettingsPage() {
  return (
    <Page
      title={text.title}
      tabs={tabs.map(({ to, label }) => (
        <Tab key={to} to={to} activeOptions={{ exact: to === '/settings', includeSearch: false }}>
          {label}
        </Tab>
      ))}
      isFilled
    >
      <Outlet />
    </Page>
  )
}
