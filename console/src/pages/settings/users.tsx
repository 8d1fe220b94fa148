import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api/use-api.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { recordFilter, stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { text } from './text.ts'
import { userColumns } from './user-columns.tsx'

const { users: words } = text

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
        <DialogButton permission="workspace.user.manage" label={words.create} isPrimary>
          {(close) => <CreateUserDialog onCreated={open} onClose={close} />}
        </DialogButton>
      }
      onOpen={({ id }) => open(id)}
    />
  )
}
