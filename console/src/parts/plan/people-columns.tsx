import { Link } from '@tanstack/react-router'
import { Avatar } from '../avatar.tsx'
import type { Column } from '../columns.ts'
import { Middle } from '../middle.tsx'
import { Time } from '../time.tsx'
import { Mark } from './numbers.tsx'
import { text } from './text.ts'
import type { Change, EffectRow } from './types.ts'
import classes from './plan.module.css'

/** A row of an effect, with an id: the person and the ruleset. */
export type EffectPerson = EffectRow & { id: string }

type Access = EffectRow['before']

export const peopleColumns: readonly Column<EffectPerson>[] = [
  {
    id: 'person',
    header: text.person,
    min: 160,
    grow: 1.6,
    text: ({ directory_user: { full_name } }) => full_name,
    cell: ({ directory_user: { id, full_name } }) => (
      <>
        <Avatar name={full_name} />
        <Link to="/people/$user" params={{ user: id }} className={classes['link']} tabIndex={-1}>
          <Middle text={full_name} />
        </Link>
      </>
    ),
  },
  {
    id: 'what',
    header: text.what,
    min: 116,
    grow: 0.8,
    text: ({ kinds }) => kinds.join(', '),
    cell: ({ kinds }) => (
      <span className={classes['what']}>
        <Mark change={changeOf(kinds)} />
        {kinds.map((kind) => text.kindWords[kind]).join(', ')}
      </span>
    ),
  },
  {
    id: 'resource',
    header: text.ruleset,
    min: 140,
    grow: 1.4,
    text: ({ ruleset_name }) => ruleset_name,
    cell: ({ ruleset_name }) => <Middle text={ruleset_name} />,
  },
  ofAccess('before', text.before),
  ofAccess('after', text.after),
]

function ofAccess(id: 'before' | 'after', header: string): Column<EffectPerson> {
  return {
    id,
    header,
    min: 130,
    text: (row) => row[id]?.role ?? '',
    cell: (row) => <AccessCell access={row[id]} />,
  }
}

function AccessCell({ access }: { access: Access }) {
  if (access === null) return <span className={classes['soft']}>{text.nothing}</span>
  return (
    <span className={classes['access']}>
      {access.role}
      {access.expires_at !== null && (
        <span className={classes['soft']}>
          {text.until} <Time at={access.expires_at} />
        </span>
      )}
    </span>
  )
}

function changeOf(kinds: EffectRow['kinds']): Change {
  if (kinds.includes('added')) return 'added'
  return kinds.includes('removed') ? 'removed' : 'changed'
}
