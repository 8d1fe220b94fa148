import { Link } from '@tanstack/react-router'
import { Avatar } from '../avatar.tsx'
import { textColumn } from '../column-kinds.tsx'
import type { Column } from '../columns.ts'
import { Icon } from '../icon.tsx'
import { Middle } from '../middle.tsx'
import { Time } from '../time.tsx'
import { Mark } from './numbers.tsx'
import { text } from './text.ts'
import type { Change, EffectRow } from './types.ts'
import classes from './plan.module.css'

/** A row of an effect, with an id, which is the person and the ruleset, and what the resource is known by. */
export type EffectPerson = EffectRow & { id: string; resource: string }

type Access = EffectRow['before']
type Person = EffectRow['directory_user']

export const peopleColumns: readonly Column<EffectPerson>[] = [
  textColumn('person', text.person, ({ directory_user: { full_name } }) => full_name, {
    min: 150,
    grow: 1.4,
    cell: ({ directory_user }) => <PersonCell person={directory_user} />,
  }),
  textColumn('what', text.what, ({ kinds }) => kinds.join(', '), {
    min: 112,
    grow: 0.6,
    cell: ({ kinds }) => (
      <span className={classes['what']}>
        <Mark change={changeOf(kinds)} />
        {kinds.map((kind) => text.kindWords[kind]).join(', ')}
      </span>
    ),
  }),
  textColumn('resource', text.ruleset, ({ resource }) => resource, { min: 110, grow: 1.2 }),
  textColumn(
    'access',
    text.access,
    ({ before, after }) => `${before?.role ?? ''} → ${after?.role ?? ''}`,
    { min: 160, grow: 1.6, cell: (row) => <AccessCell {...row} /> },
  ),
]

/** A person who does not exist yet has no page. */
export function PersonCell({ person: { id, full_name: name } }: { person: Person }) {
  return (
    <>
      <Avatar name={name} />
      {id === null ? (
        <span className={classes['link']}>
          <Middle text={name} />
        </span>
      ) : (
        <Link to="/people/$user" params={{ user: id }} className={classes['link']} tabIndex={-1}>
          <Middle text={name} />
        </Link>
      )}
    </>
  )
}

/** The role before and after, or once where it stays; and until when. */
function AccessCell({ before, after }: Pick<EffectPerson, 'before' | 'after'>) {
  const isSame = before !== null && before.role === after?.role
  const end = after?.expires_at ?? null
  return (
    <span className={classes['access']}>
      {!isSame && (
        <>
          <Role access={before} />
          <Icon name="right" size={11} />
        </>
      )}
      <Role access={after} />
      {end !== null && (
        <span className={classes['soft']}>
          {text.until} <Time at={end} />
        </span>
      )}
    </span>
  )
}

function Role({ access }: { access: Access }) {
  if (access === null) return <span className={classes['soft']}>{text.nothing}</span>
  return <span>{access.role}</span>
}

function changeOf(kinds: EffectRow['kinds']): Change {
  if (kinds.includes('added')) return 'added'
  return kinds.includes('removed') ? 'removed' : 'changed'
}
