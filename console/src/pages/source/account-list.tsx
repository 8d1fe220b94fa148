import { useMemo, useState } from 'react'
import { useUrlState } from '../../app/url-state.ts'
import type { Column } from '../../parts/columns.ts'
import { flagFilter, stateFilter, wordFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { accountColumns, reportedColumn, sourceColumn, type Account } from './account-columns.tsx'
import { AccountPanel } from './account-panel.tsx'
import { LinkedMessage, readLink, type Linked } from './linked-message.tsx'
import { text } from './text.ts'

const { accounts: words } = text

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
