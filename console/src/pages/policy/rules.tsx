import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Icon } from '../../parts/icon.tsx'
import { Middle } from '../../parts/middle.tsx'
import { countColumn, stateColumn, textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Can } from '../../parts/can.tsx'
import { DraftsBar } from '../../parts/drafts-bar.tsx'
import { attributeType } from '../../parts/kinds.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Findings } from '../../parts/notice.tsx'
import { shownCount } from './policy-page.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'

export type RuleRow = RowOf<'/policy/rulesets/{ruleset}/rules'>

const { rules: words } = text

/** In admission order; by importance from left to right. */
export const ruleColumns: readonly Column<RuleRow>[] = [
  textColumn('rule', words.rule, ({ description }) => description, {
    min: 200,
    grow: 4,
    to: ({ id, ruleset_id }) => `/policy/${ruleset_id}/rules/${id}`,
    cell: ({ description, findings, begin_exceeds }) => (
      <>
        {(findings.length > 0 || begin_exceeds.length > 0) && (
          <span
            className="inline-flex rigid amber"
            title={[
              ...findings.map(({ message }) => message),
              ...(begin_exceeds.length > 0 ? [words.didNotBegin] : []),
            ].join('\n')}
          >
            <Icon name="warning" size={14} />
          </span>
        )}
        <Middle text={description ?? words.empty} tail={28} />
      </>
    ),
  }),
  wordColumn('role', words.role, ({ role_name }) => role_name, { min: 104, grow: 0.8 }),
  stateColumn(words.state),
  countColumn('in', words.in, ({ count }) => count?.manifest_users, {
    min: 72,
    hint: words.inHint,
    cell: ({ state, count }) => (state === 'staged' ? '' : shownCount(count?.manifest_users)),
  }),
  countColumn('meet', words.meet, ({ count }) => count?.qualified_users, {
    min: 72,
    hint: words.meetHint,
    cell: ({ state, count }) => (state === 'staged' ? '' : shownCount(count?.qualified_users)),
  }),
  textColumn(
    'when',
    words.when,
    ({ timestamp: { activates_at, expires_at } }) => activates_at ?? expires_at,
    {
      min: 178,
      grow: 0.8,
      cell: ({ timestamp: { activates_at, activated_at, expires_at } }) => {
        if (activates_at !== null)
          return (
            <>
              {words.begins} <Time at={activates_at} />
            </>
          )
        if (expires_at !== null)
          return (
            <>
              {words.ends} <Time at={expires_at} />
            </>
          )
        return activated_at === null ? null : (
          <>
            {words.since} <Time at={activated_at} />
          </>
        )
      },
    },
  ),
  countColumn('priority', words.priority, ({ priority }) => priority, { min: 80 }),
]

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
      above={
        <>
          <Findings findings={ruleset.findings} />
          {ruleset.type !== attributeType && (
            <DraftsBar resource={ruleset.resource_id} drafts={ruleset.count.staged_rules} />
          )}
        </>
      }
      empty={
        <EmptyState title={text.noRules.title}>
          <p>{text.noRules.why}</p>
          <Can record={ruleset} action="create_rule">
            <p className="mt-16">
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
