import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { SuggestField, type SuggestionQuery } from '../../parts/suggest-field.tsx'
import { workspaceUsersFor } from '../../parts/suggest-records.ts'
import { isAdminRole, RoleOptions, type AdminRole } from './admin-roles.tsx'
import { text } from './text.ts'
import type { Ruleset } from './use-ruleset.ts'
import classes from './policy.module.css'

const { admins: words } = text

/** Gives a workspace user a role on this ruleset. */
export function AdminDialog({ ruleset, onClose }: { ruleset: Ruleset; onClose: () => void }) {
  const [person, setPerson] = useState<{ id: string; name: string }>()
  const mayRead = useMay('workspace.user.view')
  const [role, setRole] = useState<AdminRole>('create')
  const change = useChange(() =>
    muster.post('/policy/rulesets/{ruleset}/admins', {
      params: { path: { ruleset: ruleset.id } },
      body: { user_id: person?.id ?? '', role },
    }),
  )
  return (
    <ConfirmDialog
      title={words.addTitle(ruleset.policy_resource.name)}
      action={words.addAction}
      change={change}
      onClose={onClose}
    >
      <SuggestField
        label={words.person}
        value={person?.name ?? ''}
        placeholder={words.personHint}
        suggest={mayRead ? workspaceUsersFor : nobody}
        onPick={(id, name) => setPerson({ id, name })}
        onText={mayRead ? undefined : (id) => setPerson({ id, name: id })}
      />
      <label className={classes['labelled']}>
        {words.role}
        <select
          className={classes['select']}
          value={role}
          onChange={({ currentTarget: { value } }) => {
            if (isAdminRole(value)) setRole(value)
          }}
        >
          <RoleOptions />
        </select>
      </label>
    </ConfirmDialog>
  )
}

/** Without the right to read workspace users, an id can be written. */
function nobody(): SuggestionQuery {
  return { key: ['nobody'], read: async () => null }
}
