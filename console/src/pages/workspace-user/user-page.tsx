import { Crumb } from '../../parts/page.tsx'
import { RecordPage } from '../../parts/record-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'
import { useUser } from './use-user.ts'
import { UserActions } from './user-actions.tsx'

const { tabs } = text

/** The frame of a person who signs in. */
export function UserPage() {
  return (
    <RecordPage
      read={useUser()}
      kind={text.users}
      crumbs={
        <>
          <Crumb to="/settings">{text.settings}</Crumb>
          <Crumb to="/settings/users">{text.users}</Crumb>
        </>
      }
      hasPicture
      frame={(user) => ({
        title: user.name === '' ? user.id : user.name,
        states: <StateBadge state={user.state} />,
        subtitle: [user.email, user.roles.join(', ')].filter(Boolean).join(' · ') || user.provider,
        action: <UserActions user={user} />,
        address: `/settings/users/${user.id}`,
        tabs: [
          { label: tabs.details },
          { path: 'tokens', label: tabs.tokens },
          { path: 'sessions', label: tabs.sessions },
          { path: 'links', label: tabs.links },
        ],
      })}
    />
  )
}
