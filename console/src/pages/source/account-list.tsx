import { useMemo, useState } from 'react'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import type { Column } from '../../parts/columns.ts'
import { EmptyList } from '../../parts/empty-list.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { searchText } from '../../parts/search-text.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
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
  const [url, setUrl] = useUrlState()
  const { state, review, sort } = url
  const search = searchText(url['search'])
  const isHeld = flagOf(url['held'])
  const isSuggested = flagOf(url['suggested'])
  const waits = flagOf(url['waits'])
  const [linked, setLinked] = useState<Linked>()
  const list = useList('/directory/identities', {
    params: {
      query: {
        ...(integration !== undefined && { 'filter[integration_id]': integration }),
        ...(incident !== undefined && {
          'filter[incident]': incident,
          'filter[without_person]': 'true',
        }),
        ...(search !== undefined && { 'filter[search]': search }),
        ...(state !== undefined && { 'filter[state]': state }),
        ...(review !== undefined && { 'filter[review]': review }),
        ...(isHeld !== undefined && { 'filter[is_held]': isHeld }),
        ...(isSuggested !== undefined && { 'filter[has_suggestion]': isSuggested }),
        ...(waits !== undefined && { 'filter[waits]': waits }),
        sort: sort === '-full_name' ? '-full_name' : 'full_name',
        'page[total]': 'true',
        include: ['abilities'],
      },
    },
  })
  const isFiltered = Object.keys(unfiltered).some((key) => url[key] !== undefined)
  const columns = useMemo(
    () => (waits === 'true' ? columnsOfWaiting : columnsFor(integration, incident, state)),
    [integration, incident, state, waits],
  )
  return (
    <>
      <PanelList
        label={text.tabs.accounts}
        list={list}
        columns={columns}
        usualSort="full_name"
        bar={
          <FilterBar url={url} onChange={setUrl} searchLabel={words.search} filters={filters}>
            <Total total={list.total} label={words.count} />
          </FilterBar>
        }
        panel={(account, close) => (
          <AccountPanel
            key={account.id}
            account={account}
            onLinked={(of, person) => void readLink(of, person).then(setLinked)}
            onClose={close}
          />
        )}
        empty={
          <EmptyList
            none={incident === undefined ? words.noneYet : { title: words.none }}
            noMatch={{ title: words.none }}
            onClear={isFiltered ? () => setUrl(unfiltered) : undefined}
          />
        }
      />
      <LinkedMessage linked={linked} onClose={() => setLinked(undefined)} />
    </>
  )
}

function flagOf(text: string | undefined): 'true' | 'false' | undefined {
  return (['true', 'false'] as const).find((each) => each === text)
}

const unfiltered = { search: '', state: '', review: '', held: '', suggested: '', waits: '' }

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
  ...accountColumns.filter(isOfPerson).map((each) => ({ ...each, grow: 5 })),
  sourceColumn,
  ...accountColumns.filter(({ id }) => id === 'email'),
]
const columnsOfAll = [...accountColumns.slice(0, 2), sourceColumn, ...accountColumns.slice(2)]

const filters = [
  {
    key: 'state',
    label: words.state,
    options: ['active', 'suspended', 'deactivated', 'orphan'].map((value) => ({
      value,
      label: stateLooks(value).word,
    })),
  },
  {
    key: 'review',
    label: words.review,
    options: Object.entries(words.reviews).map(([value, label]) => ({ value, label })),
  },
  {
    key: 'suggested',
    label: words.whose,
    options: [
      { value: 'true', label: words.suggested },
      { value: 'false', label: words.notSuggested },
    ],
  },
  {
    key: 'waits',
    label: words.decision,
    options: [
      { value: 'true', label: words.waits },
      { value: 'false', label: words.waitsNot },
    ],
  },
  {
    key: 'held',
    label: words.isHeld,
    options: [
      { value: 'true', label: words.held },
      { value: 'false', label: words.notHeld },
    ],
  },
]
