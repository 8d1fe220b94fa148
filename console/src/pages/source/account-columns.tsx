import type { RowOf } from 'muster-sdk'
import { textColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { Id } from '../../parts/id.tsx'
import { Middle } from '../../parts/middle.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'
import classes from './source.module.css'

export type Account = RowOf<'/directory/identities'>

const { accounts: words } = text

/** Where the accounts of several sources are. */
export const sourceColumn: Column<Account> = textColumn(
  'source',
  words.source,
  ({ integration_id }) => integration_id,
  { grow: 0.9, cell: ({ integration_id }) => <RecordLink id={integration_id} /> },
)

/** What the source says of the state, where that is held. */
export const reportedColumn: Column<Account> = textColumn(
  'reported',
  words.reported,
  ({ pending }) => pending?.state,
  { grow: 0.6, cell: ({ pending }) => pending !== null && <StateBadge state={pending.state} /> },
)

export const accountColumns: readonly Column<Account>[] = [
  textColumn('name', words.name, ({ full_name }) => full_name, {
    min: 170,
    grow: 1.5,
    sort: 'full_name',
    cell: ({ full_name, vendor_id }) => <Middle text={full_name === '' ? vendor_id : full_name} />,
  }),
  textColumn('state', words.state, ({ state }) => state, {
    min: 170,
    grow: 0.8,
    cell: ({ state, vendor_state: atVendor, pending }) => (
      <>
        <StateBadge state={state} />
        {atVendor !== state && <StateBadge state={atVendor} />}
        {pending !== null && <StateBadge state="held" />}
      </>
    ),
  }),
  textColumn('person', words.person, ({ directory_user_id }) => directory_user_id, {
    min: 170,
    grow: 1.4,
    cell: ({ directory_user_id: user, suggested_directory_user_id: suggested, waiting_for }) => {
      if (user !== null) return <RecordLink id={user} />
      if (waiting_for.length > 0) return <Waiting candidates={waiting_for} />
      if (suggested === null) return null
      return (
        <>
          <span className={classes['maybe']}>{words.suggestion}</span>
          <RecordLink id={suggested} />
        </>
      )
    },
  }),
  textColumn('email', words.email, ({ email }) => email, { min: 210, grow: 1.6 }),
  textColumn('vendor', words.vendorId, ({ vendor_id }) => vendor_id, {
    min: 170,
    cell: ({ vendor_id }) => <Id value={vendor_id} />,
  }),
  textColumn('linked', words.linked, ({ linked_by }) => linked_by, {
    min: 120,
    grow: 0.7,
    cell: ({ linked_by }) => (linked_by === null ? null : words.links[linked_by]),
  }),
]

/** The people that a waiting account may belong to, each with what agrees and what contradicts. */
function Waiting({ candidates }: { candidates: Account['waiting_for'] }) {
  return (
    <ul className={classes['waiting']}>
      {candidates.map(({ directory_user_id: id, agrees, contradicts }) => (
        <li key={id}>
          <RecordLink id={id} />
          <span className={classes['maybe']}>{evidenceOf(agrees, contradicts)}</span>
        </li>
      ))}
    </ul>
  )
}

type Facts = Account['waiting_for'][number]['agrees']

function evidenceOf(agrees: Facts, contradicts: Facts): string {
  const { facts, sameFacts, otherFacts } = text.match
  const list = (some: Facts) => some.map((each) => facts[each]).join(', ')
  return [
    ...(agrees.length > 0 ? [sameFacts(list(agrees))] : []),
    ...(contradicts.length > 0 ? [otherFacts(list(contradicts))] : []),
  ].join('; ')
}
