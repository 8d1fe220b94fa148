import { Button } from '@mantine/core'
import { useState } from 'react'
import { markOf, can } from '../../parts/can.tsx'
import { muster, writeOf } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { useEdits } from '../../api/use-edits.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { CheckField, SelectField, TextField } from '../../parts/fields.tsx'
import { Id } from '../../parts/id.tsx'
import { OperationsDialog } from './operations-dialog.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'
import classes from './policy.module.css'

const { settings: words } = text

/** The settings of a ruleset: read where they may not be changed. */
export function Settings() {
  const { data: ruleset } = useRuleset()
  if (ruleset === undefined) return null
  return <Form key={ruleset.id} ruleset={ruleset} />
}

function Form({ ruleset: stored }: { ruleset: Ruleset }) {
  const edits = useEdits(stored, settingsOf)
  const { base: ruleset, written } = edits
  const [isPlanned, setIsPlanned] = useState(false)
  const changes = changesOf(ruleset, written)
  const isChanged = Object.keys(changes).length > 0
  const write = writeOf('ruleset', ruleset)
  const change = useLongChange(() =>
    muster.send('patch', '/policy/rulesets/{ruleset}', { ...write, body: changes }),
  )
  const save = () => change.mutate(undefined, { onSuccess: edits.saved })
  const discard = () => {
    change.reset()
    edits.discard()
  }
  // Every stay would end, so that step is a plan.
  const leavesManaged = ruleset.state === 'managed' && changes.state === 'monitored'
  return (
    <form
      {...markOf(ruleset, 'update')}
      className={classes['settings']}
      onSubmit={(event) => {
        event.preventDefault()
        if (leavesManaged) setIsPlanned(true)
        else save()
      }}
    >
      <fieldset disabled={!can(stored, 'update')} className={classes['bare']}>
        <Fields
          ruleset={ruleset}
          written={written}
          set={(patch) => edits.write({ ...written, ...patch })}
        />
      </fieldset>
      <p className="small quiet">
        {words.id} <Id value={ruleset.id} />
      </p>
      {change.error !== null && (
        <ChangeError error={change.error} again={{ action: words.save, run: save }} />
      )}
      {isChanged && (
        <div className="buttons">
          <Button onClick={discard}>{words.discard}</Button>
          <Button type="submit" variant="filled" loading={change.isPending}>
            {leavesManaged ? words.plan : words.save}
          </Button>
        </div>
      )}
      {isPlanned && (
        <LeavingManaged
          ruleset={ruleset}
          changes={changes}
          onDone={edits.saved}
          onClose={() => setIsPlanned(false)}
        />
      )}
      <AskToLeave isUnsaved={isChanged && !change.isPending} />
    </form>
  )
}

