import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { Choice } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { UserPicker, type PickedUser } from '../../parts/user-picker.tsx'
import type { AdminRole } from './admin-columns.tsx'
import { roleOptions } from './role-options.ts'
import { text } from './text.ts'

const { admins: words } = text

/** Gives a person a role on the service. */
export function AddAdminDialog({ service, onClose }: { service: string; onClose: () => void }) {
  const [user, setUser] = useState<PickedUser>()
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
      <UserPicker label={words.person} value={user} onChange={setUser} />
      <Choice label={words.roleTitle} options={roleOptions} value={role} onChange={setRole} />
    </FormDialog>
  )
}
