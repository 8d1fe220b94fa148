import { Outlet } from '@tanstack/react-router'
import { isUnreadable } from '../../api/is-unreadable.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Crumb, Page, Tab } from '../../parts/page.tsx'
import { PendingPage } from '../../parts/pending-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { PersonActions } from './person-actions.tsx'
import { countAtVendors } from './remaining.tsx'
import { text } from './text.ts'
import { usePerson, type Person } from './use-person.ts'
import classes from './person.module.css'

/** The frame of a person: who it is, and the tabs. */
export function PersonPage() {
  const { data: person, error, refetch } = usePerson()
  const crumbs = <Crumb to="/people">{text.people}</Crumb>
  if (isUnreadable(person, error))
    return (
      <PendingPage
        title={text.people}
        crumbs={crumbs}
        lead={<Avatar name="" size={40} />}
        error={error}
        retry={refetch}
      />
    )
  return (
    <Page
      title={person.full_name}
      crumbs={crumbs}
      lead={<Avatar name={person.full_name} size={40} />}
      state={<State person={person} />}
      subtitle={[person.org['title'], person.org['department'], person.email]
        .filter(Boolean)
        .join(' · ')}
      action={<PersonActions person={person} />}
      tabs={<Tabs person={person} />}
      isFilled
    >
      <Outlet />
    </Page>
  )
}

function State({ person: { state, timestamp } }: { person: Person }) {
  const { expires_at: end, deleted_at: deleted } = timestamp
  return (
    <span className={classes['state']}>
      <StateBadge state={deleted === null ? state : 'deleted'} />
      {deleted === null && end !== null && (
        <span className={classes['until']}>
          {text.facts.ends} <Time at={end} />
        </span>
      )}
    </span>
  )
}

function Tabs({ person }: { person: Person }) {
  const { id: user, count } = person
  const { tabs } = text
  return (
    <>
      <Tab
        to="/people/$user"
        params={{ user }}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {tabs.overview}
      </Tab>
      <Tab
        to="/people/$user/access"
        params={{ user }}
        activeOptions={anySearch}
        count={count.policy_users}
      >
        {tabs.access}
      </Tab>
      <Tab
        to="/people/$user/vendors"
        params={{ user }}
        activeOptions={anySearch}
        count={countAtVendors(person)}
      >
        {tabs.vendors}
      </Tab>
      <Tab
        to="/people/$user/accounts"
        params={{ user }}
        activeOptions={anySearch}
        count={count.directory_identities}
      >
        {tabs.accounts}
      </Tab>
      <Tab to="/people/$user/organisation" params={{ user }} activeOptions={anySearch}>
        {tabs.organisation}
      </Tab>
      <Tab to="/people/$user/timeline" params={{ user }} activeOptions={anySearch}>
        {tabs.timeline}
      </Tab>
    </>
  )
}

const anySearch = { includeSearch: false }
