import { Outlet } from '@tanstack/react-router'
import { Page, PlaceTabs } from '../../parts/page.tsx'
import { noticeWords } from './notices-text.ts'
import { text } from './text.ts'
import { webhookWords } from './webhooks-text.ts'

const tabs = [
  { to: '/settings', label: text.tabs.policy },
  { to: '/settings/roles', label: text.roles.title },
  { to: '/settings/users', label: text.users.title, isExact: false },
  { to: '/settings/webhooks', label: webhookWords.title },
  { to: '/settings/tokens', label: text.tabs.tokens },
  { to: '/settings/sessions', label: text.tabs.sessions },
  { to: '/settings/notices', label: noticeWords.title, isExact: false },
  { to: '/settings/appearance', label: text.tabs.appearance },
]

/** The settings of the workspace, and those of the viewer. */
export function SettingsPage() {
  return (
    <Page title={text.title} tabs={<PlaceTabs of={tabs} />} isFilled>
      <Outlet />
    </Page>
  )
}
