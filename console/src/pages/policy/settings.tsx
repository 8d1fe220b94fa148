import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { useEdits } from '../../api/use-edits.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { can, markOf } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { Id } from '../../parts/id.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { changesOf, limitKeys, settingsOf, type Written } from './ruleset-settings.ts'
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
  const isLocked = !can(stored, 'update')
  const change = useLongChange(() =>
    muster.send('patch', '/policy/rulesets/{ruleset}', {
      of: ruleset,
      params: { path: { ruleset: ruleset.id } },
      body: changes,
    }),
  )
  const save = () => change.mutate(undefined, { onSuccess: edits.saved })
  const set = (patch: Partial<Written>) => edits.write({ ...written, ...patch })
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
      <fieldset disabled={isLocked} className={classes['bare']}>
        <State ruleset={ruleset} written={written} set={set} />
        <Grace ruleset={ruleset} written={written} set={set} />
        <Checkbox
          label={words.authoritative}
          description={words.authoritativeHint}
          checked={written.is_authoritative}
          onChange={({ currentTarget }) => set({ is_authoritative: currentTarget.checked })}
        />
        <Checkbox
          label={words.sensitive}
          description={words.sensitiveHint}
          checked={written.is_sensitive}
          onChange={({ currentTarget }) => set({ is_sensitive: currentTarget.checked })}
        />
        <Checkbox
          label={words.second}
          description={words.secondHint}
          checked={written.requires_second_approval}
          onChange={({ currentTarget }) => set({ requires_second_approval: currentTarget.checked })}
        />
        {ruleset.type !== 'directory_attribute' && <Limits written={written} set={set} />}
      </fieldset>
      <p className={classes['hint']}>
        {words.id} <Id value={ruleset.id} />
      </p>
      {change.error !== null && (
        <ChangeError error={change.error} again={{ action: words.save, run: save }} />
      )}
      {isChanged && (
        <div className={classes['buttons']}>
          <Button
            onClick={() => {
              change.reset()
              edits.discard()
            }}
          >
            {words.discard}
          </Button>
          <Button type="submit" variant="filled" loading={change.isPending}>
            {leavesManaged ? words.plan : words.save}
          </Button>
        </div>
      )}
      {isPlanned && (
        <PlanDialog
          title={words.leaveTitle}
          action={words.save}
          isDangerous
          of={ruleset}
          operations={[{ op: 'change_ruleset', ruleset_id: ruleset.id, ...changes }]}
          onDone={() => {
            edits.saved()
            setIsPlanned(false)
          }}
          onClose={() => setIsPlanned(false)}
        >
          <p className={classes['hint']}>{words.leaveManaged}</p>
        </PlanDialog>
      )}
      <AskToLeave isUnsaved={isChanged && !change.isPending} />
    </form>
  )
}

type Part = { written: Written; set: (patch: Partial<Written>) => void }

const nextStates = {
  unmanaged: ['unmanaged', 'monitored'],
  monitored: ['unmanaged', 'monitored', 'managed'],
  managed: ['monitored', 'managed'],
} as const

function State({ ruleset, written, set }: Part & { ruleset: Ruleset }) {
  return (
    <label className={classes['labelled']}>
      {words.state}
      <select
        className={classes['select']}
        value={written.state}
        onChange={({ currentTarget: { value } }) => {
          const next = nextStates[ruleset.state].find((each) => each === value)
          if (next !== undefined) set({ state: next })
        }}
      >
        {nextStates[ruleset.state].map((state) => (
          <option key={state} value={state}>
            {words.states[state]}
          </option>
        ))}
      </select>
    </label>
  )
}

function Grace({ ruleset, written, set }: Part & { ruleset: Ruleset }) {
  const { data: settings } = useApi('/policy/settings')
  if (ruleset.type === 'directory_attribute')
    return <p className={classes['hint']}>{words.graceOfAttributes}</p>
  return (
    <TextInput
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
      onChange={({ currentTarget }) => set({ grace: currentTarget.value })}
    />
  )
}

/** Three limits, each a share and a number of people: both must be exceeded. */
function Limits({ written, set }: Part) {
  const { data: settings } = useApi('/policy/settings')
  return (
    <fieldset className={classes['limits']}>
      <legend>{words.limits}</legend>
      <p className={classes['hint']}>{words.limitsHint}</p>
      {limitKeys.map(({ name, percent, people }) => (
        <div key={name} className={classes['limit']}>
          <span>{words.limitNames[name]}</span>
          <TextInput
            type="number"
            min={0}
            aria-label={`${words.limitNames[name]} ${words.percent}`}
            placeholder={settings === undefined ? '' : String(settings[percent])}
            value={written[percent]}
            onChange={({ currentTarget }) => set({ [percent]: currentTarget.value })}
          />
          <span className={classes['hint']}>
            {words.percent} {words.and}
          </span>
          <TextInput
            type="number"
            min={0}
            aria-label={`${words.limitNames[name]} ${words.peopleUnit}`}
            placeholder={settings === undefined ? '' : String(settings[people])}
            value={written[people]}
            onChange={({ currentTarget }) => set({ [people]: currentTarget.value })}
          />
          <span className={classes['hint']}>{words.peopleUnit}</span>
        </div>
      ))}
    </fieldset>
  )
}
