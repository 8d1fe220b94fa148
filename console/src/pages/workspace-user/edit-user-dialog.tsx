import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { endOfDay, lastDayOf } from '../../parts/days.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { LastDayField } from '../settings/last-day-field.tsx'
import { RolePicker } from '../settings/role-picker.tsx'
import { text } from './text.ts'
import type { User } from './use-user.ts'

const { actions: words } = text

/** Asks for the name, the roles and the last day of a person. */
export function EditUserDialog({ user: opened, onClose }: { user: User; onClose: () => void }) {
  const [user] = useState(opened)
  const [name, setName] = useState(user.name)
  const [lastDay] = useState(() => lastDayOf(user.timestamp.expires_at))
  const [day, setDay] = useState(lastDay)
  const [roles, setRoles] = useState<ReadonlySet<string>>(new Set(user.roles))
  const change = useChange(() =>
    muster.patch('/workspace/users/{user}', {
      of: user,
      params: { path: { user: user.id } },
      body: {
        name: name.trim(),
        roles: [...roles],
        // An end may be within a day: one that is not changed stays.
        ...(day !== lastDay && { expires_at: endOfDay(day) }),
      },
    }),
  )
  return (
    <FormDialog
      title={words.editTitle(user.name)}
      action={words.save}
      isReady={name.trim() !== ''}
      change={change}
      ownFields={['expires_at']}
      onClose={onClose}
    >
      <TextInput
        label={words.name}
        value={name}
        maxLength={200}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <RolePicker label={words.roles} value={roles} given={user.roles} onChange={setRoles} />
      <p>{words.rolesWhy}</p>
      <LastDayField value={day} error={change.error} onChange={setDay} />
    </FormDialog>
  )
}
