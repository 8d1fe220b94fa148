import type { RowOf } from 'muster-sdk'
import { useNavigate } from '@tanstack/react-router'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { personColumn, stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { useApi, useChange } from '../../api/use-api.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { recordFilter, stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { muster } from '../../api/muster.ts'
import { endOfDay } from '../../parts/instants.ts'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import { text } from './text.ts'
import { LastDayField, RolePicker } from './user-fields.tsx'

type User = RowOf<'/workspace/users'>

const { users: words } = text

export const userColumns: readonly Column<User>[] = [
  personColumn('name', words.name, ({ id, name }) => (name === '' ? id : name), {
    min: 190,
    grow: 1.6,
    sort: 'name',
    to: ({ id }) => `/settings/users/${id}`,
  }),
  stateColumn(words.state),
  textColumn('roles', words.roles, ({ roles }) => roles.join(' '), {
    min: 160,
    grow: 1.4,
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <span className="quiet">{words.noRole}</span>
      ) : (
        <Middle text={roles.join(', ')} />
      ),
  }),
  textColumn('email', words.email, ({ email }) => email, { min: 200, grow: 1.4 }),
  textColumn('person', words.person, ({ directory_user_id: person }) => person, {
    min: 180,
    cell: ({ directory_user_id: person }) => person !== null && <RecordLink id={person} />,
  }),
  textColumn('provider', words.provider, ({ provider }) => provider, { min: 180 }),
  timeColumn('created', words.created, ({ timestamp }) => timestamp.created_at, {
    grow: 0.5,
    sort: 'created_at',
  }),
]

const states = ['staged', 'active', 'expiring', 'expired', 'deactivated']

/** The people who sign in. */
export function Users() {
  const navigate = useNavigate()
  const { data: roles } = useApi('/workspace/roles', {
    params: { query: { sort: 'name', 'page[size]': '500' } },
  })
  const list = useFilteredList('/workspace/users', {
    words,
    columns: userColumns,
    search: 'filter[name_search]',
    filters: [
      stateFilter(words.state, states),
      recordFilter('role', 'filter[role]', words.role, roles?.data, ({ name }) => [name, name]),
    ],
    sort: 'name',
  })
  const open = (user: string) => void navigate({ to: '/settings/users/$user', params: { user } })
  return (
    <List
      list={list}
      actions={
        <DialogButton permission="workspace.user.manage" label={words.create} isPrimary isAdding>
          {(close) => <CreateUserDialog onCreated={open} onClose={close} />}
        </DialogButton>
      }
    />
  )
}

const begin = () => ({
  name: '',
  provider: '',
  provider_id: '',
  email: '',
  roles: new Set<string>(),
  day: '',
  isStaged: false,
})

/** Asks who may sign in, before they do so for the first time. */
export function CreateUserDialog({
  onCreated,
  onClose,
}: {
  onCreated: (user: string) => void
  onClose: () => void
}) {
  const { sent, of } = useForm(begin)
  const { name, provider, provider_id, email, roles, day, isStaged } = sent
  const change = useChange(() =>
    muster.post('/workspace/users', {
      body: {
        name,
        provider,
        provider_id,
        ...(email !== '' && { email }),
        roles: [...roles],
        expires_at: endOfDay(day),
        state: isStaged ? 'staged' : 'active',
      },
    }),
  )
  const line = { maxLength: 500, spellCheck: false }
  return (
    <FormDialog
      title={words.createTitle}
      action={words.create}
      isReady={name !== '' && provider !== '' && provider_id !== ''}
      change={change}
      ownFields={['expires_at']}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined, { onSuccess: ({ id }) => onCreated(id) })}
    >
      <TextField label={words.name} {...line} {...of('name')} data-autofocus />
      <TextField
        label={words.issuer}
        description={words.issuerHint}
        {...line}
        {...of('provider')}
      />
      <TextField
        label={words.subject}
        description={words.subjectHint}
        {...line}
        {...of('provider_id')}
      />
      <TextField label={words.email} {...line} {...of('email')} />
      <RolePicker label={words.roles} {...of('roles')} />
      <LastDayField error={change.error} {...of('day')} />
      <CheckField label={words.startStaged} {...of('isStaged')} />
    </FormDialog>
  )
}
