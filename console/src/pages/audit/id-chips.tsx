import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNames } from '../../api/use-names.ts'
import type { UrlState } from '../../app/url-state.ts'
import { Chip } from '../../parts/chip.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { actorsFor, peopleFor, recordsFor } from '../../parts/suggest-records.ts'
import { idFilters } from './audit-query.ts'
import { text } from './text.ts'
import classes from './audit.module.css'

const { filters: words } = text

type Properties = { url: UrlState; onChange: (patch: UrlState) => void }

/** The filters that name records: a chip for each that is set, by name, and one that sets them. */
export function IdChips({ url, onChange }: Properties) {
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
