import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { kindWords } from '../../parts/kinds.ts'
import { Middle } from '../../parts/middle.tsx'
import { Reason } from '../../parts/reason.tsx'
import { shouldHasColumns } from '../../parts/should-has-columns.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'

export type AccessRow = RowOf<'/directory/users/{user}/access'>

const { access: words } = text
const compared = shouldHasColumns<AccessRow>(
  (row) => row,
  ({ has }) => has,
)

/** By importance: the last ones are left out first where there is little room. */
export const accessColumns: readonly Column<AccessRow>[] = [
  {
    id: 'resource',
    header: words.resource,
    min: 130,
    grow: 1.6,
    sort: 'name',
    text: ({ policy_resource: { name } }) => name,
    cell: ({ policy_resource: { name } }) => <Middle text={name} />,
  },
  {
    id: 'why',
    header: words.why,
    min: 165,
    grow: 3,
    text: ({ why }) => why,
    cell: ({ why }) => <Reason why={why} />,
  },
  stateColumn(words.state),
  {
    id: 'vendor',
    header: words.drift,
    min: 125,
    grow: 0.6,
    text: (row) => driftOf(row) ?? '',
    cell: (row) => {
      const drift = driftOf(row)
      return drift !== undefined && <StateBadge state={drift} />
    },
  },
  compared.should,
  compared.has,
  { ...compared.shouldSince, sort: 'since' },
  compared.hasSince,
  {
    id: 'until',
    header: words.until,
    min: 95,
    grow: 0.5,
    text: ({ until }) => until ?? '',
    cell: ({ until }) => (until === null ? null : <Time at={until} />),
  },
  {
    id: 'type',
    header: words.type,
    min: 140,
    grow: 0.8,
    text: ({ type }) => type,
    cell: ({ type }) => kindWords(type),
  },
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