/** What would follow if the ruleset were managed no longer, before that is saved. */
function LeavingManaged({
  ruleset,
  changes,
  onDone,
  onClose,
}: {
  ruleset: Ruleset
  changes: Changes
  onDone: () => void
  onClose: () => void
}) {
  return (
    <OperationsDialog
      title={words.leaveTitle}
      action={words.save}
      isDangerous
      of={ruleset}
      operations={[{ op: 'change_ruleset', ruleset_id: ruleset.id, ...changes }]}
      onDone={() => {
        onDone()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="small quiet">{words.leaveManaged}</p>
    </OperationsDialog>
  )
}

function Fields({ ruleset, written, set }: Part & { ruleset: Ruleset }) {
  return (
    <>
      <SelectField<Ruleset['state']>
        label={words.state}
        options={nextStates[ruleset.state]}
        value={written.state}
        onChange={(state) => set({ state })}
      />
      <Grace ruleset={ruleset} written={written} set={set} />
      {switches.map(({ name, label, hint }) => (
        <CheckField
          key={name}
          label={label}
          description={hint}
          value={written[name]}
          onChange={(isOn) => set({ [name]: isOn })}
        />
      ))}
      {ruleset.type !== 'directory_attribute' && <Limits written={written} set={set} />}
    </>
  )
}

const switches = [
  { name: 'is_authoritative', label: words.authoritative, hint: words.authoritativeHint },
  { name: 'is_sensitive', label: words.sensitive, hint: words.sensitiveHint },
  { name: 'requires_second_approval', label: words.second, hint: words.secondHint },
] as const

type Part = { written: Written; set: (patch: Partial<Written>) => void }

const { unmanaged, monitored, managed } = words.states
const nextStates = {
  unmanaged: { unmanaged, monitored },
  monitored: { unmanaged, monitored, managed },
  managed: { monitored, managed },
} as const

function Grace({ ruleset, written, set }: Part & { ruleset: Ruleset }) {
  const { data: settings } = useApi('/policy/settings')
  if (ruleset.type === 'directory_attribute')
    return <p className="small quiet">{words.graceOfAttributes}</p>
  return (
    <TextField
      type="number"
      className={classes['narrow'] ?? ''}
      label={words.daysLabel}
      description={words.graceHint}
      placeholder={
        settings === undefined ? words.inherit : `${settings.expires_after_days}, ${words.inherit}`
      }
      min={0}
      max={1095}
      value={written.grace}
      onChange={(grace) => set({ grace })}
    />
  )
}

/** Three limits, each a share and a number of people: both must be exceeded. */
function Limits({ written, set }: Part) {
  const { data: settings } = useApi('/policy/settings')
  return (
    <fieldset className={classes['limits']}>
      <legend>{words.limits}</legend>
      <p className="small quiet">{words.limitsHint}</p>
      {limitKeys.map(({ name, percent, people }) => (
        <div key={name} className={classes['limit']}>
          <span>{words.limitNames[name]}</span>
          <TextField
            type="number"
            min={0}
            aria-label={`${words.limitNames[name]} ${words.percent}`}
            placeholder={settings === undefined ? '' : String(settings[percent])}
            value={written[percent]}
            onChange={(value) => set({ [percent]: value })}
          />
          <span className="small quiet">
            {words.percent} {words.and}
          </span>
          <TextField
            type="number"
            min={0}
            aria-label={`${words.limitNames[name]} ${words.peopleUnit}`}
            placeholder={settings === undefined ? '' : String(settings[people])}
            value={written[people]}
            onChange={(value) => set({ [people]: value })}
          />
          <span className="small quiet">{words.peopleUnit}</span>
        </div>
      ))}
    </fieldset>
  )
}

export const limitKeys = [
  { name: 'removal', percent: 'removal_limit_percent', people: 'removal_limit_people' },
  { name: 'addition', percent: 'addition_limit_percent', people: 'addition_limit_people' },
  { name: 'role_change', percent: 'role_change_limit_percent', people: 'role_change_limit_people' },
] as const

type LimitKey = (typeof limitKeys)[number]['percent' | 'people']

/** The settings while they are written: numbers as texts, empty where the workspace's value holds. */
export type Written = Pick<
  Ruleset,
  'state' | 'is_authoritative' | 'is_sensitive' | 'requires_second_approval'
> &
  Record<LimitKey | 'grace', string>

export function settingsOf(ruleset: Ruleset): Written {
  const { state, is_authoritative, is_sensitive, expires_after_days_inherited: inherits } = ruleset
  const shown = (key: LimitKey) => String(ruleset[key] ?? '')
  return {
    state,
    is_authoritative,
    is_sensitive,
    requires_second_approval: ruleset.requires_second_approval,
    grace: inherits ? '' : String(ruleset.expires_after_days),
    removal_limit_percent: shown('removal_limit_percent'),
    removal_limit_people: shown('removal_limit_people'),
    addition_limit_percent: shown('addition_limit_percent'),
    addition_limit_people: shown('addition_limit_people'),
    role_change_limit_percent: shown('role_change_limit_percent'),
    role_change_limit_people: shown('role_change_limit_people'),
  }
}

type Changes = NonNullable<Parameters<typeof muster.patch<'/policy/rulesets/{ruleset}'>>[1]['body']>

/** What differs from the stored settings, as the API takes it. */
export function changesOf(ruleset: Ruleset, written: Written): Changes {
  const before = settingsOf(ruleset)
  const { state, is_authoritative, is_sensitive, requires_second_approval, grace } = written
  const limits = limitKeys
    .flatMap(({ percent, people }) => [percent, people])
    .filter((key) => written[key] !== before[key])
  return {
    ...(state === before.state ? {} : { state }),
    ...(is_authoritative === before.is_authoritative ? {} : { is_authoritative }),
    ...(is_sensitive === before.is_sensitive ? {} : { is_sensitive }),
    ...(requires_second_approval === before.requires_second_approval
      ? {}
      : { requires_second_approval }),
    ...(grace === before.grace ? {} : { expires_after_days: numberOrNull(grace) }),
    ...Object.fromEntries(limits.map((key) => [key, numberOrNull(written[key])])),
  }
}

function numberOrNull(written: string): number | null {
  return written === '' ? null : Number(written)
}
