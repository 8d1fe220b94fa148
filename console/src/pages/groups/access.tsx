import type { RowOf } from 'muster-sdk'
import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { Column } from '../../parts/columns.ts'
import { Reason } from '../../parts/middle.tsx'
import { personColumn, stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { useApi } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { recordFilter, stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Icon } from '../../parts/icon.tsx'
import { localOf } from '../../parts/instants.ts'
import { useNow } from '../../parts/use-now.ts'
import { text } from './text.ts'
import { NoRuleset } from './no-ruleset.tsx'
import { useGroup, useRulesetIf, type Group } from './use-group.ts'
import { DriftBar } from './drift-bar.tsx'
import { whyOf } from './why-of.tsx'
import classes from './groups.module.css'

type ManifestRow = RowOf<'/policy/rulesets/{ruleset}/manifest-users'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export function manifestColumns(at: string | undefined): Column<ManifestRow>[] {
  return [person, why, ...(at === undefined ? [state] : [state, nowColumn]), ...shared]
}

const person: Column<ManifestRow> = personColumn(
  'person',
  names.person,
  ({ included }) => included.directory_user.full_name,
  {
    min: 150,
    grow: 1.6,
    to: ({ included }) => `/people/${included.directory_user.id}`,
  },
)

const why: Column<ManifestRow> = textColumn(
  'rule',
  names.rule,
  ({ included }) => included.policy_rule.description,
  {
    min: 180,
    grow: 2.6,
    cell: ({ included }) => <Reason why={included.policy_rule.description ?? ''} />,
  },
)

const state: Column<ManifestRow> = stateColumn(names.state)

/** What has become of a stay that is shown as of an earlier instant. */
const nowColumn: Column<ManifestRow> = textColumn(
  'now',
  names.now,
  ({ timestamp: { deleted_at: end } }) => end ?? text.stillIn,
  {
    grow: 0.7,
    cell: ({ timestamp: { deleted_at: end } }) =>
      end === null ? (
        text.stillIn
      ) : (
        <span>
          {text.left} <Time at={end} />
        </span>
      ),
  },
)

const shared: Column<ManifestRow>[] = [
  textColumn('role', names.role, ({ included }) => included.policy_rule.role_name, {
    min: 110,
    grow: 0.7,
  }),
  timeColumn('since', names.since, ({ timestamp }) => timestamp.activated_at, {
    min: 115,
    grow: 0.5,
  }),
  textColumn(
    'until',
    names.until,
    ({ timestamp: { deleted_at, expires_at } }) => deleted_at ?? expires_at,
    {
      min: 105,
      grow: 0.5,
      cell: ({ timestamp: { deleted_at, expires_at } }) => {
        const end = deleted_at ?? expires_at
        return end === null ? null : <Time at={end} />
      },
    },
  ),
  textColumn('email', names.email, ({ included }) => included.directory_user.email, {
    min: 200,
    grow: 1.2,
  }),
]

/** Who should have the group now, or had it at another time. */
export function Access() {
  const { data: group } = useGroup()
  if (group === undefined) return null
  if (group.ruleset === null) return <NoRuleset group={group} />
  return <Manifest group={group} ruleset={group.ruleset} />
}

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
    filters: [stateFilter(text.filters.state, ['active', 'expiring']), useRuleFilter(ruleset)],
  })
  const created = from?.timestamp.created_at
  return (
    <List
      list={list}
      csv={`access-${group.name}${at === undefined ? '' : `-${at.slice(0, 10)}`}`}
      note={
        <div className="inline between">
          <DriftBar group={group} />
          {created !== undefined && (
            <AsOf from={created} at={at} onChange={(next) => setUrl({ at: next })} />
          )}
        </div>
      }
      opening={({ id, included }) => ({ open: included.directory_user.id, stay: id })}
      panelFilters={{ stay: '' }}
      panelOf={whyOf(
        group,
        ruleset,
        ({ included }: ManifestRow) => included.directory_user.full_name,
        stay,
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
  return recordFilter('rule', 'filter[rule_id]', text.filters.rule, data?.data, (rule) => [
    rule.id,
    `${rule.role_name}: ${rule.description ?? '…'}`,
  ])
}

const { asOf: words } = text
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const steps = 240
const pauseMilliseconds = 120

/** Chooses an instant that has passed: with a slider since the beginning, or exactly. Without one it is now. */
export function AsOf({
  from,
  at,
  onChange,
}: {
  /** The earliest instant that there is something to see of. */
  from: string
  /** An instant, or undefined for now. */
  at: string | undefined
  onChange: (at: string) => void
}) {
  const now = useNow()
  const [start, end] = [Date.parse(from), now.getTime()]
  // Where the slider is until the address follows; otherwise it stands where the address says.
  const [moved, setMoved] = useState<{ from: string | undefined; to: number }>()
  const position = moved?.from === at && moved !== undefined ? moved.to : positionOf(at, start, end)
  const announce = useDebouncedCallback(onChange, pauseMilliseconds)
  const choose = (next: number) => {
    setMoved({ from: at, to: next })
    announce(next >= steps ? '' : instantAt(next, start, end))
  }
  const said =
    position >= steps ? words.now : format.format(Date.parse(instantAt(position, start, end)))
  return (
    <div className="inline soft">
      <Icon name="clock" size={14} />
      <span>{words.label}</span>
      <input
        type="range"
        className={classes['slider']}
        aria-label={words.slider}
        aria-valuetext={said}
        min={0}
        max={steps}
        value={position}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      />
      <input
        type="datetime-local"
        className={classes['field']}
        aria-label={words.field}
        value={localOf(at === undefined ? new Date(end) : new Date(at))}
        max={localOf(new Date(end))}
        onChange={({ currentTarget }) => {
          const chosen = new Date(currentTarget.value)
          if (chosen.getTime() < Date.now()) onChange(chosen.toISOString())
        }}
      />
      {at !== undefined && <Button onClick={() => onChange('')}>{words.back}</Button>}
    </div>
  )
}

function positionOf(at: string | undefined, start: number, end: number): number {
  if (at === undefined) return steps
  const share = (Date.parse(at) - start) / Math.max(1, end - start)
  return Math.round(Math.min(1, Math.max(0, share)) * steps)
}

function instantAt(position: number, start: number, end: number): string {
  return new Date(start + ((end - start) * position) / steps).toISOString()
}
