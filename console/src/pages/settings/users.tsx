import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { May } from '../../parts/can.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { searchText } from '../../parts/search-text.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { text } from './text.ts'
import { userColumns } from './user-columns.tsx'

const { users: words } = text

/** The people who sign in. */
export function Users() {
  const [url, setUrl] = useUrlState()
  const navigate = useNavigate()
  const filters = useUserFilters()
  const { search, state, role, sort = 'name' } = url
  const wanted = searchText(search)
  const list = useList('/workspace/users', {
    params: {
      query: {
        ...(wanted !== undefined && { 'filter[name_search]': wanted }),
        ...(state !== undefined && state !== 'any' && { 'filter[state]': state }),
        ...(role !== undefined && { 'filter[role]': role }),
        sort: sorts.find((each) => each === sort) ?? 'name',
        'page[total]': 'true',
      },
    },
  })
  const isFiltered = wanted !== undefined || state !== undefined || role !== undefined
  const open = (user: string) => void navigate({ to: '/settings/users/$user', params: { user } })
  return (
    <Beside>
      <FilterBar
        url={{ ...url, state: state === 'any' ? '' : state }}
        onChange={setUrl}
        searchLabel={words.search}
        filters={filters}
      >
        <Total total={list.total} label={words.count} />
        <Create onCreated={open} />
      </FilterBar>
      <DataTable
        label={text.tabs.users}
        list={list}
        columns={userColumns}
        sorting={{ value: sort, onChange: (next) => setUrl({ sort: next }) }}
        onOpen={({ id }) => open(id)}
        empty={
          <EmptyList
            none={{ title: words.none }}
            noMatch={{ title: words.noMatch }}
            onClear={isFiltered ? () => setUrl({ search: '', state: '', role: '' }) : undefined}
          />
        }
      />
    </Beside>
  )
}

function Create({ onCreated }: { onCreated: (user: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <May permission="workspace.user.manage">
      <Button
        variant="filled"
        leftSection={<Icon name="plus" size={12} />}
        onClick={() => setIsOpen(true)}
      >
        {words.create}
      </Button>
      {isOpen && <CreateUserDialog onCreated={onCreated} onClose={() => setIsOpen(false)} />}
    </May>
  )
}

const sorts = ['name', '-name', 'created_at', '-created_at'] as const
const states = ['staged', 'active', 'expiring', 'expired', 'deactivated']

function useUserFilters() {
  const { data: roles } = useApi('/workspace/roles', {
    params: { query: { sort: 'name', 'page[size]': '500' } },
  })
  return [
    {
      key: 'state',
      label: words.state,
      options: states.map((value) => ({ value, label: stateLooks(value).word })),
    },
    {
      key: 'role',
      label: words.role,
      options: (roles?.data ?? []).map(({ name }) => ({ value: name, label: name })),
    },
  ]
}
