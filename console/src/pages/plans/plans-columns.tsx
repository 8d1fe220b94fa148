import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { changes, countOf } from '../../parts/plan/types.ts'
import { Middle } from '../../parts/middle.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { operationWords } from './operation-words.ts'
import { text } from './text.ts'
import classes from './plans.module.css'

type Row = RowOf<'/policy/plans'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export const plansColumns: readonly Column<Row>[] = [
  {
    id: 'plan',
    header: names.plan,
    min: 150,
    grow: 2.4,
    text: nameOf,
    cell: (row) => (
      <Link to="/plans/$plan" params={{ plan: row.id }} className={classes['name']} tabIndex={-1}>
        <Middle text={nameOf(row)} />
      </Link>
    ),
  },
  {
    id: 'state',
    header: names.state,
    min: 116,
    grow: 0.6,
    text: ({ state }) => state,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'people',
    header: names.people,
    min: 84,
    grow: 0.4,
    align: 'end',
    text: ({ totals }) => (totals === null ? '' : String(totals.people)),
    cell: ({ totals }) => totals?.people.toLocaleString('en'),
  },
  {
    id: 'limit',
    header: names.limit,
    min: 132,
    grow: 0.6,
    text: ({ exceeds_limits: isBeyond }) => String(isBeyond),
    cell: ({ exceeds_limits: isBeyond }) => (isBeyond ? text.beyond : ''),
  },
  {
    id: 'rulesets',
    header: names.rulesets,
    min: 150,
    grow: 1.4,
    text: resourcesOf,
    cell: (row) => <Middle text={resourcesOf(row)} />,
  },
  {
    id: 'created',
    header: names.created,
    min: 116,
    grow: 0.6,
    sort: 'created_at',
    text: ({ timestamp }) => timestamp.created_at,
    cell: ({ timestamp }) => <Time at={timestamp.created_at} />,
  },
  {
    id: 'author',
    header: names.author,
    min: 140,
    text: ({ author }) => author?.id ?? '',
    cell: ({ author }) => (author === null ? text.system : <RecordLink id={author.id} />),
  },
  ...changes.map(ofChange),
  {
    id: 'expires',
    header: names.expires,
    min: 116,
    grow: 0.6,
    text: ({ timestamp }) => timestamp.expires_at,
    cell: ({ state, timestamp }) => (state === 'ready' ? <Time at={timestamp.expires_at} /> : null),
  },
  {
    id: 'kind',
    header: names.kind,
    min: 150,
    grow: 0.8,
    text: ({ kind }) => kind,
    cell: ({ kind }) => text.kinds[kind],
  },
]

function ofChange(change: (typeof changes)[number]): Column<Row> {
  const count = ({ totals }: Row) => (totals === null ? undefined : countOf(totals, change))
  return {
    id: change,
    header: names[change],
    min: 88,
    grow: 0.3,
    align: 'end',
    text: (row) => String(count(row) ?? ''),
    cell: (row) => count(row)?.toLocaleString('en'),
  }
}

function nameOf({ description, ops, kind }: Row): string {
  if (description !== null && description !== '') return description
  const [op] = ops
  if (op === undefined) return text.kinds[kind]
  return `${operationWords({ op }).verb}${ops.length > 1 ? ` ${text.moreNames(ops.length - 1)}` : ''}`
}

/** Several resources may have one name. */
function resourcesOf({ ruleset_names: of }: Row): string {
  return [...new Set(of)].join(', ')
}
