import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { dayAfter, endOfDay } from '../../parts/days.ts'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import { useRoles } from './rule-editor.tsx'
import { text } from './text.ts'
import type { Ruleset } from './use-ruleset.ts'
import classes from './policy.module.css'

const { exceptions: words } = text
const usualDays = 30

/** Lets one person in, until a day and for a reason. */
export function ExceptionDialog({ ruleset, onClose }: { ruleset: Ruleset; onClose: () => void }) {
  const [person, setPerson] = useState<{ id: string; name: string }>()
  const [role, setRole] = useState('member')
  const [day, setDay] = useState(() => dayAfter(usualDays))
  const [reason, setReason] = useState('')
  const roles = useRoles(ruleset.type)
  const change = useChange(() =>
    muster.post('/policy/rulesets/{ruleset}/exceptions', {
      params: { path: { ruleset: ruleset.id } },
      body: { user_id: person?.id ?? '', role, expires_at: endOfDay(day) ?? '', reason },
    }),
  )
  const resource = ruleset.policy_resource.name
  const roleName = roles.find(({ handle }) => handle === role)?.name ?? role
  return (
    <ConfirmDialog
      title={words.title(resource)}
      action={words.action}
      change={change}
      onClose={onClose}
    >
      <SuggestField
        label={words.user}
        value={person?.name ?? ''}
        placeholder={words.userHint}
        suggest={peopleFor}
        onPick={(id, name) => setPerson({ id, name })}
      />
      <div className={classes['field']}>
        <label className={classes['labelled']}>
          {words.role}
          <select
            className={classes['select']}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value)}
          >
            {roles.map(({ handle, name }) => (
              <option key={handle} value={handle}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <TextInput
          type="date"
          label={words.until}
          value={day}
          required
          withAsterisk={false}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </div>
      <TextInput
        label={words.why}
        placeholder={words.whyHint}
        value={reason}
        maxLength={1000}
        required
        withAsterisk={false}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <p>
        {person === undefined ? words.choose : words.consequence(person.name, roleName, resource)}
      </p>
    </ConfirmDialog>
  )
}
