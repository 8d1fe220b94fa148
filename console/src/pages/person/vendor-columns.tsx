import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { textColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { kindWords } from '../../parts/kinds.ts'
import { Middle } from '../../parts/middle.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { shouldHasColumns } from '../../parts/should-has-columns.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'
import classes from './person.module.css'

type VendorRow = RowOf<'/directory/users/{user}/resources'>

const { vendors: words } = text
const compared = shouldHasColumns<VendorRow>(
  ({ should }) => should,
  ({ has }) => has,
)

/** What a person has at the vendors. By importance: the last ones are left out first where there is little room. */
export const vendorColumns: readonly Column<VendorRow>[] = [
  textColumn('resource', words.resource, ({ name }) => name, {
    min: 140,
    grow: 1.6,
    sort: 'name',
    cell: ({ id, name }) => (
      <Link
        to="/groups/$resource/compare"
        params={{ resource: id }}
        className={classes['link']}
        tabIndex={-1}
      >
        <Middle text={name} />
      </Link>
    ),
  }),
  textColumn('drift', words.drift, ({ drift }) => drift, {
    grow: 0.8,
    cell: ({ drift }) => drift !== undefined && <StateBadge state={drift} />,
  }),
  compared.should,
  compared.has,
  textColumn('type', words.type, ({ type }) => type, {
    min: 140,
    grow: 0.8,
    cell: ({ type }) => kindWords(type),
  }),
  compared.shouldSince,
  compared.hasSince,
  textColumn('source', words.source, ({ integration_handle: handle }) => handle, {
    grow: 0.8,
    cell: ({ integration_id: id }) => <RecordLink id={id} />,
  }),
]

/** What callers see who may not see rules. */
export const memberColumns = vendorColumns.filter(
  ({ id }) => !['drift', 'should', 'should_since'].includes(id),
)
