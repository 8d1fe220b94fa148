import { useParams } from '@tanstack/react-router'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { recordFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { AddAdminDialog } from './add-admin-dialog.tsx'
import { adminColumns, adminRoles } from './admin-columns.tsx'
import { AdminPanel } from './admin-panel.tsx'
import { text } from './text.ts'
import { useService } from './use-service.ts'

const words = { ...text.admins, title: text.tabs.admins }

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
        <DialogButton of={record} can="create_admin" label={words.add} isPrimary>
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
