import type { Body, InitArgument } from 'muster-sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { markOf, can } from '../../parts/can.tsx'
import { muster } from '../../api/muster.ts'
import { useEdits } from '../../api/use-edits.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ConfirmDialog } from '../../parts/form-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

/** The limits and defaults of every ruleset and source that has none of its own. */
export function PolicySettings() {
  const { data, error, refetch } = useApi('/policy/settings', {
    params: { query: { include: ['abilities'] } },
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <Scroll>
      <p className="soft prose mb-20">{text.policy.intro}</p>
      {data !== undefined && <PolicySettingsForm key={data.timestamp.updated_at} settings={data} />}
    </Scroll>
  )
}

export type Settings = Body<'get', '/policy/settings'>
type Patch = NonNullable<InitArgument<'patch', '/policy/settings'>[0]>['body']
/** The numbers among the settings. */
export type SettingName = Exclude<keyof Patch, 'requires_second_approval'>
export type SettingValues = Readonly<
  Record<SettingName, number> & { requires_second_approval: boolean }
>

/** A limit of people is a share and a number: both must be exceeded. */
export const accessPairs = ['removal', 'addition', 'role_change'] as const
export const sourcePairs = ['account', 'overall'] as const
export type Pair = (typeof accessPairs)[number] | (typeof sourcePairs)[number]

const singles = [
  'named_people_limit',
  'expires_after_days',
  'exceptions_end_after_days',
  'draft_limit_per_ruleset',
  'condition_limit_per_rule',
] as const

export const settingNames: readonly SettingName[] = [
  ...[...accessPairs, ...sourcePairs].flatMap(
    (pair) => [`${pair}_limit_percent`, `${pair}_limit_people`] as const,
  ),
  ...singles,
]

export function valuesOf(settings: Settings): SettingValues {
  return settings
}

/** What differs, as a request takes it. */
export function changedValues(before: SettingValues, after: SettingValues): Patch {
  const names = [...settingNames, 'requires_second_approval'] as const
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )
}

/** The limits of people that would be higher. */
export function raisedLimits(before: SettingValues, after: SettingValues): SettingName[] {
  return settingNames.filter((name) => isLimit(name) && after[name] > before[name])
}

function isLimit(name: SettingName): boolean {
  return /_limit_(percent|people)$|^named_people_limit$/.test(name)
}

const { policy: words } = text

/** The settings as fields; as plain values for those who may not change them. */
export function PolicySettingsForm({ settings }: { settings: Settings }) {
  const edits = useEdits(settings, valuesOf)
  const { base, written: values } = edits
  const stored = valuesOf(base)
  const [isAsked, setIsAsked] = useState(false)
  const patch = changedValues(stored, values)
  const isChanged = Object.keys(patch).length > 0
  const change = useLongChange(() =>
    muster.send('patch', '/policy/settings', { of: base, body: patch }),
  )
  const saved = () => {
    edits.saved()
    setIsAsked(false)
  }
  return (
    <form
      {...markOf(settings, 'update')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) setIsAsked(true)
      }}
    >
      <SettingFields
        stored={stored}
        values={values}
        write={can(settings, 'update') ? edits.write : undefined}
      />
      {isChanged ? (
        <div className={classes['save']}>
          <Button type="submit" variant="filled">
            {words.save}
          </Button>
          <Button onClick={edits.discard}>{words.reset}</Button>
        </div>
      ) : (
        <p className="quiet">
          {words.changed} <Time at={settings.timestamp.updated_at} />
        </p>
      )}
      {isAsked && (
        <ConfirmDialog
          title={words.confirmTitle}
          action={words.save}
          change={change}
          onClose={() => setIsAsked(false)}
          onConfirm={() => change.mutate(undefined, { onSuccess: saved })}
        >
          <ChangedValues before={stored} after={values} />
        </ConfirmDialog>
      )}
      <AskToLeave isUnsaved={isChanged && !change.isPending} />
    </form>
  )
}

