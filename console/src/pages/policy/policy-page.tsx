import { useNavigate } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { Total } from '../../parts/total.tsx'
import { PolicyTabs } from './policy-tabs.tsx'
import { policyQuery } from './policy-query.ts'
import { rulesetColumns } from './ruleset-columns.tsx'
import { text } from './text.ts'
import { usePolicyFilters } from './use-policy-filters.ts'
import classes from './policy.module.css'

/** The policy of every resource, with its health. */
export function PolicyPage() {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const { of = 'resources' } = url
  const filters = usePolicyFilters(of)
  const query = policyQuery(url)
  const list = useList('/policy/rulesets', {
    params: { query: { ...query, include: ['count'], 'page[total]': 'true' } },
  })
  const isFiltered = Object.keys(noFilters).some((name) => (url[name] ?? '') !== '')
  return (
    <Page title={text.title} tabs={<PolicyTabs />} isFilled>
      <div className={classes['belowTabs']}>
        <FilterBar url={url} onChange={setUrl} searchLabel={text.search} filters={filters}>
          <Total total={list.total} label={text.count} />
          <CsvButton
            list={list}
            name="rulesets"
            columns={rulesetColumns}
            read={(signal) =>
              muster.list('/policy/rulesets', {
                params: { query: { ...query, include: ['count'], 'page[size]': '500' } },
                signal,
              })
            }
          />
        </FilterBar>
      </div>
      <DataTable
        label={text.title}
        list={list}
        columns={rulesetColumns}
        sorting={{ value: url['sort'] ?? 'name', onChange: (sort) => setUrl({ sort }) }}
        onOpen={({ id }) => void navigate({ to: '/policy/$ruleset', params: { ruleset: id } })}
        empty={
          <EmptyList
            none={text.none}
            noMatch={text.noMatch}
            onClear={isFiltered ? () => setUrl(noFilters) : undefined}
          />
        }
      />
    </Page>
  )
}

const noFilters = {
  search: '',
  type: '',
  state: '',
  dimension: '',
  finding: '',
  authoritative: '',
}
