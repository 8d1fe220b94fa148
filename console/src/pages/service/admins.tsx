import type { RowOf } from 'muster-sdk'
import { useParams } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { personColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DialogButton, ConfirmButton } from '../../parts/dialog-button.tsx'
import { recordFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { can, Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { Choice } from '../../parts/choice.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { Time } from '../../parts/time.tsx'
import { TextField } from '../../parts/fields.tsx'
import { endOfDay, lastDayOf } from '../../parts/instants.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { workspaceUsersFor } from '../../parts/suggest-records.ts'
import { text } from './text.ts'
import { useService, type Service } from './use-service.ts'

export type Admin = RowOf<'/workspace/services/{service}/admins'>
export type AdminRole = Admin['admin_role']

export const adminRoles = ['admin', 'audit', 'permission', 'token'] as const

const words = { ...text.admins, title: text.tabs.admins }
const { roles } = text

/** The four roles on a service, each with what it lets one do. */
export const roleOptions = adminRoles.map((value) => ({
  value,
  label: roles[value].word,
  detail: roles[value].may,
}))

/** A person whose name the viewer may not see is shown by id. */
export function nameOf({ name, workspace_user_id: id }: Admin): string {
  return name ?? id
}

export const adminColumns: readonly Column<Admin>[] = [
  personColumn('name', words.name, nameOf, { min: 180, grow: 1.4, sort: 'name' }),
  textColumn('role', words.role, ({ admin_role }) => admin_role, {
    min: 110,
    grow: 0.6,
    cell: ({ admin_role }) => roles[admin_role].word,
  }),
  textColumn(
    'state',
    words.state,
    ({ is_active }) => (is_active ? words.canAct : words.cannotAct),
    {
      min: 110,
      grow: 0.6,
      cell: ({ is_active }) =>
        is_active ? words.canAct : <span className="quiet">{words.cannotAct}</span>,
    },
  ),
  textColumn('may', words.may, ({ admin_role }) => roles[admin_role].may, {
    min: 260,
    grow: 2.4,
    cell: ({ admin_role }) => <span className="soft ellipsis">{roles[admin_role].may}</span>,
  }),
  timeColumn('until', words.until, ({ timestamp }) => timestamp.expires_at),
  timeColumn('since', words.since, ({ timestamp }) => timestamp.created_at, { sort: 'created_at' }),
]

/** Who has which role on the service. */
export function Admins() {
  const path = useParams({ from: '/services/$service/admins' })
  const { data: record } = useService()
  const list = useFilteredList('/workspace/services/{service}/admins', {
    words,
    columns: adminColumns,
    path,
    query: { include: ['abilities'] },
    filters: [byRole],
    sort: 'name',
  })
  return (
    <List
      list={list}
      actions={
        <DialogButton of={record} can="create_admin" label={words.add} isPrimary isAdding>
          {(close) => <AddAdminDialog service={path.service} onClose={close} />}
        </DialogButton>
      }
      opening={({ workspace_user_id: id }) => ({ open: id })}
      panel={(admin, close) =>
        record !== undefined && (
          <AdminPanel key={admin.id} service={record} admin={admin} onClose={close} />
        )
      }
    />
  )
}

const byRole = recordFilter('role', 'filter[admin_role]', words.roleFilter, adminRoles, (role) => [
  role,
  text.roles[role].word,
])

/** A person's role on the service: what it lets them do, and how to change it. */
export function AdminPanel({
  service,
  admin,
  onClose,
}: {
  service: Service
  admin: Admin
  onClose: () => void
}) {
  const { admin_role: role, is_active: isActive, timestamp } = admin
  return (
    <DetailPanel title={nameOf(admin)} onClose={onClose}>
      {isLast(service, admin) && (
        <Notice>
          <strong>{words.last}.</strong> {words.lastWhy}
        </Notice>
      )}
      {!isActive && <Notice>{words.cannotActWhy}</Notice>}
      <Facts
        of={{
          [words.role]: roles[role].word,
          [words.may]: roles[role].may,
          [words.since]: <Time at={timestamp.created_at} />,
          [words.until]: timestamp.expires_at !== null && <Time at={timestamp.expires_at} />,
          [words.toPerson]: (
            <RecordLink id={admin.workspace_user_id} name={admin.name ?? undefined} />
          ),
        }}
      />
      <Can record={admin} action="update">
        <ChangeRole key={role} admin={admin} />
      </Can>
      <div className="buttons mt-12">
        <DialogButton of={admin} can="expire" label={words.setEnd}>
          {(close) => <SetEndDialog admin={admin} onClose={close} />}
        </DialogButton>
        <ConfirmButton
          of={admin}
          can="delete"
          label={words.remove}
          title={words.removeTitle(nameOf(admin))}
          run={() =>
            muster.delete('/workspace/services/{service}/admins/{user}', {
              of: admin,
              params: pathOf(admin),
            })
          }
          onDone={onClose}
        >
          {words.removeWhy(roles[role].word)}
        </ConfirmButton>
      </div>
    </DetailPanel>
  )
}

/** Who may manage the admins may not change this one: it is the last. */
function isLast(service: Service, admin: Admin): boolean {
  return admin.admin_role === 'admin' && can(service, 'create_admin') && !can(admin, 'delete')
}

function pathOf({ service_id: service, workspace_user_id: user }: Admin) {
  return { path: { service, user } }
}

function SetEndDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const [day, setDay] = useState(lastDayOf(admin.timestamp.expires_at))
  const change = useChange(() =>
    muster.post('/workspace/services/{service}/admins/{user}/expire', {
      of: admin,
      params: pathOf(admin),
      body: { expires_at: endOfDay(day) },
    }),
  )
  return (
    <FormDialog
      title={words.setEndTitle(nameOf(admin))}
      action={words.setEnd}
      isReady={day !== lastDayOf(admin.timestamp.expires_at)}
      change={change}
      onClose={onClose}
    >
      <p>{words.setEndWhy}</p>
      <TextField type="date" label={words.lastDay} value={day} onChange={setDay} />
    </FormDialog>
  )
}

function ChangeRole({ admin }: { admin: Admin }) {
  const [role, setRole] = useState(admin.admin_role)
  const change = useChange(() =>
    muster.patch('/workspace/services/{service}/admins/{user}', {
      of: admin,
      params: pathOf(admin),
      body: { admin_role: role },
    }),
  )
  return (
    <form
      className="mt-20"
      onSubmit={(event) => {
        event.preventDefault()
        // The button goes, and the form is a new one: the panel keeps the focus.
        const panel = event.currentTarget.closest('aside')
        change.mutateAsync().then(
          () => panel?.focus(),
          () => undefined,
        )
      }}
    >
      <Choice label={words.roleTitle} options={roleOptions} value={role} onChange={setRole} />
      {change.error !== null && <ChangeError error={change.error} />}
      {role !== admin.admin_role && (
        <div className="buttons mt-12">
          <Button type="submit" variant="filled" loading={change.isPending}>
            {words.change}
          </Button>
          <Button onClick={() => setRole(admin.admin_role)}>Cancel</Button>
        </div>
      )}
      <AskToLeave isUnsaved={role !== admin.admin_role && !change.isPending && !change.isSuccess} />
    </form>
  )
}

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
