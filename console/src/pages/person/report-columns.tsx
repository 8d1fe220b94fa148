import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn, textColumn } from '../../parts/column-kinds.tsx'
import { text } from './text.ts'

type Report = RowOf<'/directory/users/{user}/direct-report-users'>

export const reportColumns: readonly Column<Report>[] = [
  textColumn('name', text.accounts.name, ({ full_name }) => full_name, {
    min: 180,
    grow: 2,
    cell: ({ full_name }) => (
      <>
        <Avatar name={full_name} />
        <Middle text={full_name} />
      </>
    ),
  }),
  stateColumn(text.accounts.state),
  ...(['title', 'department'] as const).map((key) =>
    textColumn(key, key === 'title' ? 'Title' : 'Department', ({ org }: Report) => org[key], {
      min: 150,
      grow: 1.5,
    }),
  ),
]
