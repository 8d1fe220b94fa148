import { useParams } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Middle } from '../../parts/middle.tsx'
import { text } from './text.ts'
import { useUser } from './use-user.ts'

const { links: words } = text

type SignInLink = RowOf<'/workspace/users/{user}/sign-in-links'>

/** The links that sign a person in, with the way to end those that nobody has used. */
export function UserLinks() {
  const path = useParams({ from: '/settings/users/$user/links' })
  const { data: record } = useUser()
  const list = useFilteredList('/workspace/users/{user}/sign-in-links', {
    words,
    columns,
    path,
    query: { sort: '-created_at' },
    filters: [stateFilter(words.state, ['active', 'used', 'expired'], { usual: 'active' })],
  })
  // A link has no id of its own: nobody refers to one.
  const rows = list.rows.map((link) => ({ ...link, id: link.timestamp.created_at }))
  return (
    <List<SignInLink & { id: string }>
      list={{ ...list, rows, readAll: undefined }}
      actions={
        record !== undefined && (
          <ConfirmButton
            of={record}
            can="delete_sign_in_links"
            isOffered={list.rows.some(({ state }) => state === 'active')}
            title={words.endAllTitle(record.name)}
            label={words.endAll}
            run={() =>
              muster.delete('/workspace/users/{user}/sign-in-links', {
                of: record,
                params: { path },
              })
            }
          >
            {words.endAllWhy}
          </ConfirmButton>
        )
      }
    />
  )
}

const columns: readonly Column<SignInLink>[] = [
  timeColumn('created', words.created, ({ timestamp }) => timestamp.created_at, {
    min: 140,
    grow: 1,
  }),
  stateColumn(words.state),
  textColumn('by', words.by, ({ issued_by: by }) => by?.name, {
    min: 160,
    grow: 2,
    cell: ({ issued_by: by }) => <Middle text={by === null ? words.server : (by.name ?? by.id)} />,
  }),
  timeColumn('expires', words.expires, ({ timestamp }) => timestamp.expires_at, { grow: 1 }),
  timeColumn('used', words.used, ({ timestamp }) => timestamp.used_at, { grow: 1 }),
]
