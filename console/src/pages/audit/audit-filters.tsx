import { Button, SegmentedControl } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { UrlState } from '../../app/url-state.ts'
import { Chip, FilterBar } from '../../parts/filter-bar.tsx'
import { localOf, shownRange } from '../../parts/instants.ts'
import { TextField } from '../../parts/fields.tsx'
import { useNames } from '../../api/use-names.ts'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { actorsFor, peopleFor, recordsFor } from '../../parts/suggest-records.ts'
import { text } from './text.ts'
import { eventPhrases } from '../../gen/event-phrases.ts'
import classes from './audit.module.css'

/** The filters that name records or a request, by their names in the address and in the API. */
const idFilters = ['actor', 'subject', 'record', 'parent', 'related', 'request_id'] as const

/** The filters of the address that the API has under the same names. */
const names = ['event', 'via', 'search', 'at_after', 'at_before', ...idFilters] as const
type Name = (typeof names)[number] | 'made_by'

/** The filters of the address as those of the API. `me` is who looks. */
export function auditQuery(url: UrlState, me: string) {
  const { period = '', made_by: madeBy = '' } = url
  const asked: UrlState = {
    ...url,
    ...(periods.has(period) && { at_after: beginOf(period) }),
    ...(madeBy === 'mine' && { actor: me }),
    search: (url['search']?.trim().length ?? 0) < 3 ? '' : url['search'],
  }
  const entries = names.flatMap((name) => {
    const value = asked[name]?.trim()
    return value === undefined || value === '' ? [] : [[`filter[${name}]`, value] as const]
  })
  const query: Partial<Record<`filter[${Name}]`, string>> = Object.fromEntries(entries)
  if (madeBy === 'people' || madeBy === 'automatic') query['filter[made_by]'] = madeBy
  return query
}

const { filters: words } = text

/** How many days before this one a period begins. */
const periods = new Map([
  ['today', 0],
  ['week', 7],
  ['month', 30],
])

/** The midnight at which a period begins, in the viewer's zone. */
function beginOf(period: string): string {
  const at = new Date()
  at.setHours(0, 0, 0, 0)
  at.setDate(at.getDate() - (periods.get(period) ?? 0))
  return at.toISOString()
}

/** A patch of the address that takes every filter away. */
export const noAuditFilters: UrlState = Object.fromEntries(
  [...names, 'made_by', 'period'].map((name) => [name, '']),
)

/** The filter of the stream by time, in the viewer's zone. */
function TimeChip({ url, onChange }: { url: UrlState; onChange: (patch: UrlState) => void }) {
  const { at_after: after, at_before: before } = url
  return (
    <Chip
      label={words.time}
      value={shownRange(after, before)}
      onClear={() => onChange({ at_after: '', at_before: '' })}
    >
      {({ close }) => (
        <Range
          after={after}
          before={before}
          onChange={(patch) => {
            close()
            onChange({ ...patch, period: '' })
          }}
        />
      )}
    </Chip>
  )
}

function Range({
  after,
  before,
  onChange,
}: {
  after: string | undefined
  before: string | undefined
  onChange: (patch: UrlState) => void
}) {
  const [from, setFrom] = useState(localOf(new Date(after ?? '')))
  const [to, setTo] = useState(localOf(new Date(before ?? '')))
  return (
    <form
      className={classes['ids']}
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ at_after: toInstant(from), at_before: toInstant(to) })
      }}
    >
      <TextField type="datetime-local" label={words.from} value={from} onChange={setFrom} />
      <TextField type="datetime-local" label={words.to} value={to} onChange={setTo} />
      <Button type="submit" variant="filled">
        {words.apply}
      </Button>
    </form>
  )
}

