import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'
import classes from './source.module.css'

const { limits: words } = text

const names = [
  'account_limit_percent',
  'account_limit_people',
  'overall_limit_percent',
  'overall_limit_people',
] as const
type Name = (typeof names)[number]

const labels: Readonly<Record<Name, string>> = {
  account_limit_percent: words.percent(words.account),
  account_limit_people: words.people(words.account),
  overall_limit_percent: words.percent(words.overall),
  overall_limit_people: words.people(words.overall),
}

/** Asks for the limits of a source; an empty one is that of the workspace. */
export function LimitsDialog({ source: opened, onClose }: { source: Source; onClose: () => void }) {
  const [source] = useState(opened)
  const [values, setValues] = useState<Readonly<Record<Name, string>>>({
    account_limit_percent: String(source.account_limit_percent ?? ''),
    account_limit_people: String(source.account_limit_people ?? ''),
    overall_limit_percent: String(source.overall_limit_percent ?? ''),
    overall_limit_people: String(source.overall_limit_people ?? ''),
  })
  const change = useChange(() =>
    muster.patch('/workspace/integrations/{integration}', {
      of: source,
      params: { path: { integration: source.id } },
      body: Object.fromEntries(
        names.map((name) => [name, values[name] === '' ? null : Number(values[name])]),
      ),
    }),
  )
  return (
    <FormDialog title={words.title2} action={words.save} change={change} onClose={onClose}>
      <div className={classes['fields']}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            placeholder={words.hint}
            inputMode="numeric"
            value={values[name]}
            onChange={({ currentTarget }) =>
              setValues({
                ...values,
                [name]: currentTarget.value.replaceAll(/\D/g, '').slice(0, 9),
              })
            }
          />
        ))}
      </div>
      <p>{words.why}</p>
    </FormDialog>
  )
}
