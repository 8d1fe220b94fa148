import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { text } from './text.ts'
import { writtenDescription, type Rule } from './use-draft.ts'
import { useRuleset } from './use-ruleset.ts'
import classes from './policy.module.css'

const { changeRule: words, editor } = text

/** Asks for the new values of a rule, then shows as a plan what they would do, and applies that plan. */
export function ChangeRuleDialog({ rule: opened, onClose }: { rule: Rule; onClose: () => void }) {
  const { data: ruleset } = useRuleset()
  // As it was when the dialog opened: what others change meanwhile is no edit of this form.
  const [rule] = useState(opened)
  const [written, setWritten] = useState(() => writtenOf(rule))
  const [isPlanned, setIsPlanned] = useState(false)
  const changes = changesOf(rule, written)
  const isReady = Object.keys(changes).length > 0
  const isEnded = rule.state === 'expired' || rule.state === 'deactivated'
  const hasGrace = ruleset !== undefined && ruleset.type !== 'directory_attribute'
  const field = (name: keyof Written, label: string, hint?: string) => (
    <TextInput
      label={label}
      description={hint}
      value={written[name]}
      maxLength={1000}
      spellCheck={name !== 'key'}
      onChange={({ currentTarget }) => setWritten({ ...written, [name]: currentTarget.value })}
    />
  )
  const number = (name: 'priority' | 'grace', max: number, label: string, hint: string) => (
    <TextInput
      type="number"
      label={label}
      description={hint}
      min={0}
      max={max}
      required={name === 'priority'}
      withAsterisk={false}
      value={written[name]}
      onChange={({ currentTarget }) => setWritten({ ...written, [name]: currentTarget.value })}
    />
  )
  if (isPlanned)
    return (
      <PlanDialog
        title={words.title}
        action={words.verb}
        of={rule}
        operations={[{ op: 'change_rule', rule_id: rule.id, ...changes }]}
        onDone={onClose}
        onClose={() => setIsPlanned(false)}
      >
        <p className={classes['hint']}>{words.effect}</p>
      </PlanDialog>
    )
  return (
    <FormDialog
      title={words.title}
      action={words.plan}
      isReady={isReady}
      isPending={false}
      error={null}
      onClose={onClose}
      onSubmit={() => setIsPlanned(true)}
    >
      {field('description', editor.descriptionLabel, words.descriptionHint)}
      {rule.state === 'staged' && field('reason', editor.reasonLabel, editor.reasonHint)}
      {!isEnded && number('priority', 1_000_000, editor.priorityLabel, editor.priorityHelp)}
      {!isEnded &&
        hasGrace &&
        number('grace', 1095, editor.graceLabel, words.graceHint(ruleset.expires_after_days))}
      {field('key', words.keyLabel, words.keyHint)}
    </FormDialog>
  )
}

type Written = ReturnType<typeof writtenOf>

function writtenOf(rule: Rule) {
  return {
    description: writtenDescription(rule),
    reason: rule.reason ?? '',
    priority: String(rule.priority),
    grace: rule.expires_after_days_inherited ? '' : String(rule.expires_after_days),
    key: rule.key ?? '',
  }
}

/** What differs, as the operation has it. */
function changesOf(rule: Rule, written: Written) {
  const stored = writtenOf(rule)
  const isChanged = (name: keyof Written) => written[name].trim() !== stored[name]
  const orNull = (name: keyof Written) => written[name].trim() || null
  return {
    ...(isChanged('description') && { description: orNull('description') }),
    ...(isChanged('reason') && { reason: orNull('reason') }),
    ...(isChanged('priority') && written.priority !== '' && { priority: Number(written.priority) }),
    ...(isChanged('grace') && {
      expires_after_days: written.grace === '' ? null : Number(written.grace),
    }),
    ...(isChanged('key') && { key: orNull('key') }),
  }
}
