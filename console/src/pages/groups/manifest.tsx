import { useMemo } from 'react'
import { muster } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { searchText } from '../../parts/search-text.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { Time } from '../../parts/time.tsx'
import { Total } from '../../parts/total.tsx'
import { WhyPanel } from '../why/why-panel.tsx'
import { AsOf } from './as-of.tsx'
import { DriftBar } from './drift-bar.tsx'
import { manifestColumns } from './manifest-columns.tsx'
import { text } from './text.ts'
import { useRuleset } from './use-ruleset.ts'
import type { Group } from './use-group.ts'
import classes from './groups.module.css'

/** The manifest of a ruleset, now or as of an instant, beside the vendor's members. Each row says why. */
export function Manifest({ group, ruleset }: { group: Group; ruleset: string }) {
  const [url, setUrl] = useUrlState()
  const { at, open, stay } = url
  const query = manifestQuery(url)
  const list = useList('/policy/rulesets/{ruleset}/manifest-users', {
    params: { path: { ruleset }, query: { ...query, 'page[total]': 'true' } },
  })
  const columns = useMemo(() => manifestColumns(at), [at])
  const opened = list.rows.find(({ included }) => included.directory_user.id === open)
  return (
    <div className={classes['fill']}>
      <div className={classes['column']}>
        <FilterBar
          url={url}
          onChange={setUrl}
          searchLabel={text.searchPeople}
          filters={useFilters(ruleset)}
        >
          <Total total={list.total} label={text.countPeople} />
          <CsvButton
            list={list}
            name={`access-${group.name}${at === undefined ? '' : `-${at.slice(0, 10)}`}`}
            columns={columns}
            read={(signal) =>
              muster.list('/policy/rulesets/{ruleset}/manifest-users', {
                params: { path: { ruleset }, query: { ...query, 'page[size]': '500' } },
                signal,
              })
            }
          />
        </FilterBar>
        <div className={classes['bar']}>
          <DriftBar group={group} />
          <AsOfRuleset ruleset={ruleset} at={at} onChange={(next) => setUrl({ at: next })} />
        </div>
        <DataTable
          label={text.tabs.access}
          list={list}
          columns={columns}
          selectedId={opened?.id}
          onOpen={({ id, included }) =>
            setUrl({ open: included.directory_user.id, stay: id }, { push: true })
          }
          empty={<NobodyIn ruleset={ruleset} at={at} isFiltered={isFiltered(url)} />}
        />
      </div>
      {open !== undefined && (
        <WhyPanel
          key={open}
          title={text.whyTitle(opened?.included.directory_user.full_name ?? group.name)}
          person={open}
          ruleset={ruleset}
          stay={stay}
          onClose={() => setUrl({ open: '', stay: '' })}
        />
      )}
    </div>
  )
}

function manifestQuery({ search, state, rule, at }: UrlState) {
  const wanted = searchText(search)
  return {
    ...(wanted !== undefined && { 'filter[search]': wanted }),
    ...(state !== undefined && { 'filter[state]': state }),
    ...(rule !== undefined && { 'filter[rule_id]': rule }),
    ...(at !== undefined && { at }),
  }
}

function isFiltered({ search, state, rule }: UrlState): boolean {
  return [search, state, rule].some((each) => each !== undefined)
}

function NobodyIn({
  ruleset,
  at,
  isFiltered,
}: {
  ruleset: string
  at: string | undefined
  isFiltered: boolean
}) {
  const { data } = useRuleset(ruleset)
  if (isFiltered) return <EmptyState title={text.noMatch} />
  if (at === undefined) return <EmptyState title={text.nobody.title}>{text.nobody.why}</EmptyState>
  const created = data?.timestamp.created_at
  if (created === undefined || Date.parse(at) >= Date.parse(created))
    return <EmptyState title={text.nobodyThen} />
  return (
    <EmptyState title={text.notYetThen.title}>
      {text.notYetThen.why} <Time at={created} />.
    </EmptyState>
  )
}

function AsOfRuleset({
  ruleset,
  at,
  onChange,
}: {
  ruleset: string
  at: string | undefined
  onChange: (at: string) => void
}) {
  const { data } = useRuleset(ruleset)
  if (data === undefined) return null
  return <AsOf from={data.timestamp.created_at} at={at} onChange={onChange} />
}

function useFilters(ruleset: string) {
  const { data } = useApi('/policy/rulesets/{ruleset}/rules', {
    params: {
      path: { ruleset },
      query: { 'filter[state]': 'active,expiring', 'page[size]': '500' },
    },
  })
  const { filters } = text
  return [
    {
      key: 'state',
      label: filters.state,
      options: ['active', 'expiring'].map((value) => ({ value, label: stateLooks(value).word })),
    },
    {
      key: 'rule',
      label: filters.rule,
      options: (data?.data ?? []).map(({ id, role_name, description }) => ({
        value: id,
        label: `${role_name}: ${description ?? '…'}`,
      })),
    },
  ]
}
