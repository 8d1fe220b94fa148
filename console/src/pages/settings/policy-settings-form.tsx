import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useEdits } from '../../api/use-edits.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { can, markOf } from '../../parts/can.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import {
  accessPairs,
  changedValues,
  raisedLimits,
  settingNames,
  sourcePairs,
  valuesOf,
  type Pair,
  type SettingName,
  type Settings,
} from './limits.ts'
import { NumberField } from './number-field.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

const { policy: words } = text

const singles = [
  'named_people_limit',
  'expires_after_days',
  'exceptions_end_after_days',
  'draft_limit_per_ruleset',
  'condition_limit_per_rule',
] as const

/** The settings as fields; as plain values for those who may not change them. */
export function PolicySettingsForm({ settings }: { settings: Settings }) {
  const edits = useEdits(settings, valuesOf)
  const { base, written: values } = edits
  const stored = valuesOf(base)
  const [isAsked, setIsAsked] = useState(false)
  const patch = changedValues(stored, values)
  const isChanged = Object.keys(patch).length > 0
  const mayChange = can(settings, 'update')
  const change = useLongChange(() =>
    muster.send('patch', '/policy/settings', { of: base, body: patch }),
  )
  const saved = () => {
    edits.saved()
    setIsAsked(false)
  }
  const field = (name: SettingName, label: string) => (
    <NumberField
      label={label}
      value={values[name]}
      isChanged={values[name] !== stored[name]}
      onChange={mayChange ? (value) => edits.write({ ...values, [name]: value }) : undefined}
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
    <form
      {...markOf(settings, 'update')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) setIsAsked(true)
      }}
    >
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
        <Checkbox
          label={words.second.label}
          checked={values.requires_second_approval}
          disabled={!mayChange}
          onChange={({ currentTarget }) =>
            edits.write({ ...values, requires_second_approval: currentTarget.checked })
          }
        />
      </Section>
      {isChanged ? (
        <div className={classes['save']}>
          <Button type="submit" variant="filled">
            {words.save}
          </Button>
          <Button onClick={edits.discard}>{words.reset}</Button>
        </div>
      ) : (
        <p className={classes['changed']}>
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

function ChangedValues({
  before,
  after,
}: {
  before: ReturnType<typeof valuesOf>
  after: ReturnType<typeof valuesOf>
}) {
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
        <div className={classes['label']}>{label}</div>
        <div className={classes['detail']}>{detail}</div>
      </div>
      <div className={classes['fields']}>{children}</div>
    </div>
  )
}
