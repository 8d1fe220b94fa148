import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { personColumn, textColumn } from '../column-kinds.tsx'
import type { Column } from '../columns.ts'
import { Icon } from '../icon.tsx'
import { Time } from '../time.tsx'
import { useList, type ApiList } from '../../api/use-list.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import { DataTable } from '../data-table.tsx'
import { EmptyState } from '../empty-state.tsx'
import { FilterBar, Total, type Filter } from '../filter-bar.tsx'
import { Mark } from './numbers.tsx'
import { text } from './text.ts'
import {
  changes,
  kindsOf,
  type Change,
  type EffectRow,
  type EffectSource,
  type LabelledRuleset,
} from './types.ts'
import classes from './plan.module.css'

/** A row of an effect, with an id, which is the person and the ruleset, and what the resource is known by. */
export type EffectPerson = EffectRow & { id: string; resource: string }

type Access = EffectRow['before']
type Person = EffectRow['directory_user']

const peopleColumns: readonly Column<EffectPerson>[] = [
  plannedPerson(text.person),
  textColumn('what', text.what, ({ kinds }) => kinds.join(', '), {
    min: 112,
    grow: 0.6,
    cell: ({ kinds }) => (
      <span className={classes['what']}>
        <Mark change={changeOf(kinds)} />
        {kinds.map((kind) => text.kindWords[kind]).join(', ')}
      </span>
    ),
  }),
  textColumn('resource', text.ruleset, ({ resource }) => resource, { min: 110, grow: 1.2 }),
  textColumn(
    'access',
    text.access,
    ({ before, after }) => `${before?.role ?? ''} → ${after?.role ?? ''}`,
    { min: 160, grow: 1.6, cell: (row) => <AccessCell {...row} /> },
  ),
]

/** A person who does not exist yet has no page. */
export function plannedPerson<Row extends { directory_user: Person }>(header: string): Column<Row> {
  return personColumn('person', header, ({ directory_user }) => directory_user.full_name, {
    min: 150,
    grow: 1.4,
    to: ({ directory_user: { id } }) => (id === null ? undefined : `/people/${id}`),
  })
}

/** The role before and after, or once where it stays; and until when. */
function AccessCell({ before, after }: Pick<EffectPerson, 'before' | 'after'>) {
  const isSame = before !== null && before.role === after?.role
  const end = after?.expires_at ?? null
  return (
    <span className={classes['access']}>
      {!isSame && (
        <>
          <Role access={before} />
          <Icon name="right" size={11} />
        </>
      )}
      <Role access={after} />
      {end !== null && (
        <span className={classes['soft']}>
          {text.until} <Time at={end} />
        </span>
      )}
    </span>
  )
}

function Role({ access }: { access: Access }) {
  if (access === null) return <span className={classes['soft']}>{text.nothing}</span>
  return <span>{access.role}</span>
}

function changeOf(kinds: EffectRow['kinds']): Change {
  if (kinds.includes('added')) return 'added'
  return kinds.includes('removed') ? 'removed' : 'changed'
}

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
