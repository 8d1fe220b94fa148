import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useList, type ApiList } from '../../api/use-list.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import { DataTable } from '../data-table.tsx'
import { EmptyState } from '../empty-state.tsx'
import { FilterBar } from '../filter-bar.tsx'
import type { Filter } from '../filter-chip.tsx'
import { Total } from '../total.tsx'
import type { LabelledRuleset } from './label-rulesets.ts'
import { peopleColumns, type EffectPerson } from './people-columns.tsx'
import { text } from './text.ts'
import { changes, kindsOf, type EffectRow, type EffectSource } from './types.ts'
import classes from './plan.module.css'

/** The people of an effect, with search. Search and filters are in the address: `search`, `kind` and `ruleset`. */
export function EffectPeople({
  source,
  rulesets,
}: {
  source: EffectSource
  rulesets: readonly LabelledRuleset[]
}) {
  if ('plan' in source) return <PeopleOfPlan {...source} rulesets={rulesets} />
  if ('run' in source) return <PeopleOfRun {...source} rulesets={rulesets} />
  return <PeopleOfIncident {...source} rulesets={rulesets} />
}

type Rulesets = { rulesets: readonly LabelledRuleset[] }

function PeopleOfPlan({ plan, rulesets }: Rulesets & { plan: string }) {
  const [url] = useUrlState()
  const list = useList('/policy/plans/{plan}/effects', {
    params: { path: { plan }, query: queryOf(url) },
  })
  return <People list={list} rulesets={rulesets} />
}

function PeopleOfRun({
  run,
  integration,
  rulesets,
}: Rulesets & { run: string; integration: string }) {
  const [url] = useUrlState()
  const list = useList('/workspace/integrations/{integration}/runs/{run}/effects', {
    params: { path: { integration, run }, query: queryOf(url) },
  })
  return <People list={list} rulesets={rulesets} />
}

function PeopleOfIncident({
  incident,
  users,
  rulesets,
}: Rulesets & { incident: string; users?: readonly string[] }) {
  const [url] = useUrlState()
  const some = users === undefined ? {} : { 'filter[user]': users.join(',') }
  const list = useList('/policy/incidents/{incident}/effects', {
    params: { path: { incident }, query: { ...queryOf(url), ...some } },
  })
  return <People list={list} rulesets={rulesets} />
}

/** `?kind=removed&ruleset=…&search=…` as the filters of the API. */
function queryOf({ search = '', kind, ruleset }: UrlState): Record<string, string> {
  const chosen = changes.filter((each) => kind?.split(',').includes(each) === true)
  return {
    ...(search.trim() !== '' && { 'filter[search]': search.trim() }),
    ...(chosen.length > 0 && { 'filter[kind]': chosen.flatMap((each) => kindsOf[each]).join(',') }),
    ...(ruleset !== undefined && { 'filter[ruleset_id]': ruleset }),
    'page[total]': 'true',
  }
}

const headHeight = 34
const rowHeight = 36
const leastRows = 6
const mostRows = 15

function People({ list, rulesets }: Rulesets & { list: ApiList<EffectRow> }) {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const people = useMemo(
    (): ApiList<EffectPerson> => ({ ...list, rows: shownRows(list.rows, rulesets) }),
    [list, rulesets],
  )
  const rows = Math.max(
    leastRows,
    Math.min(mostRows, people.isPending ? mostRows : people.rows.length),
  )
  return (
    <section className={classes['people']} aria-label={text.whoTitle}>
      <FilterBar
        url={url}
        onChange={setUrl}
        searchLabel={text.search}
        filters={filtersOf(rulesets)}
      >
        <Total total={list.total} label={text.count} />
      </FilterBar>
      <div className={classes['table']} style={{ height: headHeight + rows * rowHeight }}>
        <DataTable
          label={text.whoTitle}
          list={people}
          columns={peopleColumns}
          onOpen={({ directory_user: { id } }) => {
            if (id !== null) void navigate({ to: '/people/$user', params: { user: id } })
          }}
          empty={<NobodyMatches onClear={() => setUrl({ search: '', kind: '', ruleset: '' })} />}
        />
      </div>
    </section>
  )
}

function filtersOf(rulesets: readonly LabelledRuleset[]): Filter[] {
  return [
    {
      key: 'kind',
      label: text.kind,
      options: changes.map((value) => ({ value, label: text[value] })),
    },
    {
      key: 'ruleset',
      label: text.ruleset,
      options: rulesets.map(({ ruleset_key: value, label }) => ({ value, label })),
    },
  ]
}

function NobodyMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title={text.noMatch}>
      <Button onClick={onClear}>{text.clear}</Button>
    </EmptyState>
  )
}

function shownRows(
  rows: readonly EffectRow[],
  rulesets: readonly LabelledRuleset[],
): EffectPerson[] {
  const labels = new Map(rulesets.map(({ ruleset_key: key, label }) => [key, label]))
  return rows.map((row, index) => ({
    ...row,
    id: `${row.directory_user.id ?? index} ${row.ruleset_key}`,
    resource: labels.get(row.ruleset_key) ?? row.resource_handle ?? row.ruleset_name,
  }))
}
