import type { RowOf } from 'muster-sdk'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { stateFilter, wordFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { RecordLink } from '../../parts/record-link.tsx'
import { noticeWords } from './notices-text.ts'

const { sent: words, kinds } = noticeWords

/** What the viewer was told, and everyone for those who may read the audit log. */
export function SentNotices() {
  const list = useFilteredList('/workspace/notices', {
    words,
    columns,
    filters: [
      stateFilter(words.state, ['waiting', 'sent', 'failed']),
      wordFilter('kind', 'filter[kind]', words.kind, words.kindWords),
    ],
    sort: '-created_at',
  })
  return <List list={list} />
}

const columns: readonly Column<RowOf<'/workspace/notices'>>[] = [
  timeColumn('at', words.at, ({ timestamp }) => timestamp.created_at, { sort: 'created_at' }),
  textColumn('person', words.person, ({ workspace_user_id: user }) => user, {
    cell: ({ workspace_user_id: user }) => <RecordLink id={user} />,
  }),
  textColumn('kind', words.kind, ({ kind }) => words.kindWords[kind]),
  textColumn('channel', words.channel, ({ channel }) => words.channels[channel]),
  textColumn('told', words.told, ({ told }) => told.map((kind) => kinds[kind]).join(', '), {
    min: 180,
    grow: 2,
  }),
  stateColumn(words.state),
  textColumn('error', words.error, ({ error }) => error, { min: 140 }),
]
