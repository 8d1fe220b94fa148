import { markOf } from '../../parts/can.tsx'
import { Button } from '@mantine/core'
import type { MusterError } from 'muster-sdk'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../api/use-api.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { useForm } from '../../parts/use-form.ts'
import { useSourceChange, type Source } from '../source/use-source.ts'
import { connectorOf, withLabels, type SettingField } from './connectors.ts'
import { text } from './text.ts'
import { CheckField, LongField, TextField } from '../../parts/fields.tsx'

/** Where the source is, and the credential that opens it. */
export function AccessStep({ source, next }: { source: Source; next: () => void }) {
  const { settings: first = [], credential, moreSettings: more = [] } = connectorOf(source)
  const form = useForm(() => writtenOf(source))
  const { settings } = form.values
  const patch = useSourceChange(source)
  const change = useChange(() => patch(bodyOf(source, form.values)))
  const faults = faultsOf(source, change.error)
  const [isEdited, setIsEdited] = useState(false)
  const isReady = isComplete(source, form.values)
  const fieldOf = (field: SettingField) => (
    <Setting
      key={field.name}
      field={field}
      value={settings[field.name] ?? ''}
      error={faults.of[field.name]}
      onChange={(value) => form.set({ settings: { ...settings, [field.name]: value } })}
    />
  )
  return (
    <form
      ref={useFocusOnFault(change.error)}
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
          error={faults.secret}
          {...form.of('secret')}
        />
      )}
      {more.map(fieldOf)}
      <Intervals form={form} faults={faults} />
      {change.error !== null && !faults.areAll && <ChangeError error={change.error} />}
      {faults.areAll && <p role="alert">{text.marked}</p>}
      <AskToLeave isUnsaved={isEdited && !change.isPending && !change.isSuccess} />
      <div>
        <Button type="submit" variant="filled" loading={change.isPending} disabled={!isReady}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}

/** How often the source is read: what changed after minutes, everything after hours. */
function Intervals({ form, faults }: { form: Form; faults: ReturnType<typeof faultsOf> }) {
  return (
    <>
      <TextField
        label={text.every}
        description={text.everyHint}
        digits={5}
        error={faults.minutes}
        {...form.of('minutes')}
      />
      {form.values.minutes !== '' && (
        <TextField
          label={text.everything}
          description={text.everythingHint}
          digits={3}
          error={faults.hours}
          {...form.of('hours')}
        />
      )}
    </>
  )
}

function useFocusOnFault(error: MusterError | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
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
function faultsOf(source: Source, error: MusterError | null) {
  const errors = error?.errors ?? {}
  const faults = errors['connection'] ?? []
  const labelled = settingsOf(source).flatMap(({ name, label }) => {
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

function settingsOf(source: Source): SettingField[] {
  const { settings = [], moreSettings = [] } = connectorOf(source)
  return [...settings, ...moreSettings]
}

type Written = ReturnType<typeof writtenOf>
type Form = ReturnType<typeof useForm<Written>>

function writtenOf(source: Source) {
  const { connection, sync_every_seconds: every, full_sync_every_seconds: everything } = source
  const settings = settingsOf(source).map(({ name, kind, initial, isUsual }) => {
    const stored = connection === null ? initial : connection[name]
    if (kind === 'flag')
      return [name, typeof stored === 'boolean' ? stored : isUsual === true] as const
    const lines = Array.isArray(stored) ? stored.join('\n') : stored
    return [name, typeof lines === 'string' ? lines : ''] as const
  })
  return {
    settings: Object.fromEntries<string | boolean>(settings),
    secret: '',
    minutes: every === null ? '' : String(every / 60),
    hours: String(everything / 3600),
  }
}

/** Whether everything that is needed is filled in. */
function isComplete(source: Source, { settings, secret }: Written): boolean {
  const { credential } = connectorOf(source)
  const needsSecret =
    credential !== undefined && credential.isOptional !== true && !source.credentials.is_set
  const isMissing = settingsOf(source).some(
    ({ name, isRequired }) => isRequired === true && settings[name] === '',
  )
  return !isMissing && !(needsSecret && secret === '')
}

/** What is written, as a request takes it. Which settings there are depends on the type, and the API checks them. */
function bodyOf(source: Source, { settings, secret, minutes, hours }: Written) {
  const { credential } = connectorOf(source)
  return Object.fromEntries<unknown>([
    ['connection', connectionOf(source, settings)],
    ...(secret === '' || credential === undefined
      ? []
      : [['credentials', { [credential.name]: secret }] as const]),
    ['sync_every_seconds', minutes === '' ? null : Number(minutes) * 60],
    ...(hours === '' ? [] : [['full_sync_every_seconds', Number(hours) * 3600] as const]),
  ])
}

/** What was set elsewhere and has no field here stays. What is empty is left out, so that it is as usual. */
function connectionOf(source: Source, values: Written['settings']) {
  const fields = settingsOf(source)
  const shown = new Set(fields.map(({ name }) => name))
  const others = Object.entries(source.connection ?? {}).filter(([name]) => !shown.has(name))
  const written = fields
    .map((field) => [field.name, settingOf(field, values[field.name])] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries<unknown>([...others, ...written])
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
