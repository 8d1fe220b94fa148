import type { RowOf } from 'muster-sdk'
import { badgeColumn, countColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { changes, countOf } from '../../parts/plan/types.ts'
import { Undo } from '../../parts/plan/undo.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { Time } from '../../parts/time.tsx'
import { useSession } from '../../api/session.ts'
import { flagFilter, stateFilter, wordFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { operationWords } from './operation-words.ts'
import { text } from './text.ts'
import { policyTabs } from '../policy/text.ts'
import { PlaceTabs } from '../../parts/page.tsx'

type Row = RowOf<'/policy/plans'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export const plansColumns: readonly Column<Row>[] = [
  textColumn('plan', names.plan, nameOf, {
    min: 150,
    grow: 2.4,
    to: ({ id }) => `/plans/${id}`,
  }),
  badgeColumn('state', names.state, ({ state }) => state),
  textColumn(
    'people',
    names.people,
    ({ totals }) => (totals === null ? '' : String(totals.people)),
    { min: 84, grow: 0.4, align: 'end', cell: ({ totals }) => totals?.people.toLocaleString('en') },
  ),
  textColumn('limit', names.limit, ({ exceeds_limits: isBeyond }) => String(isBeyond), {
    min: 132,
    grow: 0.6,
    cell: ({ exceeds_limits: isBeyond }) => (isBeyond ? text.beyond : ''),
  }),
  textColumn('rulesets', names.rulesets, resourcesOf, { min: 150, grow: 1.4 }),
  textColumn('undo', names.undo, () => '', {
    min: 84,
    grow: 0.3,
    align: 'end',
    cell: (plan) => <Undo plan={plan} isQuiet />,
  }),
  timeColumn('created', names.created, ({ timestamp }) => timestamp.created_at, {
    min: 116,
    sort: 'created_at',
  }),
  textColumn('author', names.author, ({ author }) => author?.id, {
    min: 140,
    cell: ({ author }) => (author === null ? text.system : <RecordLink id={author.id} />),
  }),
  ...changes.map(ofChange),
  textColumn('expires', names.expires, ({ timestamp }) => timestamp.expires_at, {
    min: 116,
    grow: 0.6,
    cell: ({ state, timestamp }) => (state === 'ready' ? <Time at={timestamp.expires_at} /> : null),
  }),
  textColumn('kind', names.kind, ({ kind }) => kind, {
    min: 150,
    grow: 0.8,
    cell: ({ kind }) => text.kinds[kind],
  }),
]

function ofChange(change: (typeof changes)[number]): Column<Row> {
  const count = ({ totals }: Row) => (totals === null ? undefined : countOf(totals, change))
  return countColumn(change, names[change], (row) => count(row), { min: 88 })
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

const { filters: words } = text

const states = ['ready', 'planning', 'applying', 'applied', 'failed', 'stale', 'expired']

/** The plans that the viewer may read, the newest first. */
export function PlansPage() {
  const { owner_id: self } = useSession()
  const list = useFilteredList('/policy/plans', {
    words: text,
    columns: plansColumns,
    query: { include: ['abilities'] },
    filters: [
      stateFilter(words.state, states),
      wordFilter('kind', 'filter[kind]', words.kind, text.kinds),
      flagFilter('beyond', 'filter[exceeds_limits]', words.beyond, [text.beyond, text.within]),
      wordFilter('author', 'filter[author_id]', words.author, { [self]: text.you }),
    ],
    sort: '-created_at',
  })
  return (
    <ListPage list={list} subtitle={text.what} tabs={<PlaceTabs of={policyTabs} />} csv="plans" />
  )
}
