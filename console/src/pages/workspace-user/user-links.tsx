import { useParams } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useList } from '../../api/use-list.ts'
import { Can } from '../../parts/can.tsx'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Middle } from '../../parts/middle.tsx'
import { Beside } from '../../parts/scroll.tsx'
import { stateColumn } from '../../parts/state-column.tsx'
import { Time } from '../../parts/time.tsx'
import { Total } from '../../parts/total.tsx'
import { useStateFilter } from '../credentials/use-state-filter.ts'
import { EndAll } from './end-all.tsx'
import { text } from './text.ts'
import { useUser } from './use-user.ts'

const { links: words } = text

type SignInLink = RowOf<'/workspace/users/{user}/sign-in-links'>

/** The links that sign a person in, with the way to end those that nobody has used. */
export function UserLinks() {
  const { user } = useParams({ from: '/settings/users/$user/links' })
  const { data: record } = useUser()
  const { query, bar } = useStateFilter(words.state, ['active', 'used', 'expired'])
  const params = { path: { user } }
  const list = useList('/workspace/users/{user}/sign-in-links', {
    params: { ...params, query: { ...query, sort: '-created_at', 'page[total]': 'true' } },
  })
  // A link has no id of its own: nobody refers to one.
  const rows = list.rows.map((link) => ({ ...link, id: link.timestamp.created_at }))
  const hasUnused = list.rows.some(({ state }) => state === 'active')
  return (
    <Beside>
      <FilterBar {...bar}>
        <Total total={list.total} label={words.count} />
        {hasUnused && record !== undefined && (
          <Can record={record} action="delete_sign_in_links">
            <EndAll
              title={words.endAllTitle(record.name)}
              action={words.endAll}
              end={() =>
                muster.delete('/workspace/users/{user}/sign-in-links', { of: record, params })
              }
            >
              {words.endAllWhy}
            </EndAll>
          </Can>
        )}
      </FilterBar>
      <DataTable
        label={words.title}
        list={{ ...list, rows }}
        columns={columns}
        empty={<EmptyState title={words.none}>{words.noneWhy}</EmptyState>}
      />
    </Beside>
  )
}

const columns: readonly Column<SignInLink>[] = [
  {
    id: 'created',
    header: words.created,
    min: 140,
    text: ({ timestamp }) => timestamp.created_at,
    cell: ({ timestamp }) => <Time at={timestamp.created_at} />,
  },
  stateColumn(words.state),
  {
    id: 'by',
    header: words.by,
    min: 160,
    grow: 2,
    text: ({ issued_by: by }) => by?.name ?? '',
    cell: ({ issued_by: by }) => <Middle text={by === null ? words.server : (by.name ?? by.id)} />,
  },
  {
    id: 'expires',
    header: words.expires,
    min: 110,
    text: ({ timestamp }) => timestamp.expires_at,
    cell: ({ timestamp }) => <Time at={timestamp.expires_at} />,
  },
  {
    id: 'used',
    header: words.used,
    min: 110,
    text: ({ timestamp }) => timestamp.used_at ?? '',
    cell: ({ timestamp: { used_at: used } }) => (used === null ? null : <Time at={used} />),
  },
]
