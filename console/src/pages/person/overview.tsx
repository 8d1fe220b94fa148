import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Fact, Facts } from '../../parts/facts.tsx'
import { HeldNotice } from '../../parts/held-notice.tsx'
import { Id } from '../../parts/id.tsx'
import { Time } from '../../parts/time.tsx'
import { Remaining } from './remaining.tsx'
import { text } from './text.ts'
import { usePerson, type Person } from './use-person.ts'
import { Scroll } from '../../parts/scroll.tsx'
import { Section } from '../../parts/section.tsx'

const { facts } = text

/** Everything that describes a person, with the source of each value where an account has it. */
export function Overview() {
  const { data: person } = usePerson()
  if (person === undefined) return null
  // These values come from the primary account alone.
  const { integration } = person.included
  const primary = sourceOf(person, (each) => each.integration_id === integration?.id)
  return (
    <Scroll>
      {(person.incidents ?? []).length > 0 && (
        <HeldNotice incidents={person.incidents ?? []}>{text.held}</HeldNotice>
      )}
      <Remaining person={person} />
      <FactSection title={facts.who}>
        <Fact term={facts.email} from={sourceOf(person, (each) => each.email === person.email)}>
          {person.email !== null && <Id value={person.email} />}
        </Fact>
        <Fact term={facts.username}>{person.username}</Fact>
        <Fact term={facts.employeeId} from={person.employee_id && primary}>
          {person.employee_id}
        </Fact>
        {person.employee_alt_id !== null && (
          <Fact term={facts.alternativeId} from={primary}>
            {person.employee_alt_id}
          </Fact>
        )}
        <Fact term={facts.badge} from={person.badge_id && primary}>
          {person.badge_id}
        </Fact>
        <Fact term={facts.id}>
          <Id value={person.id} />
        </Fact>
        <Related person={person} />
      </FactSection>
      <Work person={person} primary={primary} />
      <Lifecycle timestamp={person.timestamp} />
      {Object.keys(person.metadata).length > 0 && (
        <FactSection title={facts.more}>
          {Object.entries(person.metadata).map(([key, value]) => (
            <Fact key={key} term={key}>
              {value}
            </Fact>
          ))}
        </FactSection>
      )}
    </Scroll>
  )
}

function FactSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <Facts>{children}</Facts>
    </Section>
  )
}

/** Where the person works in the organisation. */
function Work({ person, primary }: { person: Person; primary: string | null }) {
  const { user_manager: manager } = person.included
  return (
    <FactSection title={facts.work}>
      {Object.entries(person.org).map(([key, value]) => (
        <Fact
          key={key}
          term={titleOf(key)}
          from={sourceOf(person, ({ org }) => org[key] === value)}
        >
          {value}
        </Fact>
      ))}
      <Fact term={facts.manager} from={manager && primary}>
        {manager !== null && <PersonLink {...manager} />}
      </Fact>
    </FactSection>
  )
}

function Related({ person: { included, count } }: { person: Person }) {
  const { parent_user: parent, workspace_user: user } = included
  return (
    <>
      {parent !== null && (
        <Fact term={facts.parent}>
          <PersonLink {...parent} />
        </Fact>
      )}
      {count.secondary_users > 0 && <Fact term={facts.further}>{count.secondary_users}</Fact>}
      {user !== null && <Fact term={facts.signsInAs}>{user.name}</Fact>}
    </>
  )
}

function Lifecycle({ timestamp }: { timestamp: Person['timestamp'] }) {
  const instants = [
    [facts.provisioned, timestamp.provisioned_at],
    [facts.created, timestamp.created_at],
    [facts.changed, timestamp.updated_at],
    [facts.ends, timestamp.expires_at],
    [facts.ended, timestamp.deprovisioned_at],
    [facts.deleted, timestamp.deleted_at],
  ] as const
  return (
    <FactSection title={facts.life}>
      {instants.map(
        ([term, at]) =>
          at !== null && (
            <Fact key={term} term={term}>
              <Time at={at} />
            </Fact>
          ),
      )}
    </FactSection>
  )
}

export function PersonLink({ id, full_name }: { id: string; full_name: string }) {
  return (
    <Link to="/people/$user" params={{ user: id }} className="link">
      {full_name}
    </Link>
  )
}

type Identity = Person['included']['directory_identities'][number]

/** The source of an account that has a value; the primary one first. */
function sourceOf({ included }: Person, has: (identity: Identity) => boolean): string | null {
  const { directory_identities: identities, integration } = included
  const having = identities.filter(has)
  const primary = having.find(({ integration_id }) => integration_id === integration?.id)
  return (primary ?? having[0])?.integration_handle ?? null
}

function titleOf(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')
}
