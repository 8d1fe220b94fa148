import type { InitArgument, RowOf } from 'muster-sdk'
import { Link } from '@tanstack/react-router'
import { countColumn, textColumn, timeColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DialogButton, ConfirmButton } from '../../parts/dialog-button.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { muster, writeOf } from '../../api/muster.ts'
import { can } from '../../parts/can.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PermissionList, PermissionPicker } from '../../parts/permission-picker.tsx'
import { expandPatterns, usePermissions, permissionNames } from '../../parts/permissions.ts'
import { useSession } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import { lengths } from '../../gen/lengths.ts'
import { text } from './text.ts'

const { roles: words } = text

/** The roles that bundle permissions. */
export function Roles() {
  const list = useFilteredList('/workspace/roles', {
    words,
    columns,
    query: { include: ['abilities'] },
    sort: 'name',
  })
  return (
    <List
      list={list}
      actions={
        <DialogButton permission="workspace.role.manage" label={words.create} isPrimary isAdding>
          {(close) => <RoleDialog onDone={(id) => list.setUrl({ open: id })} onClose={close} />}
        </DialogButton>
      }
      panel={(role, close) => <RolePanel key={role.id} role={role} onClose={close} />}
    />
  )
}

const columns: readonly Column<RowOf<'/workspace/roles'>>[] = [
  textColumn('name', words.name, ({ name }) => name, { min: 170, sort: 'name' }),
  countColumn('permissions', words.permissions, ({ permissions }) => permissions.length, {
    min: 100,
    grow: 0.4,
  }),
  wordColumn('kind', words.kind, ({ is_system }) => (is_system ? words.system : words.custom), {
    min: 90,
    grow: 0.5,
  }),
  textColumn('description', words.description, ({ description }) => description, {
    min: 240,
    grow: 3,
    cell: ({ description }) => <span className="quiet">{description}</span>,
  }),
  timeColumn('created', words.created, ({ timestamp }) => timestamp.created_at, {
    sort: 'created_at',
  }),
]

type Role = RowOf<'/workspace/roles'>

/** A role: what it permits, who has it, and how it is changed. */
export function RolePanel({ role, onClose }: { role: Role; onClose: () => void }) {
  const { permissions } = usePermissions(role.permissions)
  const isHeld = can(role, 'update') && !can(role, 'delete')
  return (
    <DetailPanel title={role.name} onClose={onClose}>
      {role.is_system && <Notice>{words.systemWhy}</Notice>}
      {isHeld && <Notice>{words.heldWhy}</Notice>}
      <Facts
        of={{
          [words.description]: role.description,
          [words.toHolders]: (
            <Link to="/settings/users" search={{ role: role.name, state: 'any' }} className="link">
              {text.users.title}
            </Link>
          ),
          [words.id]: <Id value={role.id} />,
        }}
      />
      <div className="buttons mt-16">
        <DialogButton of={role} can="update" label={words.edit}>
          {(close) => <RoleDialog role={role} onDone={close} onClose={close} />}
        </DialogButton>
        <ConfirmButton
          of={role}
          can="delete"
          label={words.delete}
          title={words.deleteTitle(role.name)}
          run={() => muster.delete('/workspace/roles/{role}', writeOf('role', role))}
          onDone={onClose}
        >
          {words.deleteWhy}
        </ConfirmButton>
      </div>
      <h3 className="subheading">{words.permissions}</h3>
      <PermissionList
        permissions={permissions}
        held={expandPatterns(role.permissions, permissions)}
      />
    </DetailPanel>
  )
}

function save(role: Role | undefined, body: InitArgument<'post', '/workspace/roles'>[0]['body']) {
  if (role === undefined) return muster.post('/workspace/roles', { body })
  return muster.patch('/workspace/roles/{role}', { ...writeOf('role', role), body })
}

type Asked = { role?: Role | undefined; onDone: (id: string) => void; onClose: () => void }

/** Asks for the name and the permissions of a role: a new one, or one that is changed. */
export function RoleDialog({ role: opened, onDone, onClose }: Asked) {
  const { values, sent, of } = useForm(() => ({
    role: opened,
    name: opened?.name ?? '',
    description: opened?.description ?? '',
    permissions: new Set<string>(opened?.permissions),
  }))
  const { role } = values
  const { name, description, permissions } = sent
  const own = new Set(useSession().permissions)
  const { permissions: all } = usePermissions(role?.permissions)
  const body = { name, description, permissions: permissionNames(permissions) }
  const change = useChange(() => save(role, body))
  return (
    <FormDialog
      title={role === undefined ? words.createTitle : words.editTitle}
      action={role === undefined ? words.create : words.save}
      isReady={name !== '' && permissions.size > 0}
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
      <TextField
        label={words.name}
        description={words.nameHint}
        maxLength={lengths.createRole.name}
        spellCheck={false}
        data-autofocus
        {...of('name')}
      />
      <TextField
        label={words.description}
        maxLength={lengths.createRole.description}
        {...of('description')}
      />
      {role !== undefined && <p className="soft mt-8">{words.editWhy}</p>}
      <div className="scroll-box">
        <PermissionPicker
          permissions={all.filter(
            (each) => own.has(each.name) || role?.permissions.includes(each.name),
          )}
          {...of('permissions')}
        />
      </div>
    </FormDialog>
  )
}
