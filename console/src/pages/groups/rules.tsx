import type { RowOf } from 'muster-sdk'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Middle } from '../../parts/middle.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { Reason } from '../../parts/reason.tsx'
import { stateColumn } from '../../parts/state-column.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { Time } from '../../parts/time.tsx'
import { Total } from '../../parts/total.tsx'
import { NoRuleset } from './no-ruleset.tsx'
import { text } from './text.ts'
import { useGroup } from './use-group.ts'
import classes from './groups.module.css'

type Rule = RowOf<'/policy/rulesets/{ruleset}/rules'>

const states = ['staged', 'active', 'expiring', 'expired', 'deactivated']

/** The rules in short, in the order in which they admit. */
export function Rules() {
  const { data: group } = useGroup()
  if (group === undefined) return null
  if (group.ruleset === null) return <NoRuleset group={group} />
  return <RulesOf ruleset={group.ruleset} />
}

function RulesOf({ ruleset }: { ruleset: string }) {
  const [url, setUrl] = useUrlState()
  const { state } = url
  const list = useList('/policy/rulesets/{ruleset}/rules', {
    params: {
      path: { ruleset },
      query: { ...(state !== undefined && { 'filter[state]': state }), 'page[total]': 'true' },
    },
  })
  const filters = [
    {
      key: 'state',
      label: text.filters.state,
      options: states.map((value) => ({ value, label: stateLooks(value).word })),
    },
  ]
  return (
    <div className={classes['column']}>
      <FilterBar url={url} onChange={setUrl} filters={filters}>
        <Total total={list.total} label={text.countRules} />
        <PageLink to="/policy/$ruleset" params={{ ruleset }} fallback={null}>
          {text.openRules}
        </PageLink>
      </FilterBar>
      <DataTable
        label={text.tabs.rules}
        list={list}
        columns={columns}
        empty={<EmptyState title={text.noRules.title}>{text.noRules.why}</EmptyState>}
      />
    </div>
  )
}

const { columns: names } = text

const columns: readonly Column<Rule>[] = [
  {
    id: 'role',
    header: names.role,
    min: 110,
    grow: 0.7,
    text: ({ role_name }) => role_name,
    cell: ({ role_name }) => <Middle text={role_name} />,
  },
  {
    id: 'rule',
    header: names.rules,
    min: 190,
    grow: 4,
    text: ({ description }) => description ?? '',
    cell: ({ description }) => <Reason why={description ?? '…'} />,
  },
  stateColumn(names.state),
  {
    id: 'priority',
    header: names.priority,
    min: 80,
    grow: 0.4,
    align: 'end',
    text: ({ priority }) => String(priority),
    cell: ({ priority }) => priority,
  },
  {
    id: 'grace',
    header: names.grace,
    min: 90,
    grow: 0.4,
    align: 'end',
    text: ({ expires_after_days }) => String(expires_after_days),
    cell: ({ expires_after_days }) => text.grace(expires_after_days),
  },
  {
    id: 'until',
    header: names.until,
    min: 110,
    grow: 0.5,
    text: ({ timestamp }) => timestamp.expires_at ?? '',
    cell: ({ timestamp: { expires_at: end } }) => (end === null ? null : <Time at={end} />),
  },
]
