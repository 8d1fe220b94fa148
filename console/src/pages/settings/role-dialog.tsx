import type { RowOf } from 'muster-sdk'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useSession } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PermissionPicker } from '../../parts/permission-picker.tsx'
import { permissionNames, usePermissions } from '../../parts/permissions.ts'
import { text } from './text.ts'
import classes from './settings.module.css'

type Role = RowOf<'/workspace/roles'>

const { roles: words } = text

/** Asks for the name and the permissions of a role: a new one, or one that is changed. */
export function RoleDialog({
  role: opened,
  onDone,
  onClose,
}: {
  role?: Role
  onDone: (id: string) => void
  onClose: () => void
}) {
  const [role] = useState(opened)
  const [name, setName] = useState(role?.name ?? '')
  const [description, setDescription] = useState(role?.description ?? '')
  const [value, setValue] = useState<ReadonlySet<string>>(new Set(role?.permissions))
  const own = new Set(useSession().permissions)
  const { permissions } = usePermissions(role?.permissions)
  const body = { name: name.trim(), description, permissions: permissionNames(value) }
  const change = useChange(() =>
    role === undefined
      ? muster.post('/workspace/roles', { body })
      : muster.patch('/workspace/roles/{role}', {
          of: role,
          params: { path: { role: role.id } },
          body,
        }),
  )
  return (
    <FormDialog
      title={role === undefined ? words.createTitle : words.editTitle}
      action={role === undefined ? words.create : words.save}
      isReady={body.name !== '' && value.size > 0}
      change={change}
      onClose={onClose}
      onSubmit={() =>
        change.mutate(undefined, {
          onSuccess: ({ id }) => {
            onClose()
            onDone(id)
          },
        })
      }
    >
      <TextInput
        label={words.name}
        description={words.nameHint}
        value={name}
        maxLength={100}
        spellCheck={false}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={words.description}
        value={description}
        maxLength={500}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      {role !== undefined && <p className={classes['note']}>{words.editWhy}</p>}
      <div className={classes['scopes']}>
        <PermissionPicker
          permissions={permissions.filter(
            (each) => own.has(each.name) || role?.permissions.includes(each.name),
          )}
          value={value}
          onChange={setValue}
        />
      </div>
    </FormDialog>
  )
}
