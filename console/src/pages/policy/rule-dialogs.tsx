import { SegmentedControl, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { endOfDay } from '../../parts/days.ts'
import { ChangeRuleDialog } from './change-rule-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { PlannedRule } from './rule-sentence.tsx'
import { text } from './text.ts'
import type { Rule } from './use-draft.ts'
import classes from './policy.module.css'

export type RuleStep = 'update' | 'activate' | 'deprecate' | 'deactivate' | 'delete'

/** Asks before a step of a rule, and shows what follows from it. */
export function RuleDialog({
  rule,
  step,
  replaces,
  onClose,
}: {
  rule: Rule
  step: RuleStep
  /** The rule that this one was copied from, while it is in force. */
  replaces: string | undefined
  onClose: () => void
}) {
  switch (step) {
    case 'update':
      return <ChangeRuleDialog rule={rule} onClose={onClose} />
    case 'activate':
      return <Activate rule={rule} suggested={replaces} onClose={onClose} />
    case 'deprecate':
      return <Deprecate rule={rule} onClose={onClose} />
    case 'deactivate':
      return (
        <PlanDialog
          title={text.deactivate.title}
          action={text.deactivate.verb}
          isDangerous
          of={rule}
          operations={[{ op: 'deactivate_rule', rule_id: rule.id }]}
          onDone={onClose}
          onClose={onClose}
        >
          <PlannedRule rule={rule} />
          <p className={classes['hint']}>{text.deactivate.help}</p>
        </PlanDialog>
      )
    case 'delete':
      return <Delete rule={rule} onClose={onClose} />
  }
}

function Activate({
  rule,
  suggested,
  onClose,
}: {
  rule: Rule
  suggested: string | undefined
  onClose: () => void
}) {
  const { activate: words } = text
  const [isDated, setIsDated] = useState(false)
  const [at, setAt] = useState('')
  const { data: running } = useRunningRules(rule.ruleset_id)
  const [chosen, setChosen] = useState(rule.replaces_rule_id ?? suggested)
  // The rule that it was copied from may have ended meanwhile.
  const replaces = running?.find(({ id }) => id === chosen)?.id
  const instant = new Date(at)
  const isMissing = running === undefined || (isDated && Number.isNaN(instant.getTime()))
  const date = isDated && !isMissing ? { at: instant.toISOString() } : {}
  const operation = {
    op: 'activate_rule' as const,
    rule_id: rule.id,
    ...(replaces === undefined ? {} : { replaces }),
    ...date,
  }
  return (
    <PlanDialog
      title={words.title}
      action={isDated ? words.verbAt : words.verb}
      of={rule}
      operations={isMissing ? null : [operation]}
      onDone={onClose}
      onClose={onClose}
    >
      <PlannedRule rule={rule} />
      <div className={classes['field']}>
        <SegmentedControl
          aria-label={words.when}
          value={isDated ? 'at' : 'now'}
          onChange={(value) => setIsDated(value === 'at')}
          data={[
            { value: 'now', label: words.now },
            { value: 'at', label: words.at },
          ]}
        />
        {isDated && (
          <TextInput
            type="datetime-local"
            aria-label={words.date}
            value={at}
            required
            onChange={({ currentTarget }) => setAt(currentTarget.value)}
          />
        )}
      </div>
      {running !== undefined && running.length > 0 && (
        <label className={classes['labelled']}>
          {words.replaces}
          <select
            className={classes['select']}
            value={replaces ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            <option value="">{words.nothing}</option>
            {running.map(({ id, role_name, description }) => (
              <option key={id} value={id}>
                {`${role_name}: ${description ?? ''}`.slice(0, 120)}
              </option>
            ))}
          </select>
          {replaces !== undefined && <span className={classes['hint']}>{words.replacesHelp}</span>}
        </label>
      )}
    </PlanDialog>
  )
}

/** The rules that could be replaced. Read again for each dialog: what is replaced decides about the plan. */
function useRunningRules(ruleset: string) {
  return useQuery({
    queryKey: ['running rules', ruleset],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const query = {
        'filter[state]': 'active,expiring',
        'filter[is_exception]': 'false' as const,
        'page[size]': '200',
      }
      const params = { path: { ruleset }, query }
      return (await muster.get('/policy/rulesets/{ruleset}/rules', { params, signal })).data
    },
  })
}

function Deprecate({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { deprecate: words } = text
  const [day, setDay] = useState('')
  const at = endOfDay(day)
  const operation = {
    op: 'deprecate_rule' as const,
    rule_id: rule.id,
    ...(at === null ? {} : { at }),
  }
  return (
    <PlanDialog
      title={words.title}
      action={words.verb}
      isDangerous
      of={rule}
      operations={[operation]}
      onDone={onClose}
      onClose={onClose}
    >
      <PlannedRule rule={rule} />
      <TextInput
        type="date"
        label={words.date}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <p className={classes['hint']}>{words.help}</p>
    </PlanDialog>
  )
}

function Delete({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const navigate = useNavigate()
  const change = useChange(async () => {
    await muster.delete('/policy/rules/{rule}', {
      of: rule,
      params: { path: { rule: rule.id } },
    })
    await navigate({ to: '/policy/$ruleset', params: { ruleset: rule.ruleset_id } })
  })
  return (
    <ConfirmDialog
      title={text.rule.deleteTitle}
      action={text.rule.delete}
      isDangerous
      change={change}
      onClose={onClose}
      onConfirm={() => change.mutate()}
    >
      <p>{text.rule.deletes(rule.state)}</p>
    </ConfirmDialog>
  )
}
