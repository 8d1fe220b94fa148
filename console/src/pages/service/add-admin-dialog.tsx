import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { Choice } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { workspaceUsersFor } from '../../parts/suggest-records.ts'
import { roleOptions, type AdminRole } from './admin-columns.tsx'
import { text } from './text.ts'

const { admins: words } = text

/** Gives a person a role on the service. */
export function AddAdminDialog({ service, onClose }: { service: string; onClose: () => void }) {
  const [user, setUser] = useState<{ id: string; name: string }>()
  const [role, setRole] = useState<AdminRole>('audit')
  const change = useChange((user_id: string) =>
    muster.post('/workspace/services/{service}/admins', {
      params: { path: { service } },
      body: { user_id, admin_role: role },
    }),
  )
  return (
    <FormDialog
      title={words.addTitle}
      action={words.add}
      isReady={user !== undefined}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onSubmit={() => user !== undefined && change.mutate(user.id, { onSuccess: onClose })}
    >
      <SuggestField
        label={words.person}
        value={user?.name ?? ''}
        placeholder={words.personHint}
        suggest={workspaceUsersFor}
        onPick={(id, name) => setUser({ id, name })}
        isNext
      />
      <Choice label={words.roleTitle} options={roleOptions} value={role} onChange={setRole} />
    </FormDialog>
  )
}
