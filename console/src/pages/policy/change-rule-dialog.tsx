import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import { lengths } from '../../gen/lengths.ts'
import { OperationsDialog } from './operations-dialog.tsx'
import { text } from './text.ts'
import { writtenDescription, type Rule } from './use-draft.ts'
import { useRuleset } from './use-ruleset.ts'

const { changeRule: words, editor } = text

/** Asks for the new values of a rule, then shows as a plan what they would do, and applies that plan. */
export function ChangeRuleDialog({ rule: opened, onClose }: { rule: Rule; onClose: () => void }) {
  const { data: ruleset } = useRuleset()
  const form = useForm(() => ({ rule: opened, ...writtenOf(opened) }))
  const { rule } = form.values
  const [isPlanned, setIsPlanned] = useState(false)
  const changes = changesOf(form.changes)
  const isEnded = rule.state === 'expired' || rule.state === 'deactivated'
  const hasGrace = ruleset !== undefined && ruleset.type !== 'directory_attribute'
  const field = (name: keyof Written, label: string, field: Partial<TextInputProps>) => (
    <TextField label={label} {...field} {...form.of(name)} />
  )
  if (isPlanned)
    return (
      <Effect rule={rule} changes={changes} onDone={onClose} onClose={() => setIsPlanned(false)} />
    )
  return (
    <FormDialog
      title={words.title}
      action={words.plan}
      isReady={Object.keys(changes).length > 0}
      isPending={false}
      error={null}
      onClose={onClose}
      onSubmit={() => setIsPlanned(true)}
    >
      {field('description', editor.descriptionLabel, {
        maxLength: lengths.updateRule.description,
        description: words.descriptionHint,
      })}
      {rule.state === 'staged' &&
        field('reason', editor.reasonLabel, {
          maxLength: lengths.updateRule.reason,
          description: editor.reasonHint,
        })}
      {!isEnded &&
        field('priority', editor.priorityLabel, {
          ...number,
          description: editor.priorityHelp,
          max: 1_000_000,
          required: true,
        })}
      {!isEnded &&
        hasGrace &&
        field('grace', editor.graceLabel, {
          ...number,
          description: words.graceHint(ruleset.expires_after_days),
          max: 1095,
        })}
      {field('key', words.keyLabel, {
        maxLength: lengths.updateRule.key,
        description: words.keyHint,
        spellCheck: false,
      })}
    </FormDialog>
  )
}

type Planned = {
  rule: Rule
  changes: ReturnType<typeof changesOf>
  onDone: () => void
  onClose: () => void
}

function Effect({ rule, changes, ...closing }: Planned) {
  return (
    <OperationsDialog
      title={words.title}
      action={words.verb}
      of={rule}
      operations={[{ op: 'change_rule', rule_id: rule.id, ...changes }]}
      {...closing}
    >
      <p className="small quiet">{words.effect}</p>
    </OperationsDialog>
  )
}

const number = { type: 'number', min: 0 } as const

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
function changesOf({ description, reason, priority, grace, key }: Partial<Written>) {
  return {
    ...(description !== undefined && { description: description || null }),
    ...(reason !== undefined && { reason: reason || null }),
    ...(priority !== undefined && priority !== '' && { priority: Number(priority) }),
    ...(grace !== undefined && { expires_after_days: grace === '' ? null : Number(grace) }),
    ...(key !== undefined && { key: key || null }),
  }
}
