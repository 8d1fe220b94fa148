import { Outlet } from '@tanstack/react-router'
import { isUnreadable } from '../../api/is-unreadable.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Crumb, Page, Tab } from '../../parts/page.tsx'
import { PendingPage } from '../../parts/pending-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'
import { useUser, type User } from './use-user.ts'
import { UserActions } from './user-actions.tsx'

/** The frame of a person who signs in. */
export function UserPage() {
  const { data: user, error, refetch } = useUser()
  const crumbs = (
    <>
      <Crumb to="/settings">{text.settings}</Crumb>
      <Crumb to="/settings/users">{text.users}</Crumb>
    </>
  )
  if (isUnreadable(user, error))
    return (
      <PendingPage
        title={text.users}
        crumbs={crumbs}
        lead={<Avatar name="" size={40} />}
        error={error}
        retry={refetch}
      />
    )
  return (
    <Page
      title={user.name === '' ? user.id : user.name}
      crumbs={crumbs}
      lead={<Avatar name={user.name} size={40} />}
      state={<StateBadge state={user.state} />}
      subtitle={[user.email, user.roles.join(', ')].filter(Boolean).join(' · ') || user.provider}
      action={<UserActions user={user} />}
      tabs={<Tabs user={user} />}
      isFilled
    >
      <Outlet />
    </Page>
  )
}

function Tabs({ user: { id } }: { user: User }) {
  const params = { user: id }
  const own = { includeSearch: false }
  return (
    <>
      <Tab to="/settings/users/$user" params={params} activeOptions={{ ...own, exact: true }}>
        {text.tabs.details}
      </Tab>
      <Tab to="/settings/users/$user/tokens" params={params} activeOptions={own}>
        {text.tabs.tokens}
      </Tab>
      <Tab to="/settings/users/$user/sessions" params={params} activeOptions={own}>
        {text.tabs.sessions}
      </Tab>
      <Tab to="/settings/users/$user/links" params={params} activeOptions={own}>
        {text.tabs.links}
      </Tab>
    </>
  )
}