function toInstant(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

type Properties = { url: UrlState; onChange: (patch: UrlState) => void }

/** The filters that name records: a chip for each that is set, by name, and one that sets them. */
function IdChips({ url, onChange }: Properties) {
  const set = idFilters.filter((name) => (url[name] ?? '') !== '')
  const names = useNames(set.flatMap((name) => url[name]?.split(',') ?? []))
  return (
    <>
      {set.map((name) => (
        <Chip
          key={name}
          label={words[name]}
          value={(url[name] ?? '')
            .split(',')
            .map((id) => names.get(id) ?? id)
            .join(', ')}
          onClear={() => onChange({ [name]: '' })}
        />
      ))}
      <Chip label={words.more} value={undefined}>
        {({ close }) => (
          <IdForm
            url={url}
            onChange={(patch) => {
              close()
              onChange(patch)
            }}
          />
        )}
      </Chip>
    </>
  )
}

/** A record is found by its name, or given by its id; ids can have commas between them. */
function IdForm({ url, onChange }: Properties) {
  const [values, setValues] = useState<UrlState>(
    Object.fromEntries(idFilters.map((name) => [name, url[name] ?? ''])),
  )
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const names = useNames(Object.values(values).flatMap((ids = '') => ids.split(',')))
  const shown = (ids: string) =>
    ids
      .split(',')
      .map((id) => picked.get(id) ?? names.get(id) ?? id)
      .join(', ')
  return (
    <form
      className={classes['ids']}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(values)
      }}
    >
      {idFilters.map((name) => (
        <SuggestField
          key={name}
          label={words[name]}
          placeholder={name === 'request_id' ? '' : words.idHint}
          value={shown(values[name] ?? '')}
          suggest={suggestFor[name]}
          onPick={(id, label) => {
            setPicked(new Map(picked).set(id, label))
            setValues({ ...values, [name]: id })
          }}
          takes={name === 'request_id' ? undefined : areIds}
          onText={(ids) => setValues({ ...values, [name]: ids.replaceAll(/\s/g, '') })}
        />
      ))}
      <Button type="submit" variant="filled">
        {words.apply}
      </Button>
    </form>
  )
}

/** Ids with commas between them. What is typed of a name is none, and waits for its suggestions. */
function areIds(typed: string): boolean {
  return typed.split(',').every((id) => /^\s*[a-z_]+_[0-9a-z]{26}\s*$/.test(id))
}

const nothing = () => ({ key: ['nothing'], read: async () => [], isAsked: false })

const suggestFor = {
  actor: actorsFor,
  subject: peopleFor,
  record: recordsFor,
  parent: recordsFor,
  related: recordsFor,
  request_id: nothing,
}

/** The filters of a stream of the log, in the address. */
export function AuditFilters({
  url,
  onChange,
  children,
}: {
  url: UrlState
  onChange: (patch: UrlState) => void
  children?: ReactNode
}) {
  return (
    <>
      <div className={classes['switches']}>
        <Switch of={text.madeBy} url={url} name="made_by" onChange={onChange} />
        <Switch
          of={text.periods}
          url={url}
          name="period"
          onChange={(patch) => onChange({ ...patch, at_after: '', at_before: '' })}
        />
        <div className="flex gap-8 to-end">{children}</div>
      </div>
      <FilterBar
        url={url}
        onChange={onChange}
        searchLabel={text.search}
        filters={filters}
        more={
          <>
            <TimeChip url={url} onChange={onChange} />
            <IdChips url={url} onChange={onChange} />
          </>
        }
      />
    </>
  )
}

/** One of a few, all of which stand side by side. */
function Switch({
  of: { label, ...options },
  name,
  url,
  onChange,
}: Properties & { of: { label: string; all: string } & Record<string, string>; name: string }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      data={Object.entries(options).map(([value, word]) => ({ value, label: word }))}
      value={url[name] ?? 'all'}
      onChange={(value) => onChange({ [name]: value === 'all' ? '' : value })}
    />
  )
}

const filters = [
  {
    key: 'event',
    label: text.filters.event,
    options: Object.entries(eventPhrases)
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  },
  {
    key: 'via',
    label: text.filters.via,
    options: Object.entries(text.vias).map(([value, label]) => ({ value, label })),
  },
]
