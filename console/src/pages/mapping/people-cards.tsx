import { Fact, Facts } from '../../parts/facts.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'
import classes from './mapping.module.css'

const { preview: words } = text

/** A person as a source gives them. */
export type PreviewPerson = {
  vendor_id: string
  handle: string | null
  email: string | null
  /** Or `first_name` and `last_name`. */
  full_name?: string
  first_name?: string
  last_name?: string
  state: string
  /** Null where profiles may not be seen. */
  profile: Readonly<Record<string, unknown>> | null
  line?: number
  notes?: readonly string[]
}

/** Some people, as they would be or are. */
export function PeopleCards({ people }: { people: readonly PreviewPerson[] }) {
  return (
    <ul className={classes['cards']}>
      {people.map((person) => (
        <li key={`${person.line ?? ''} ${person.vendor_id}`} className="card">
          <PersonCard person={person} />
        </li>
      ))}
    </ul>
  )
}

/** Cards that are still being read. */
export function CardBones() {
  return (
    <div className={classes['cards']} aria-busy>
      <div className={classes['bone']} />
      <div className={classes['bone']} />
      <div className={classes['bone']} />
    </div>
  )
}

function PersonCard({ person }: { person: PreviewPerson }) {
  const { line, profile, notes = [] } = person
  return (
    <>
      <div className="inline anywhere">
        <strong>{nameOf(person)}</strong>
        <StateBadge state={person.state} />
        {line !== undefined && <span className="small quiet">{words.line(line)}</span>}
      </div>
      <Facts
        of={{
          [words.id]: person.vendor_id,
          [words.username]: person.handle,
          [words.email]: person.email,
        }}
      />
      {notes.map((note) => (
        <p key={note} className="small quiet">
          {note}
        </p>
      ))}
      {profile !== null && <Profile profile={profile} />}
    </>
  )
}

/** The name of a person, or that there is none. */
export function nameOf({
  full_name,
  first_name: first = '',
  last_name: last = '',
}: PreviewPerson): string {
  return (full_name ?? `${first} ${last}`.trim()) || words.noName
}

function Profile({ profile }: { profile: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(profile)
  if (entries.length === 0) return null
  return (
    <details className="disclosure small">
      <summary>{words.profile(entries.length)}</summary>
      <Facts>
        {entries.map(([key, value]) => (
          <Fact key={key} term={key}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Fact>
        ))}
      </Facts>
    </details>
  )
}
