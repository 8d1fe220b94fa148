import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { text } from './text.ts'

type Report = RowOf<'/directory/users/{user}/direct-report-users'>

export const reportColumns: readonly Column<Report>[] = [
  {
    id: 'name',
    header: text.accounts.name,
    min: 180,
    grow: 2,
    text: ({ full_name }) => full_name,
    cell: ({ full_name }) => (
      <>
        <Avatar name={full_name} />
        <Middle text={full_name} />
      </>
    ),
  },
  stateColumn(text.accounts.state),
  ...(['title', 'department'] as const).map((key) => ({
    id: key,
    header: key === 'title' ? 'Title' : 'Department',
    min: 150,
    grow: 1.5,
    text: ({ org }: Report) => org[key] ?? '',
    cell: ({ org }: Report) => <Middle text={org[key] ?? ''} />,
  })),
]
