import { Button } from '@mantine/core'
import type { RowOf } from 'muster-sdk'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { Can, can, markOf } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Middle } from '../../parts/middle.tsx'
import { AdminDialog } from './admin-dialog.tsx'
import { isAdminRole, RoleOptions, type AdminRole } from './admin-roles.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'
import classes from './policy.module.css'

const { admins: words } = text

export type Admin = RowOf<'/policy/rulesets/{ruleset}/admins'>

/** The people with a role on this ruleset alone. */
export function Admins() {
  const { data: ruleset } = useRuleset()
  return ruleset === undefined ? null : <AdminsOf ruleset={ruleset} />
}

function AdminsOf({ ruleset }: { ruleset: Ruleset }) {
  const [removed, setRemoved] = useState<Admin>()
  const list = useFilteredList('/policy/rulesets/{ruleset}/admins', {
    words: { title: text.tabs.admins, none: words.none },
    columns: columnsOf(setRemoved),
    path: { ruleset: ruleset.id },
    query: { include: ['abilities'] },
  })
  return (
    <>
      <List
        list={list}
        actions={
          <DialogButton of={ruleset} can="create_admin" label={words.add} isAdding>
            {(close) => <AdminDialog ruleset={ruleset} onClose={close} />}
          </DialogButton>
        }
      />
      {removed !== undefined && (
        <RemoveDialog admin={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

function columnsOf(onRemove: (admin: Admin) => void): readonly Column<Admin>[] {
  return [
    textColumn('name', words.name, ({ name, workspace_user_id }) => name ?? workspace_user_id, {
      min: 160,
      grow: 2,
      cell: ({ name, workspace_user_id, is_active }) => (
        <>
          <Middle text={name ?? workspace_user_id} />
          {!is_active && <span className={classes['drafts']}>{words.inactive}</span>}
        </>
      ),
    }),
    textColumn('role', words.role, ({ role }) => role, { cell: (admin) => <Role admin={admin} /> }),
    textColumn('remove', words.action, () => '', {
      min: 90,
      grow: 0.4,
      align: 'end',
      cell: (admin) => (
        <Can record={admin} action="delete">
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onRemove(admin)}>
            {words.remove}
          </Button>
        </Can>
      ),
    }),
    timeColumn('since', words.since, ({ timestamp }) => timestamp.created_at),
  ]
}

function Role({ admin }: { admin: Admin }) {
  const { ruleset_id: ruleset, workspace_user_id: user } = admin
  const change = useChange((role: AdminRole) =>
    muster.patch('/policy/rulesets/{ruleset}/admins/{user}', {
      of: admin,
      params: { path: { ruleset, user } },
      body: { role },
    }),
  )
  if (!can(admin, 'update')) return <>{admin.role}</>
  return (
    <>
      <select
        {...markOf(admin, 'update')}
        aria-label={`${words.role}: ${admin.name ?? user}`}
        className={classes['quietSelect']}
        value={admin.role}
        disabled={change.isPending}
        onChange={({ currentTarget: { value } }) => {
          if (isAdminRole(value)) change.mutate(value)
        }}
      >
        <RoleOptions isShort />
      </select>
      {change.error !== null && (
        <Dialog title={text.rule.refused} onClose={() => change.reset()}>
          <ChangeError error={change.error} />
        </Dialog>
      )}
    </>
  )
}

function RemoveDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const { ruleset_id: ruleset, workspace_user_id: user, role } = admin
  const change = useChange(() =>
    muster.delete('/policy/rulesets/{ruleset}/admins/{user}', {
      of: admin,
      params: { path: { ruleset, user } },
    }),
  )
  return (
    <ConfirmDialog
      title={words.removeTitle(admin.name ?? words.hidden)}
      action={words.remove}
      isDangerous
      change={change}
      onClose={onClose}
    >
      <p>{words.removes(role)}</p>
    </ConfirmDialog>
  )
}
