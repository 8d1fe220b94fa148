import { useParams } from '@tanstack/react-router'
import { Timeline } from '../audit/timeline.tsx'
import { Crumb } from '../../parts/page.tsx'
import { RecordPage } from '../../parts/record-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { PersonActions } from './person-actions.tsx'
import { countAtVendors } from './remaining.tsx'
import { text } from './text.ts'
import { usePerson, type Person } from './use-person.ts'

const { tabs } = text

/** The frame of a person: who it is, and the tabs. */
export function PersonPage() {
  return (
    <RecordPage
      read={usePerson()}
      kind={text.people}
      crumbs={<Crumb to="/people">{text.people}</Crumb>}
      hasPicture
      frame={(person) => ({
        title: person.full_name,
        states: <State person={person} />,
        subtitle: [person.org['title'], person.org['department'], person.email]
          .filter(Boolean)
          .join(' · '),
        action: <PersonActions person={person} />,
        address: `/people/${person.id}`,
        tabs: [
          { label: tabs.overview },
          { path: 'access', label: tabs.access, count: person.count.policy_users },
          { path: 'vendors', label: tabs.vendors, count: countAtVendors(person) },
          { path: 'accounts', label: tabs.accounts, count: person.count.directory_identities },
          { path: 'organisation', label: tabs.organisation },
          { path: 'what-if', label: tabs.whatIf },
          { path: 'compare', label: tabs.compare },
          { path: 'timeline', label: tabs.timeline },
        ],
      })}
    />
  )
}

function State({ person: { state, timestamp } }: { person: Person }) {
  const { expires_at: end, deleted_at: deleted } = timestamp
  return (
    <>
      <StateBadge state={deleted === null ? state : 'deleted'} />
      {deleted === null && end !== null && (
        <span className="amber">
          {text.facts.ends} <Time at={end} />
        </span>
      )}
    </>
  )
}

/** What happened to the person, the newest first. */
export function PersonTimeline() {
  const { user } = useParams({ from: '/people/$user/timeline' })
  return (
    <Timeline
      title={tabs.timeline}
      none={text.noEvents}
      query={{ 'filter[history]': user }}
      about={[user]}
    />
  )
}
