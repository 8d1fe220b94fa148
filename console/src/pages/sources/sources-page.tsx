import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Icon } from '../../parts/icon.tsx'
import { Middle } from '../../parts/middle.tsx'
import { RunBadge } from '../../parts/state-badge.tsx'
import { stateColumn, textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { withLabels } from '../connect/connectors.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { May } from '../../parts/can.tsx'
import { stateFilter, wordFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { AccountCount, LastChange } from './source-facts.tsx'
import { sourcesTabs, text } from './text.ts'
import { PlaceTabs } from '../../parts/page.tsx'

type Source = RowOf<'/workspace/integrations'>

const { columns: names } = text

export const sourcesColumns: readonly Column<Source>[] = [
  textColumn('name', names.name, ({ name }) => name, {
    min: 280,
    grow: 3,
    sort: 'name',
    to: ({ id }) => `/sources/${id}`,
    cell: ({ name, handle, is_primary: isPrimary }) => (
      <>
        <Middle text={name} />
        {handle !== name && (
          // The name keeps all of its place while the handle has any: a fraction of a pixel would cut letters off.
          <code className="quiet ellipsis" title={handle} style={{ flexShrink: 1e6 }}>
            {handle}
          </code>
        )}
        {isPrimary && <span className="tag rigid">{text.primary}</span>}
      </>
    ),
  }),
  textColumn('held', names.incident, ({ count }) => String(count.held_users), {
    min: 110,
    grow: 0.7,
    cell: ({ incident_id: incident, count }) =>
      incident === null ? (
        <span className="quiet">–</span>
      ) : (
        <span className="inline-flex center gap-6 amber">
          <Icon name="warning" size={13} />
          {text.held(count.held_users)}
        </span>
      ),
  }),
  stateColumn(names.state),
  textColumn('run', names.run, ({ last_run: run }) => run?.state, {
    min: 260,
    grow: 1,
    cell: ({ last_run: run, type }) =>
      run === null ? (
        <span className="quiet">{text.neverRun}</span>
      ) : (
        <>
          <span
            className="rigid"
            title={run.failure === null ? undefined : withLabels({ type }, run.failure)}
          >
            <RunBadge state={run.state} unknown={run.states_unknown} />
          </span>
          <Time at={run.finished_at ?? run.started_at} />
        </>
      ),
  }),
  textColumn('accounts', names.accounts, () => '', {
    min: 100,
    grow: 0.5,
    align: 'end',
    cell: ({ id }) => <AccountCount integration={id} />,
  }),
  textColumn('last', names.last, () => '', {
    grow: 0.7,
    cell: ({ id }) => <LastChange integration={id} />,
  }),
  wordColumn('vendor', names.vendor, ({ vendor }) => text.vendors[vendor], { min: 140 }),
  wordColumn('type', names.type, ({ type }) => text.types[type], { min: 100, grow: 0.6 }),
]

const { filters: words } = text

/** The vendors that people, accounts and groups come from. */
export function SourcesPage() {
  const list = useFilteredList('/workspace/integrations', {
    words: text,
    columns: sourcesColumns,
    filters: [
      stateFilter(words.state, ['active', 'deactivated']),
      {
        ...wordFilter('run', 'filter[is_failing]', words.run, { failing: words.failing }),
        ask: () => 'true',
      },
      {
        ...wordFilter('unknown', 'filter[has_unknown_states]', words.unknown, {
          unknown: words.unknownFound,
        }),
        ask: () => 'true',
      },
      wordFilter('vendor', 'filter[vendor]', words.vendor, text.vendors),
    ],
    sort: 'name',
  })
  return (
    <ListPage
      list={list}
      tabs={<PlaceTabs of={sourcesTabs} />}
      action={
        <May permission="workspace.integration.manage">
          <ButtonLink to="/sources/connect" icon="plus" isPrimary>
            {text.connect}
          </ButtonLink>
        </May>
      }
    />
  )
}
