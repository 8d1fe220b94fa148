import type { RowOf } from 'muster-sdk'
import { NameLink, personColumn, textColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { Reason } from '../../parts/reason.tsx'
import { roleWords } from '../../parts/role-words.ts'
import { shouldHasColumns } from '../../parts/should-has-columns.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'

export type DriftRow = RowOf<'/directory/resources/{resource}/drift'>

const { compare: words } = text
const compared = shouldHasColumns<DriftRow>(
  ({ should }) => should,
  ({ has }) => has,
)

/** Who should have a resource beside who has it. By importance: the last ones are left out first where there is little room. */
export const driftColumns: readonly Column<DriftRow>[] = [
  personColumn('person', words.person, nameOf, {
    min: 150,
    grow: 1.5,
    sort: 'full_name',
    link: ({ included: { directory_user: user } }, name) =>
      user === null ? (
        name
      ) : (
        <NameLink to="/people/$user/vendors" params={{ user: user.id }}>
          {name}
        </NameLink>
      ),
  }),
  textColumn('status', words.status, ({ status }) => status, {
    min: 190,
    grow: 0.6,
    sort: 'status',
    cell: ({ status, is_held: isHeld }) => (
      <>
        <StateBadge state={status} />
        {isHeld && <StateBadge state="held" />}
      </>
    ),
  }),
  compared.should,
  {
    ...compared.has,
    text: (row) => rolesOf(row).join(', '),
    cell: (row) => <Middle text={rolesOf(row).map(roleWords).join(', ')} />,
  },
  textColumn('why', words.why, ({ should }) => should?.why, {
    min: 180,
    grow: 1.8,
    cell: ({ should }) => should && <Reason why={should.why} />,
  }),
  compared.shouldSince,
  compared.hasSince,
  textColumn('accounts', words.accounts, accountsOf, { min: 150 }),
]

/** A person, or else the account that belongs to no one. */
export function nameOf({ included, accounts, id }: DriftRow): string {
  const [account] = accounts
  return included.directory_user?.full_name || account?.full_name || account?.vendor_id || id
}

/** The roles of all accounts, those that differ from what they should be first. */
function rolesOf({ accounts }: DriftRow): string[] {
  return [...new Set(accounts.flatMap(({ has }) => has?.role_handle ?? []))]
}

function accountsOf({ accounts }: DriftRow): string {
  return accounts
    .map(({ handle, email, vendor_id, id }) => handle ?? email ?? vendor_id ?? id)
    .join(', ')
}
