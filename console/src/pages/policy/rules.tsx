import { useNavigate } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Can } from '../../parts/can.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import type { Filter } from '../../parts/filter-chip.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
import { ruleColumns } from './rule-columns.tsx'
import { RulesetFindings } from './ruleset-findings.tsx'
import { text } from './text.ts'
import { useRuleset } from './use-ruleset.ts'
import classes from './policy.module.css'

const filters: Filter[] = [
  {
    key: 'state',
    label: text.filters.state,
    options: ['staged', 'active', 'expiring', 'expired', 'deactivated'].map((value) => ({
      value,
      label: stateLooks(value).word,
    })),
  },
]

/** Rules that have not ended, in admission order: the first one that a person meets lets them in. */
export function Rules() {
  const { data: ruleset } = useRuleset()
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const list = useList('/policy/rulesets/{ruleset}/rules', {
    params: {
      path: { ruleset: ruleset?.id ?? '' },
      query: {
        'filter[state]': url['state'] ?? 'staged,active,expiring',
        include: ['count'],
        'page[total]': 'true',
      },
    },
  })
  if (ruleset === undefined) return null
  return (
    <>
      <RulesetFindings findings={ruleset.findings} />
      <div className={classes['belowTabs']}>
        <FilterBar url={url} onChange={setUrl} filters={filters}>
          <Total total={list.total} label={text.ruleCount} />
        </FilterBar>
      </div>
      <DataTable
        label={text.tabs.rules}
        list={list}
        columns={ruleColumns}
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
    </>
  )
}
