import { markOf, can } from '../../parts/can.tsx'
import type { RowOf } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { ConfirmDialog } from '../../parts/form-dialog.tsx'
import { ConfirmButton, DialogButton } from '../../parts/dialog-button.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Middle } from '../../parts/middle.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import type { SuggestionQuery } from '../../parts/use-suggestions.ts'
import { workspaceUsersFor } from '../../parts/suggest-records.ts'
import { useForm } from '../../parts/use-form.ts'
import { Refused } from './rule-actions.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'

const { admins: words } = text

type Admin = RowOf<'/policy/rulesets/{ruleset}/admins'>
type AdminRole = Admin['role']

const shortRoles: Readonly<Record<AdminRole, string>> = {
  audit: 'audit',
  create: 'create',
  activate: 'activate',
  admin: 'admin',
}

/** The people with a role on this ruleset alone. */
export function Admins() {
  const { data: ruleset } = useRuleset()
  return ruleset === undefined ? null : <AdminsOf ruleset={ruleset} />
}

function AdminsOf({ ruleset }: { ruleset: Ruleset }) {
  const list = useFilteredList('/policy/rulesets/{ruleset}/admins', {
    words: { title: text.tabs.admins, none: words.none },
    columns,
    path: { ruleset: ruleset.id },
    query: { include: ['abilities'] },
  })
  return (
    <List
      list={list}
      actions={
        <DialogButton of={ruleset} can="create_admin" label={words.add} isAdding>
          {(close) => <AdminDialog ruleset={ruleset} onClose={close} />}
        </DialogButton>
      }
    />
  )
}

const columns: readonly Column<Admin>[] = [
  textColumn('name', words.name, ({ name, workspace_user_id }) => name ?? workspace_user_id, {
    min: 160,
    grow: 2,
    cell: ({ name, workspace_user_id, is_active }) => (
      <>
        <Middle text={name ?? workspace_user_id} />
        {!is_active && <span className="small quiet">{words.inactive}</span>}
      </>
    ),
  }),
  textColumn('role', words.role, ({ role }) => role, { cell: (admin) => <Role admin={admin} /> }),
  textColumn('remove', words.action, () => '', {
    min: 90,
    grow: 0.4,
    align: 'end',
    cell: (admin) => (
      <ConfirmButton
        of={admin}
        can="delete"
        isQuiet
        title={words.removeTitle(admin.name ?? words.hidden)}
        label={words.remove}
        run={() => muster.delete(path, requestOf(admin))}
      >
        {words.removes(admin.role)}
      </ConfirmButton>
    ),
  }),
  timeColumn('since', words.since, ({ timestamp }) => timestamp.created_at),
]

const path = '/policy/rulesets/{ruleset}/admins/{user}'

function requestOf(admin: Admin) {
  const { ruleset_id: ruleset, workspace_user_id: user } = admin
  return { of: admin, params: { path: { ruleset, user } } }
}

function Role({ admin }: { admin: Admin }) {
  const change = useChange((role: AdminRole) =>
    muster.patch(path, { ...requestOf(admin), body: { role } }),
  )
  if (!can(admin, 'update')) return <>{admin.role}</>
  return (
    <span {...markOf(admin, 'update')}>
      <SelectField
        look="quiet"
        label={`${words.role}: ${admin.name ?? admin.workspace_user_id}`}
        options={shortRoles}
        value={admin.role}
        isDisabled={change.isPending}
        onChange={(role) => change.mutate(role)}
      />
      <Refused change={change} />
    </span>
  )
}

/** Gives a workspace user a role on this ruleset. */
function AdminDialog({ ruleset, onClose }: { ruleset: Ruleset; onClose: () => void }) {
  const mayRead = useMay('workspace.user.view')
  const { values, set, of } = useForm(begin)
  const { id, name, role } = values
  const change = useChange(() =>
    muster.post('/policy/rulesets/{ruleset}/admins', {
      params: { path: { ruleset: ruleset.id } },
      body: { user_id: id, role },
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
        value={name}
        placeholder={words.personHint}
        suggest={mayRead ? workspaceUsersFor : nobody}
        onPick={(picked, called) => set({ id: picked, name: called })}
        onText={mayRead ? undefined : (picked) => set({ id: picked, name: picked })}
      />
      <SelectField label={words.role} options={words.roles} {...of('role')} />
    </ConfirmDialog>
  )
}

const begin = (): { id: string; name: string; role: AdminRole } => ({
  id: '',
  name: '',
  role: 'create',
})

/** Without the right to read workspace users, an id can be written. */
function nobody(): SuggestionQuery {
  return { key: ['nobody'], read: async () => null }
}
