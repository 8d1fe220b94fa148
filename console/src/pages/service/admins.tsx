import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { Can } from '../../parts/can.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { Total } from '../../parts/total.tsx'
import { AddAdminDialog } from './add-admin-dialog.tsx'
import { adminColumns, adminRoles } from './admin-columns.tsx'
import { AdminPanel } from './admin-panel.tsx'
import { text } from './text.ts'
import { useService } from './use-service.ts'

const { admins: words } = text

/** Who has which role on the service. */
export function Admins() {
  const { service } = useParams({ from: '/services/$service/admins' })
  const { data: record } = useService()
  const [url, setUrl] = useUrlState()
  const [isAdding, setIsAdding] = useState(false)
  const { role, sort = 'name', open } = url
  const list = useList('/workspace/services/{service}/admins', {
    params: {
      path: { service },
      query: {
        ...(role !== undefined && { 'filter[admin_role]': role }),
        sort: sorts.find((each) => each === sort) ?? 'name',
        'page[total]': 'true',
        include: ['abilities'],
      },
    },
  })
  const opened = list.rows.find(({ workspace_user_id: id }) => id === open)
  return (
    <Beside
      panel={
        opened !== undefined &&
        record !== undefined && (
          <AdminPanel
            key={opened.id}
            service={record}
            admin={opened}
            onClose={() => setUrl({ open: '' })}
          />
        )
      }
    >
      <FilterBar url={url} onChange={setUrl} filters={filters}>
        <Total total={list.total} label={words.count} />
        <Can record={record} action="create_admin">
          <Button
            variant="filled"
            leftSection={<Icon name="plus" size={12} />}
            onClick={() => setIsAdding(true)}
          >
            {words.add}
          </Button>
        </Can>
      </FilterBar>
      <DataTable
        label={text.tabs.admins}
        list={list}
        columns={adminColumns}
        sorting={{ value: sort, onChange: (next) => setUrl({ sort: next }) }}
        selectedId={opened?.id}
        onOpen={({ workspace_user_id: id }) => setUrl({ open: id }, { push: true })}
        empty={
          role === undefined ? (
            <EmptyState title={words.none}>{words.noneWhy}</EmptyState>
          ) : (
            <EmptyState title={words.noMatch} />
          )
        }
      />
      {isAdding && <AddAdminDialog service={service} onClose={() => setIsAdding(false)} />}
    </Beside>
  )
}

const sorts = ['name', '-name', 'created_at', '-created_at'] as const

const filters = [
  {
    key: 'role',
    label: words.roleFilter,
    options: adminRoles.map((value) => ({ value, label: text.roles[value].word })),
  },
]
