import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
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
  {
    id: 'resource',
    header: words.resource,
    min: 140,
    grow: 1.6,
    sort: 'name',
    text: ({ name }) => name,
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
  },
  {
    id: 'drift',
    header: words.drift,
    min: 130,
    grow: 0.8,
    text: ({ drift }) => drift ?? '',
    cell: ({ drift }) => drift !== undefined && <StateBadge state={drift} />,
  },
  compared.should,
  compared.has,
  {
    id: 'type',
    header: words.type,
    min: 140,
    grow: 0.8,
    text: ({ type }) => type,
    cell: ({ type }) => kindWords(type),
  },
  compared.shouldSince,
  compared.hasSince,
  {
    id: 'source',
    header: words.source,
    min: 130,
    grow: 0.8,
    text: ({ integration_handle: handle }) => handle,
    cell: ({ integration_id: id }) => <RecordLink id={id} />,
  },
]

/** What callers see who may not see rules. */
export const memberColumns = vendorColumns.filter(
  ({ id }) => !['drift', 'should', 'should_since'].includes(id),
)
