import { Button } from '@mantine/core'
import type { RowOf } from 'muster-sdk'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { Can, can, markOf } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import type { Column } from '../../parts/columns.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Middle } from '../../parts/middle.tsx'
import { Time } from '../../parts/time.tsx'
import { AdminDialog } from './admin-dialog.tsx'
import { isAdminRole, RoleOptions, type AdminRole } from './admin-roles.tsx'
import { text } from './text.ts'
import { useRuleset } from './use-ruleset.ts'
import classes from './policy.module.css'

const { admins: words } = text

export type Admin = RowOf<'/policy/rulesets/{ruleset}/admins'>

/** The people with a role on this ruleset alone. */
export function Admins() {
  const { data: ruleset } = useRuleset()
  const [url, setUrl] = useUrlState()
  const [isAsked, setIsAsked] = useState(false)
  const [removed, setRemoved] = useState<Admin>()
  const list = useList('/policy/rulesets/{ruleset}/admins', {
    params: { path: { ruleset: ruleset?.id ?? '' }, query: { include: ['abilities'] } },
  })
  if (ruleset === undefined) return null
  return (
    <>
      <div className={classes['belowTabs']}>
        <FilterBar url={url} onChange={setUrl}>
          <Can record={ruleset} action="create_admin">
            <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setIsAsked(true)}>
              {words.add}
            </Button>
          </Can>
        </FilterBar>
      </div>
      <DataTable
        label={text.tabs.admins}
        list={list}
        columns={columnsOf(setRemoved)}
        empty={<EmptyState title={words.none}>{words.noneWhy}</EmptyState>}
      />
      {isAsked && <AdminDialog ruleset={ruleset} onClose={() => setIsAsked(false)} />}
      {removed !== undefined && (
        <RemoveDialog admin={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

function columnsOf(onRemove: (admin: Admin) => void): readonly Column<Admin>[] {
  return [
    {
      id: 'name',
      header: words.name,
      min: 160,
      grow: 2,
      text: ({ name, workspace_user_id }) => name ?? workspace_user_id,
      cell: ({ name, workspace_user_id, is_active }) => (
        <>
          <Middle text={name ?? workspace_user_id} />
          {!is_active && <span className={classes['drafts']}>{words.inactive}</span>}
        </>
      ),
    },
    {
      id: 'role',
      header: words.role,
      min: 130,
      text: ({ role }) => role,
      cell: (admin) => <Role admin={admin} />,
    },
    {
      id: 'remove',
      header: words.action,
      min: 90,
      grow: 0.4,
      align: 'end',
      text: () => '',
      cell: (admin) => (
        <Can record={admin} action="delete">
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onRemove(admin)}>
            {words.remove}
          </Button>
        </Can>
      ),
    },
    {
      id: 'since',
      header: words.since,
      min: 110,
      grow: 0.6,
      text: ({ timestamp }) => timestamp.created_at,
      cell: ({ timestamp }) => <Time at={timestamp.created_at} />,
    },
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
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate(undefined, { onSuccess: onClose })}
    >
      <p>{words.removes(role)}</p>
    </ConfirmDialog>
  )
}
