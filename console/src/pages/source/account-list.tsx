import { useMemo, useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { textColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { Id } from '../../parts/id.tsx'
import { Middle } from '../../parts/middle.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { useUrlState } from '../../app/url-state.ts'
import { flagFilter, stateFilter, wordFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { text } from './text.ts'
import { AccountPanel } from './account-panel.tsx'
import { LinkedMessage, readLink, type Linked } from './linked-message.tsx'
import type { Account } from './use-candidates.ts'
import classes from './source.module.css'

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
          <span className="rigid quiet">{words.suggestion}</span>
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
          <span className="rigid quiet">{evidenceOf(agrees, contradicts)}</span>
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

/** Accounts and the people that they belong to: of one source, or of all; `ofNoOneIn`: those of an incident without a person. */
export function AccountList({
  integration,
  ofNoOneIn: incident,
}: {
  integration?: string
  ofNoOneIn?: string
}) {
  const [{ state, waits }] = useUrlState()
  const [linked, setLinked] = useState<Linked>()
  const columns = useMemo(
    () => (waits === 'true' ? columnsOfWaiting : columnsFor(integration, incident, state)),
    [integration, incident, state, waits],
  )
  const list = useFilteredList('/directory/identities', {
    words: incident === undefined ? words : { ...words, none: words.noMatch },
    columns,
    query: {
      ...(integration !== undefined && { 'filter[integration_id]': integration }),
      ...(incident !== undefined && {
        'filter[incident]': incident,
        'filter[without_person]': 'true',
      }),
      include: ['abilities'],
    },
    search: 'filter[search]',
    filters,
    sort: 'full_name',
  })
  return (
    <>
      <List
        list={list}
        panel={(account, close) => (
          <AccountPanel
            key={account.id}
            account={account}
            onLinked={(of, person) => void readLink(of, person).then(setLinked)}
            onClose={close}
          />
        )}
      />
      <LinkedMessage linked={linked} onClose={() => setLinked(undefined)} />
    </>
  )
}

const filters = [
  stateFilter(words.state, ['active', 'suspended', 'deactivated', 'orphan']),
  wordFilter('review', 'filter[review]', words.review, words.reviews),
  flagFilter('suggested', 'filter[has_suggestion]', words.whose, [
    words.suggested,
    words.notSuggested,
  ]),
  flagFilter('waits', 'filter[waits]', words.decision, [words.waits, words.waitsNot]),
  flagFilter('held', 'filter[is_held]', words.isHeld, [words.held, words.notHeld]),
]

/** Of orphans, whose they may be comes first: it stays where there is little room. */
function columnsFor(
  integration: string | undefined,
  incident: string | undefined,
  state: string | undefined,
) {
  if (incident !== undefined) return columnsOfHeld
  const columns = integration === undefined ? columnsOfAll : accountColumns
  if (state !== 'orphan') return columns
  const [name, ...others] = columns
  return [
    ...(name === undefined ? [] : [name]),
    ...others.filter(isOfPerson),
    ...others.filter((each) => !isOfPerson(each)),
  ]
}

const isOfPerson = ({ id }: Column<Account>) => id === 'person'
const columnsOfHeld = [...accountColumns.slice(0, 2), reportedColumn, ...accountColumns.slice(2)]
// What a row is decided by; the rest is in the panel.
const columnsOfWaiting = [
  ...accountColumns.slice(0, 1),
  ...accountColumns.flatMap((each) => (isOfPerson(each) ? [{ ...each, grow: 5 }] : [])),
  sourceColumn,
  ...accountColumns.filter(({ id }) => id === 'email'),
]
const columnsOfAll = [...accountColumns.slice(0, 2), sourceColumn, ...accountColumns.slice(2)]

/** The accounts that the source has reported. */
export function SourceAccounts() {
  const { integration } = useParams({ from: '/sources/$integration/accounts' })
  return <AccountList integration={integration} />
}