function SettingFields({
  stored,
  values,
  write,
}: {
  stored: SettingValues
  values: SettingValues
  /** Absent where they may not be changed. */
  write: ((values: SettingValues) => void) | undefined
}) {
  const field = (name: SettingName, label: string) => (
    <NumberField
      label={label}
      value={values[name]}
      isChanged={values[name] !== stored[name]}
      onChange={write && ((value) => write({ ...values, [name]: value }))}
    />
  )
  const pair = (name: Pair) => {
    const { label, detail } = words.pairs[name]
    return (
      <Line key={name} label={label} detail={detail}>
        {field(`${name}_limit_percent`, `${label}: ${words.percent}`)} {words.percent} {words.and}{' '}
        {field(`${name}_limit_people`, `${label}: ${words.people}`)} {words.people}
      </Line>
    )
  }
  return (
    <>
      <Section {...words.groups.access}>{accessPairs.map(pair)}</Section>
      <Section {...words.groups.source}>{sourcePairs.map(pair)}</Section>
      <Section {...words.groups.other}>
        {singles.map((name) => {
          const { label, detail, unit } = words.single[name]
          return (
            <Line key={name} label={label} detail={detail}>
              {field(name, label)} {unit}
            </Line>
          )
        })}
      </Section>
      <Section {...words.second}>
        <CheckField
          label={words.second.label}
          value={values.requires_second_approval}
          disabled={write === undefined}
          onChange={(isOn) => write?.({ ...values, requires_second_approval: isOn })}
        />
      </Section>
    </>
  )
}

function ChangedValues({ before, after }: Record<'before' | 'after', SettingValues>) {
  const raised = raisedLimits(before, after)
  return (
    <>
      <ul>
        {settingNames
          .filter((name) => before[name] !== after[name])
          .map((name) => (
            <li key={name}>
              {settingWord(name)}: {before[name].toLocaleString('en')} →{' '}
              <strong>{after[name].toLocaleString('en')}</strong>
            </li>
          ))}
        {before.requires_second_approval !== after.requires_second_approval && (
          <li>
            {words.second.label}:{' '}
            <strong>{after.requires_second_approval ? words.on : words.off}</strong>
          </li>
        )}
      </ul>
      <p>{words.confirmWhy}</p>
      {raised.length > 0 && <p>{words.raises(raised.map(settingWord).join(', '))}</p>}
    </>
  )
}

function settingWord(name: SettingName): string {
  const single = singles.find((each) => each === name)
  if (single !== undefined) return words.single[single].label
  const pair = [...accessPairs, ...sourcePairs].find((each) => name.startsWith(`${each}_`))
  const unit = name.endsWith('percent') ? words.percent : words.people
  return pair === undefined ? name : `${words.pairs[pair].label} (${unit})`
}

function Line({
  label,
  detail,
  children,
}: {
  label: string
  detail: string
  children: React.ReactNode
}) {
  return (
    <div className={classes['line']}>
      <div>
        <div className="medium">{label}</div>
        <div className="small quiet">{detail}</div>
      </div>
      <div className={classes['fields']}>{children}</div>
    </div>
  )
}

/** A whole number; as a text where it cannot be changed. An empty field is not a number and stays what it was. */
export function NumberField({
  label,
  value,
  isChanged,
  onChange,
}: {
  label: string
  value: number
  isChanged: boolean
  onChange: ((value: number) => void) | undefined
}) {
  const [typed, setTyped] = useState<string>()
  if (onChange === undefined) return <strong>{value.toLocaleString('en')}</strong>
  return (
    <input
      className={classes['number']}
      inputMode="numeric"
      aria-label={label}
      data-changed={isChanged}
      value={typed ?? value}
      onChange={({ target }) => {
        const digits = target.value.replaceAll(/\D/g, '').slice(0, 10)
        setTyped(digits)
        if (digits !== '') onChange(Number(digits))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
