import { Button } from '@mantine/core'
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

const names = ['event', 'via', 'at_after', 'at_before', ...idFilters] as const

/** The filters of the address as those of the API, which have the same names. */
export function auditQuery(url: UrlState) {
  const entries = names.flatMap((name) => {
    const value = url[name]?.trim()
    return value === undefined || value === '' ? [] : [[`filter[${name}]`, value] as const]
  })
  const query: Partial<Record<`filter[${(typeof names)[number]}]`, string>> =
    Object.fromEntries(entries)
  return query
}

/** A patch of the address that takes every filter away. */
export const noAuditFilters: UrlState = Object.fromEntries(names.map((name) => [name, '']))

const { filters: words } = text

const hour = 3_600_000
const presets = [
  { label: words.last.hour, milliseconds: hour },
  { label: words.last.day, milliseconds: 24 * hour },
  { label: words.last.week, milliseconds: 7 * 24 * hour },
  { label: words.last.month, milliseconds: 30 * 24 * hour },
]

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
            onChange(patch)
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
      <div className="halves gap-4">
        {presets.map(({ label, milliseconds }) => (
          <Button
            key={label}
            onClick={() =>
              onChange({
                at_after: new Date(Date.now() - milliseconds).toISOString(),
                at_before: '',
              })
            }
          >
            {label}
          </Button>
        ))}
      </div>
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
    <FilterBar
      url={url}
      onChange={onChange}
      filters={filters}
      more={
        <>
          <TimeChip url={url} onChange={onChange} />
          <IdChips url={url} onChange={onChange} />
        </>
      }
    >
      {children}
    </FilterBar>
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
