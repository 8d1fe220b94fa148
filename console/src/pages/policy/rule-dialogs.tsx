import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { muster, writeOf } from '../../api/muster.ts'
import { endOfDay } from '../../parts/instants.ts'
import { ConfirmChange } from '../../parts/dialog-button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { OperationsDialog } from './operations-dialog.tsx'
import { PlannedRule } from './rule-sentence.tsx'
import { text } from './text.ts'
import type { Rule } from './use-draft.ts'

type Asked = { rule: Rule; onClose: () => void }

/** Asks before a draft comes into force. `suggested`: the rule that it was copied from, while that is in force. */
export function Activate({ rule, suggested, onClose }: Asked & { suggested: string | undefined }) {
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
    <OperationsDialog
      title={words.title}
      action={isDated ? words.verbAt : words.verb}
      of={rule}
      operations={isMissing ? null : [operation]}
      onClose={onClose}
    >
      <PlannedRule rule={rule} />
      <div className="flex wrap end gap-12">
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
          <TextField
            type="datetime-local"
            aria-label={words.date}
            required
            value={at}
            onChange={setAt}
          />
        )}
      </div>
      {running !== undefined && running.length > 0 && (
        <ReplacedField rules={running} value={replaces} onChange={setChosen} />
      )}
    </OperationsDialog>
  )
}

function ReplacedField({
  rules,
  value,
  onChange,
}: {
  rules: readonly { id: string; role_name: string; description: string | null }[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}) {
  const { activate: words } = text
  const labelled = rules.map(({ id, role_name, description }) => [
    id,
    `${role_name}: ${description ?? ''}`.slice(0, 120),
  ])
  return (
    <SelectField
      label={words.replaces}
      none={words.nothing}
      options={Object.fromEntries(labelled)}
      value={value}
      onChange={onChange}
      onNone={() => onChange(undefined)}
      hint={value !== undefined && <span className="quiet">{words.replacesHelp}</span>}
    />
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

export function Deactivate({ rule, onClose }: Asked) {
  const { deactivate: words } = text
  return (
    <OperationsDialog
      title={words.title}
      action={words.verb}
      isDangerous
      of={rule}
      operations={[{ op: 'deactivate_rule', rule_id: rule.id }]}
      onClose={onClose}
    >
      <PlannedRule rule={rule} />
      <p className="small quiet">{words.help}</p>
    </OperationsDialog>
  )
}

export function Deprecate({ rule, onClose }: Asked) {
  const { deprecate: words } = text
  const [day, setDay] = useState('')
  const at = endOfDay(day)
  const operation = {
    op: 'deprecate_rule' as const,
    rule_id: rule.id,
    ...(at === null ? {} : { at }),
  }
  return (
    <OperationsDialog
      title={words.title}
      action={words.verb}
      isDangerous
      of={rule}
      operations={[operation]}
      onClose={onClose}
    >
      <PlannedRule rule={rule} />
      <TextField type="date" label={words.date} value={day} onChange={setDay} />
      <p className="small quiet">{words.help}</p>
    </OperationsDialog>
  )
}

export function Delete({ rule, onClose }: Asked) {
  const navigate = useNavigate()
  return (
    <ConfirmChange
      title={text.rule.deleteTitle}
      action={text.rule.delete}
      isDangerous
      run={async () => {
        await muster.delete('/policy/rules/{rule}', writeOf('rule', rule))
        await navigate({ to: '/policy/$ruleset', params: { ruleset: rule.ruleset_id } })
      }}
      onClose={onClose}
    >
      {text.rule.deletes(rule.state)}
    </ConfirmChange>
  )
}
