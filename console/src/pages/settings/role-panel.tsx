import type { RowOf } from 'muster-sdk'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { can, Can } from '../../parts/can.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PermissionList } from '../../parts/permission-picker.tsx'
import { expandPatterns, usePermissions } from '../../parts/permissions.ts'
import { RoleDialog } from './role-dialog.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

type Role = RowOf<'/workspace/roles'>

const { roles: words } = text

/** A role: what it permits, who has it, and how it is changed. */
export function RolePanel({ role, onClose }: { role: Role; onClose: () => void }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const { permissions } = usePermissions(role.permissions)
  const close = () => setOpen(undefined)
  const isHeld = can(role, 'update') && !can(role, 'delete')
  return (
    <DetailPanel title={role.name} onClose={onClose}>
      {role.is_system && <Notice>{words.systemWhy}</Notice>}
      {isHeld && <Notice>{words.heldWhy}</Notice>}
      <Facts
        of={{
          [words.description]: role.description,
          [words.toHolders]: (
            <Link
              to="/settings/users"
              search={{ role: role.name, state: 'any' }}
              className={classes['link']}
            >
              {text.users.title}
            </Link>
          ),
          [words.id]: <Id value={role.id} />,
        }}
      />
      <div className={classes['buttons']}>
        <Can record={role} action="update">
          <Button onClick={() => setOpen('edit')}>{words.edit}</Button>
        </Can>
        <Can record={role} action="delete">
          <Button onClick={() => setOpen('delete')}>{words.delete}</Button>
        </Can>
      </div>
      <h3 className={classes['heading']}>{words.permissions}</h3>
      <PermissionList
        permissions={permissions}
        held={expandPatterns(role.permissions, permissions)}
      />
      {open === 'edit' && <RoleDialog role={role} onDone={close} onClose={close} />}
      {open === 'delete' && <DeleteRole role={role} onDeleted={onClose} onClose={close} />}
    </DetailPanel>
  )
}

function DeleteRole({
  role,
  onDeleted,
  onClose,
}: {
  role: Role
  onDeleted: () => void
  onClose: () => void
}) {
  const change = useChange(() =>
    muster.delete('/workspace/roles/{role}', { of: role, params: { path: { role: role.id } } }),
  )
  return (
    <ConfirmDialog
      title={words.deleteTitle(role.name)}
      action={words.delete}
      isDangerous
      change={change}
      onClose={onClose}
      onConfirm={() => change.mutate(undefined, { onSuccess: onDeleted })}
    >
      <p>{words.deleteWhy}</p>
    </ConfirmDialog>
  )
}
