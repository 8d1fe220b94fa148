import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNames } from '../../api/use-names.ts'
import type { UrlState } from '../../app/url-state.ts'
import { Chip } from '../../parts/chip.tsx'
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

function IdForm({ url, onChange }: Properties) {
  const [values, setValues] = useState<UrlState>(
    Object.fromEntries(idFilters.map((name) => [name, url[name] ?? ''])),
  )
  return (
    <form
      className={classes['ids']}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(values)
      }}
    >
      {idFilters.map((name) => (
        <TextInput
          key={name}
          label={words[name]}
          placeholder={name === 'request_id' ? '' : words.idHint}
          value={values[name] ?? ''}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) =>
            setValues({ ...values, [name]: currentTarget.value.replaceAll(/\s/g, '') })
          }
        />
      ))}
      <Button type="submit" variant="filled">
        {words.apply}
      </Button>
    </form>
  )
}
