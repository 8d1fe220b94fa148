import type { RowOf } from 'muster-sdk'
import { countColumn, stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { Reason } from '../../parts/middle.tsx'
import { SuggestRules } from '../../parts/suggest-rules.tsx'
import { NoRuleset } from './no-ruleset.tsx'
import { text } from './text.ts'
import { useGroup, type Group } from './use-group.ts'

const { columns: names } = text

const states = ['staged', 'active', 'expiring', 'expired', 'deactivated']

/** The rules in short, in the order in which they admit. */
export function Rules() {
  const { data: group } = useGroup()
  if (group === undefined) return null
  if (group.ruleset === null) return <NoRuleset group={group} />
  return <RulesOf group={group} ruleset={group.ruleset} />
}

function RulesOf({ group, ruleset }: { group: Group; ruleset: string }) {
  const list = useFilteredList('/policy/rulesets/{ruleset}/rules', {
    words: { title: text.tabs.rules, count: text.countRules, none: text.noRules },
    columns,
    path: { ruleset },
    filters: [stateFilter(text.filters.state, states)],
  })
  return (
    <List
      list={list}
      actions={
        <span className="inline">
          {group.members !== null && group.members > 0 && (
            <SuggestRules resource={group.id} ruleset={ruleset} />
          )}
          <PageLink to="/policy/$ruleset" params={{ ruleset }} fallback={null}>
            {text.openRules}
          </PageLink>
        </span>
      }
    />
  )
}

const columns: readonly Column<RowOf<'/policy/rulesets/{ruleset}/rules'>>[] = [
  textColumn('role', names.role, ({ role_name }) => role_name, { min: 110, grow: 0.7 }),
  textColumn('rule', names.rules, ({ description }) => description, {
    min: 190,
    grow: 4,
    cell: ({ description }) => <Reason why={description ?? '…'} />,
  }),
  stateColumn(names.state),
  countColumn('priority', names.priority, ({ priority }) => priority, { min: 80, grow: 0.4 }),
  countColumn('grace', names.grace, ({ expires_after_days: days }) => days, {
    min: 90,
    grow: 0.4,
    cell: ({ expires_after_days: days }) => text.grace(days),
  }),
  timeColumn('until', names.until, ({ timestamp }) => timestamp.expires_at, { grow: 0.5 }),
]
