import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { personColumn, stateColumn, textColumn } from '../../parts/column-kinds.tsx'
import { text } from './text.ts'

type Report = RowOf<'/directory/users/{user}/direct-report-users'>

export const reportColumns: readonly Column<Report>[] = [
  personColumn('name', text.accounts.name, ({ full_name }) => full_name, { min: 180 }),
  stateColumn(text.accounts.state),
  ...(['title', 'department'] as const).map((key) =>
    textColumn(key, key === 'title' ? 'Title' : 'Department', ({ org }: Report) => org[key], {
      min: 150,
      grow: 1.5,
    }),
  ),
]
