import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { limitWords } from '../../parts/plan/limit-words.ts'
import { Reason } from '../../parts/reason.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import classes from './incidents.module.css'

type Row = RowOf<'/policy/incidents'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export const incidentColumns: readonly Column<Row>[] = [
  {
    id: 'source',
    header: names.source,
    min: 120,
    grow: 0.7,
    text: ({ integration: { handle } }) => handle,
    cell: ({ id, integration: { handle } }) => (
      <Link
        to="/incidents/$incident"
        params={{ incident: id }}
        className={classes['name']}
        tabIndex={-1}
      >
        {handle}
      </Link>
    ),
  },
  {
    id: 'state',
    header: names.state,
    min: 112,
    grow: 0.6,
    text: ({ state, closed_as }) => closed_as ?? state,
    cell: ({ state, closed_as }) => <StateBadge state={closed_as ?? state} />,
  },
  ofCount('people', names.people, ({ people }) => people),
  ofCount('alone', names.alone, ({ accounts_without_person: alone }) => alone),
  {
    id: 'why',
    header: names.why,
    min: 240,
    grow: 4,
    text: whyOf,
    cell: (row) => <Reason why={whyOf(row)} />,
  },
  {
    id: 'opened',
    header: names.opened,
    min: 116,
    grow: 0.6,
    sort: 'opened_at',
    text: ({ timestamp }) => timestamp.opened_at,
    cell: ({ timestamp }) => <Time at={timestamp.opened_at} />,
  },
  ofCount('ends', names.ends, ({ account_ends }) => account_ends),
  {
    id: 'closed',
    header: names.closed,
    min: 116,
    grow: 0.6,
    text: ({ timestamp }) => timestamp.closed_at ?? '',
    cell: ({ timestamp }) =>
      timestamp.closed_at === null ? null : <Time at={timestamp.closed_at} />,
  },
]

function ofCount(id: string, header: string, count: (row: Row) => number): Column<Row> {
  return {
    id,
    header,
    min: 84,
    grow: 0.3,
    align: 'end',
    text: (row) => String(count(row)),
    cell: (row) => count(row).toLocaleString('en'),
  }
}

export function whyOf({ reasons }: Row): string {
  const [first] = reasons
  if (first === undefined) return ''
  const more = reasons.length - 1
  return `${limitWords(first, first.ruleset_name)}${more > 0 ? ` ${text.moreLimits(more)}` : ''}`
}
