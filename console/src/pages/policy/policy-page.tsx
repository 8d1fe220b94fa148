import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { kindWords, attributeType } from '../../parts/kinds.ts'
import { Middle } from '../../parts/middle.tsx'
import { countColumn, stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { useUrlState } from '../../app/url-state.ts'
import { flagFilter, recordFilter, stateFilter, wordFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { Health, healthWords } from './health.tsx'
import { resourceTypes } from './resource-types.ts'
import { policyTabs, text } from './text.ts'
import { PlaceTabs } from '../../parts/page.tsx'

export type RulesetRow = RowOf<'/policy/rulesets'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export const rulesetColumns: readonly Column<RulesetRow>[] = [
  textColumn('name', names.name, ({ policy_resource: { name } }) => name, {
    min: 170,
    grow: 2,
    sort: 'name',
    to: ({ id }) => `/policy/${id}`,
  }),
  countColumn('people', names.people, ({ count }) => count?.manifest_users, {
    min: 76,
    cell: ({ count }) => shownCount(count?.manifest_users),
  }),
  textColumn('health', names.health, (row) => healthWords(row).join(', '), {
    min: 150,
    grow: 1.2,
    cell: (row) => <Health ruleset={row} quiet={<span className="quiet">–</span>} />,
  }),
  stateColumn(names.state),
  textColumn('type', names.type, ({ type }) => kindWords(type), {
    grow: 0.8,
    cell: (row) => <Kind ruleset={row} />,
  }),
  textColumn('rules', names.rules, ({ count }) => String(count?.active_rules ?? ''), {
    min: 96,
    grow: 0.5,
    cell: ({ count }) =>
      count === undefined ? null : (
        <>
          {shownCount(count.active_rules)}
          {count.staged_rules > 0 && (
            <span className="small quiet">{text.drafts(count.staged_rules)}</span>
          )}
        </>
      ),
  }),
  textColumn('handle', names.handle, ({ policy_resource: { handle } }) => handle, {
    min: 150,
    cell: ({ policy_resource: { handle } }) => (handle === null ? null : <Middle text={handle} />),
  }),
  countColumn('grace', names.grace, ({ expires_after_days: days }) => days, {
    grow: 0.4,
    cell: ({ expires_after_days: days }) => (days === 0 ? text.noGrace : text.days(days)),
  }),
  timeColumn('updated', names.updated, ({ timestamp }) => timestamp.updated_at, {
    min: 116,
    grow: 0.5,
  }),
]

/** A list counts to 10,000. */
export function shownCount(count: number | undefined): string {
  if (count === undefined) return ''
  return count >= 10_000 ? '10,000+' : count.toLocaleString('en')
}

const { filters: words } = text

/** The policy of every resource, with its health. */
export function PolicyPage() {
  const [{ of = 'resources', dimension }] = useUrlState()
  const ofKind = of === 'attributes' ? attributeType : resourceTypes.join(',')
  const dimensions = useDimensions()
  const isOfKind = of !== 'all' && dimension === undefined
  const list = useFilteredList('/policy/rulesets', {
    words: text,
    columns: rulesetColumns,
    query: { ...(isOfKind && { 'filter[type]': ofKind }), include: ['count'] },
    search: 'filter[search]',
    filters: [
      ...(of === 'attributes' ? [] : [byType(of)]),
      ...(of === 'attributes' || dimension !== undefined ? [byDimension(dimensions)] : []),
      stateFilter(words.state, ['managed', 'monitored', 'unmanaged']),
      wordFilter('finding', 'filter[finding]', words.finding, {
        referent_gone: words.referentGone,
        self_service_key: words.selfServiceKey,
      }),
      flagFilter('authoritative', 'filter[is_authoritative]', words.authoritative, [
        text.yes,
        text.no,
      ]),
    ],
    sort: 'name',
  })
  return <ListPage list={list} tabs={<PlaceTabs of={policyTabs} />} csv="rulesets" />
}

function byType(of: string) {
  const types = [...resourceTypes, ...(of === 'all' ? [attributeType] : [])]
  return recordFilter('type', 'filter[type]', words.type, types, (type) => [type, kindWords(type)])
}

function byDimension(dimensions: readonly { id: string; name: string }[]) {
  const { dimension } = words
  return recordFilter(
    'dimension',
    'filter[dimension_id]',
    dimension,
    dimensions,
    ({ id, name }) => [id, name],
  )
}

/** The dimensions of the organisation, as far as they may be seen. */
export function useDimensions(): readonly { id: string; name: string }[] {
  const mayRead = useMay('directory.dimension.view')
  const { data } = useApiIf(mayRead, '/directory/dimensions', {
    params: { query: { 'page[size]': '100' } },
  })
  return data?.data ?? []
}

/** What kind of resource it is; of an attribute, its dimension. */
export function Kind({
  ruleset: { type, policy_resource },
}: {
  ruleset: { type: string; policy_resource: { parent: string | null } }
}) {
  const dimensions = useDimensions()
  const dimension =
    type === attributeType
      ? dimensions.find(({ id }) => id === policy_resource.parent)?.name
      : undefined
  return <>{dimension ?? kindWords(type)}</>
}
