import type { RowOf } from 'muster-sdk'
import { badgeColumn, countColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { limitWords } from '../../parts/plan/text.ts'
import { Reason } from '../../parts/middle.tsx'
import { stateFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { text } from './text.ts'
import { policyTabs } from '../policy/text.ts'
import { PlaceTabs } from '../../parts/page.tsx'

type Row = RowOf<'/policy/incidents'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export const incidentColumns: readonly Column<Row>[] = [
  textColumn('source', names.source, ({ integration: { handle } }) => handle, {
    min: 120,
    grow: 0.7,
    to: ({ id }) => `/incidents/${id}`,
  }),
  badgeColumn('state', names.state, ({ state, closed_as }) => closed_as ?? state, { min: 112 }),
  ofCount('people', names.people, ({ people }) => people),
  ofCount('alone', names.alone, ({ accounts_without_person: alone }) => alone),
  textColumn('why', names.why, whyOf, {
    min: 240,
    grow: 4,
    cell: (row) => <Reason why={whyOf(row)} />,
  }),
  timeColumn('opened', names.opened, ({ timestamp }) => timestamp.opened_at, {
    min: 116,
    sort: 'opened_at',
  }),
  ofCount('ends', names.ends, ({ account_ends }) => account_ends),
  timeColumn('closed', names.closed, ({ timestamp }) => timestamp.closed_at, { min: 116 }),
]

function ofCount(id: string, header: string, count: (row: Row) => number): Column<Row> {
  return countColumn(id, header, (row) => count(row))
}

export function whyOf({ reasons }: Row): string {
  const [first] = reasons
  if (first === undefined) return ''
  const more = reasons.length - 1
  return `${limitWords(first, first.ruleset_name)}${more > 0 ? ` ${text.moreLimits(more)}` : ''}`
}

const { filters: words } = text

/** Incidents, the newest first. */
export function IncidentsPage() {
  const list = useFilteredList('/policy/incidents', {
    words: text,
    columns: incidentColumns,
    filters: [
      stateFilter(words.state, ['open', 'closed']),
      stateFilter(words.closedAs, ['approved', 'rejected', 'released', 'applied'], {
        key: 'closed_as',
        field: 'filter[closed_as]',
      }),
    ],
    sort: '-opened_at',
  })
  return <ListPage list={list} subtitle={text.what} tabs={<PlaceTabs of={policyTabs} />} />
}
