import { markOf } from '../../parts/can.tsx'
import { Button } from '@mantine/core'
import type { MusterError } from 'muster-sdk'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../api/use-api.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { useSourceChange, type Source } from '../source/use-source.ts'
import { connectorOf, withLabels, type SettingField } from './connectors.ts'
import { text } from './text.ts'
import { CheckField, LongField, TextField } from '../../parts/fields.tsx'

type Values = Readonly<Record<string, string | boolean>>

/** Where the source is, and the credential that opens it. */
export function AccessStep({ source, next }: { source: Source; next: () => void }) {
  const { settings: first = [], credential, moreSettings: more = [] } = connectorOf(source)
  const settings = [...first, ...more]
  const [values, setValues] = useState<Values>(() => valuesOf(settings, source))
  const [secret, setSecret] = useState('')
  const [minutes, setMinutes] = useState(
    source.sync_every_seconds === null ? '' : String(source.sync_every_seconds / 60),
  )
  const [hours, setHours] = useState(String(source.full_sync_every_seconds / 3600))
  // Which settings there are depends on the type, and the API checks them.
  const bodyOf = () =>
    Object.fromEntries<unknown>([
      ['connection', { ...othersOf(settings, source), ...connectionOf(settings, values) }],
      ...(secret === '' || credential === undefined
        ? []
        : [['credentials', { [credential.name]: secret }] as const]),
      ['sync_every_seconds', minutes === '' ? null : Number(minutes) * 60],
      ...(hours === '' ? [] : [['full_sync_every_seconds', Number(hours) * 3600] as const]),
    ])
  const patch = useSourceChange(source)
  const change = useChange(() => patch(bodyOf()))
  const faults = faultsOf(settings, source, change.error)
  const [isEdited, setIsEdited] = useState(false)
  const isUnsaved = isEdited && !change.isPending && !change.isSuccess
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (change.error !== null)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [change.error])
  const fieldOf = (field: SettingField) => (
    <Setting
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      error={faults.of[field.name]}
      onChange={(value) => setValues({ ...values, [field.name]: value })}
    />
  )
  const isSecretReady =
    credential === undefined ||
    credential.isOptional === true ||
    secret !== '' ||
    source.credentials.is_set
  const isReady =
    isSecretReady &&
    settings.every(({ name, isRequired }) => isRequired !== true || values[name] !== '')
  return (
    <form
      ref={form}
      className="form"
      {...markOf(source, 'update')}
      onChange={() => setIsEdited(true)}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !change.isPending) change.mutate(undefined, { onSuccess: next })
      }}
    >
      {first.map(fieldOf)}
      {credential !== undefined && (
        <TextField
          type="password"
          autoComplete="off"
          label={credential.label}
          description={source.credentials.is_set ? text.secretKept : text.secretHint}
          value={secret}
          error={faults.secret}
          onChange={setSecret}
        />
      )}
      {more.map(fieldOf)}
      <TextField
        label={text.every}
        description={text.everyHint}
        digits={5}
        value={minutes}
        error={faults.minutes}
        onChange={setMinutes}
      />
      {minutes !== '' && (
        <TextField
          label={text.everything}
          description={text.everythingHint}
          digits={3}
          value={hours}
          error={faults.hours}
          onChange={setHours}
        />
      )}
      {change.error !== null && !faults.areAll && <ChangeError error={change.error} />}
      {faults.areAll && <p role="alert">{text.marked}</p>}
      <AskToLeave isUnsaved={isUnsaved} />
      <div>
        <Button type="submit" variant="filled" loading={change.isPending} disabled={!isReady}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}

function Setting({
  field: { label, hint, kind },
  value,
  error,
  onChange,
}: {
  field: SettingField
  value: string | boolean
  error: string | undefined
  onChange: (value: string | boolean) => void
}) {
  if (kind === 'flag')
    return (
      <CheckField label={label} description={hint} value={value === true} onChange={onChange} />
    )
  const field = {
    label,
    description: hint,
    value: String(value),
    error,
    spellCheck: false,
    onChange,
  }
  return kind === 'text' ? <TextField {...field} /> : <LongField {...field} rows={2} />
}

/** What is wrong, in the words of the form: each fault of a connection begins with the name of a setting. */
function faultsOf(settings: readonly SettingField[], source: Source, error: MusterError | null) {
  const errors = error?.errors ?? {}
  const faults = errors['connection'] ?? []
  const labelled = settings.flatMap(({ name, label }) => {
    const own = faults.find((each) => each.startsWith(`${name} `))
    if (own === undefined) return []
    return [[name, `${label} ${withLabels(source, own.slice(name.length + 1))}`] as const]
  })
  const isForSecret = errors['credentials']?.some((each) => each.startsWith('must be sent again'))
  const of: Readonly<Partial<Record<string, string>>> = Object.fromEntries(labelled)
  const secret = isForSecret === true ? text.secretAgain : undefined
  const minutes = errors['sync_every_seconds'] && text.everyRange
  const hours = errors['full_sync_every_seconds'] && text.everythingRange
  const shown = labelled.length + [secret, minutes, hours].filter(Boolean).length
  const all = faults.length + Object.keys(errors).filter((name) => name !== 'connection').length
  return { of, secret, minutes, hours, areAll: all > 0 && shown === all }
}

function valuesOf(settings: readonly SettingField[], { connection }: Source): Values {
  return Object.fromEntries(
    settings.map(({ name, kind, initial, isUsual }) => {
      const stored = connection === null ? initial : connection[name]
      if (kind === 'flag') return [name, typeof stored === 'boolean' ? stored : isUsual === true]
      return [
        name,
        Array.isArray(stored) ? stored.join('\n') : typeof stored === 'string' ? stored : '',
      ]
    }),
  )
}

/** What was set elsewhere and has no field here stays. */
function othersOf(settings: readonly SettingField[], { connection }: Source) {
  const shown = new Set(settings.map(({ name }) => name))
  return Object.fromEntries(Object.entries(connection ?? {}).filter(([name]) => !shown.has(name)))
}

/** What is empty is left out, so that it is as usual. */
function connectionOf(settings: readonly SettingField[], values: Values) {
  const entries = settings.map(
    (field) => [field.name, settingOf(field, values[field.name])] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function settingOf(
  { kind, isUsual = false }: SettingField,
  value: string | boolean = '',
): string | boolean | readonly string[] | undefined {
  if (typeof value === 'boolean') return value === isUsual ? undefined : value
  const written = value.trim()
  if (written === '') return undefined
  return kind === 'lines' ? written.split(/\s*\n\s*/) : written
}
