import { useMemo } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { recordFilter, stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Time } from '../../parts/time.tsx'
import { WhyPanel } from '../why/why-panel.tsx'
import { AsOf } from './as-of.tsx'
import { DriftBar } from './drift-bar.tsx'
import { manifestColumns } from './manifest-columns.tsx'
import { text } from './text.ts'
import type { Group } from './use-group.ts'
import { useRulesetIf } from './use-ruleset.ts'
import classes from './groups.module.css'

const { filters: words } = text

/** The manifest of a ruleset, now or as of an instant, beside the vendor's members. Each row says why. */
export function Manifest({ group, ruleset }: { group: Group; ruleset: string }) {
  const [{ at, stay }, setUrl] = useUrlState()
  const { data: from } = useRulesetIf(ruleset)
  const list = useFilteredList('/policy/rulesets/{ruleset}/manifest-users', {
    words: {
      title: text.tabs.access,
      search: text.searchPeople,
      count: text.countPeople,
      none: text.nobody,
      noMatch: text.noMatch,
    },
    columns: useMemo(() => manifestColumns(at), [at]),
    path: { ruleset },
    ...(at !== undefined && { query: { at } }),
    search: 'filter[search]',
    filters: [stateFilter(words.state, ['active', 'expiring']), useRuleFilter(ruleset)],
  })
  const created = from?.timestamp.created_at
  return (
    <List
      list={list}
      csv={`access-${group.name}${at === undefined ? '' : `-${at.slice(0, 10)}`}`}
      note={
        <div className={classes['bar']}>
          <DriftBar group={group} />
          {created !== undefined && (
            <AsOf from={created} at={at} onChange={(next) => setUrl({ at: next })} />
          )}
        </div>
      }
      opening={({ id, included }) => ({ open: included.directory_user.id, stay: id })}
      panelFilters={{ stay: '' }}
      panelOf={(person, opened, close) => (
        <WhyPanel
          key={person}
          title={text.whyTitle(opened?.included.directory_user.full_name ?? group.name)}
          person={person}
          ruleset={ruleset}
          stay={stay}
          onClose={close}
        />
      )}
      {...(at !== undefined &&
        list.clear === undefined && { empty: <NobodyThen at={at} created={created} /> })}
    />
  )
}

function NobodyThen({ at, created }: { at: string; created: string | undefined }) {
  if (created === undefined || Date.parse(at) >= Date.parse(created))
    return <EmptyState title={text.nobodyThen} />
  return (
    <EmptyState title={text.notYetThen.title}>
      {text.notYetThen.why} <Time at={created} />.
    </EmptyState>
  )
}

function useRuleFilter(ruleset: string) {
  const { data } = useApi('/policy/rulesets/{ruleset}/rules', {
    params: {
      path: { ruleset },
      query: { 'filter[state]': 'active,expiring', 'page[size]': '500' },
    },
  })
  return recordFilter('rule', 'filter[rule_id]', words.rule, data?.data, (rule) => [
    rule.id,
    `${rule.role_name}: ${rule.description ?? '…'}`,
  ])
}
