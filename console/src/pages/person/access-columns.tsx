import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { kindWords } from '../../parts/kinds.ts'
import { Reason } from '../../parts/reason.tsx'
import { shouldHasColumns } from '../../parts/should-has-columns.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { text } from './text.ts'

export type AccessRow = RowOf<'/directory/users/{user}/access'>

const { access: words } = text
const compared = shouldHasColumns<AccessRow>(
  (row) => row,
  ({ has }) => has,
)

/** By importance: the last ones are left out first where there is little room. */
export const accessColumns: readonly Column<AccessRow>[] = [
  textColumn('resource', words.resource, ({ policy_resource: { name } }) => name, {
    grow: 1.6,
    sort: 'name',
  }),
  textColumn('why', words.why, ({ why }) => why, {
    min: 165,
    grow: 3,
    cell: ({ why }) => <Reason why={why} />,
  }),
  stateColumn(words.state),
  textColumn('vendor', words.drift, (row) => driftOf(row), {
    min: 125,
    grow: 0.6,
    cell: (row) => {
      const drift = driftOf(row)
      return drift !== undefined && <StateBadge state={drift} />
    },
  }),
  compared.should,
  compared.has,
  { ...compared.shouldSince, sort: 'since' },
  compared.hasSince,
  timeColumn('until', words.until, ({ until }) => until, { min: 95, grow: 0.5 }),
  textColumn('type', words.type, ({ type }) => type, {
    min: 140,
    grow: 0.8,
    cell: ({ type }) => kindWords(type),
  }),
]

/** What callers see who may not see members of resources. */
export const policyColumns = accessColumns.filter(
  ({ id }) => !['vendor', 'has', 'has_since'].includes(id),
)

/** How what the person should have compares with what they have there; undefined where nothing is known. */
function driftOf({ type, role_handle: role, has }: AccessRow): string | undefined {
  if (has === undefined || type === 'directory_attribute') return undefined
  if (has === null) return 'missing'
  return has.role_handle === role ? 'in_sync' : 'role_differs'
}
