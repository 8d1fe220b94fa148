import { useParams } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { useList } from '../../api/use-list.ts'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Id } from '../../parts/id.tsx'
import { Middle } from '../../parts/middle.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'

type Account = RowOf<'/directory/users/{user}/directory-identities'>

const { accounts: words } = text

/** The accounts of the person at every source, side by side. */
export function Accounts() {
  const { user } = useParams({ from: '/people/$user/accounts' })
  const list = useList('/directory/users/{user}/directory-identities', {
    params: { path: { user } },
  })
  return (
    <DataTable
      label={text.tabs.accounts}
      list={list}
      columns={columns}
      empty={<EmptyState title={words.none}>{words.noneWhy}</EmptyState>}
    />
  )
}

const columns: readonly Column<Account>[] = [
  {
    id: 'source',
    header: words.source,
    min: 110,
    text: ({ integration_handle }) => integration_handle,
    cell: ({ integration_handle }) => <Middle text={integration_handle} />,
  },
  {
    id: 'state',
    header: words.state,
    min: 120,
    text: ({ state }) => state,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'name',
    header: words.name,
    min: 150,
    grow: 1.5,
    text: ({ full_name }) => full_name,
    cell: ({ full_name }) => <Middle text={full_name} />,
  },
  {
    id: 'email',
    header: words.email,
    min: 200,
    grow: 2,
    text: ({ email }) => email ?? '',
    cell: ({ email }) => (email === null ? null : <Id value={email} />),
  },
  {
    id: 'id',
    header: words.id,
    min: 180,
    grow: 1.5,
    text: ({ vendor_id }) => vendor_id,
    cell: ({ vendor_id }) => <Id value={vendor_id} />,
  },
]
