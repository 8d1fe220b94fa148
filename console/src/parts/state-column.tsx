import type { Column } from './columns.ts'
import { StateBadge } from './state-badge.tsx'

/** The state of each row, as wide as the longest of its words. */
export function stateColumn<Row extends { state: string }>(header: string): Column<Row> {
  return {
    id: 'state',
    header,
    min: 116,
    grow: 0.6,
    text: ({ state }) => state,
    cell: ({ state }) => <StateBadge state={state} />,
  }
}
