import { useNavigate } from '@tanstack/react-router'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Can } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { ruleColumns } from './rule-columns.tsx'
import { RulesetFindings } from './ruleset-findings.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'
import classes from './policy.module.css'

/** Rules that have not ended, in admission order: the first one that a person meets lets them in. */
export function Rules() {
  const { data: ruleset } = useRuleset()
  return ruleset === undefined ? null : <RulesOf ruleset={ruleset} />
}

const byState = stateFilter(text.filters.state, [
  'staged',
  'active',
  'expiring',
  'expired',
  'deactivated',
])

function RulesOf({ ruleset }: { ruleset: Ruleset }) {
  const navigate = useNavigate()
  const list = useFilteredList('/policy/rulesets/{ruleset}/rules', {
    words: { title: text.tabs.rules, count: text.ruleCount, none: text.noRules },
    columns: ruleColumns,
    path: { ruleset: ruleset.id },
    query: { 'filter[state]': 'staged,active,expiring', include: ['count'] },
    filters: [byState],
  })
  return (
    <List
      list={list}
      above={<RulesetFindings findings={ruleset.findings} />}
      onOpen={({ id }) =>
        void navigate({
          to: '/policy/$ruleset/rules/$rule',
          params: { ruleset: ruleset.id, rule: id },
        })
      }
      empty={
        <EmptyState title={text.noRules.title}>
          <p>{text.noRules.why}</p>
          <Can record={ruleset} action="create_rule">
            <p className={classes['below']}>
              <ButtonLink
                to="/policy/$ruleset/rules/new"
                params={{ ruleset: ruleset.id }}
                icon="plus"
              >
                {text.newRule}
              </ButtonLink>
            </p>
          </Can>
        </EmptyState>
      }
    />
  )
}
