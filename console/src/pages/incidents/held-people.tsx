import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { can } from '../../parts/can.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { searchText } from '../../parts/search-text.ts'
import { Total } from '../../parts/total.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { heldColumns } from './held-columns.tsx'
import { HeldPanel } from './held-panel.tsx'
import { text } from './text.ts'
import { useIncident, type Incident } from './use-incident.ts'
import classes from './incidents.module.css'

/** `filter[user]` of the effects takes so many. */
const mostChosen = 100
const none: readonly never[] = []

/** Who is held, with search. People can be chosen, to be decided separately; the choice is in the address. */
export function HeldPeople() {
  const { data: incident } = useIncident()
  return incident === undefined ? null : <People incident={incident} />
}

function People({ incident }: { incident: Incident }) {
  const [url, setUrl] = useUrlState()
  const { held = none, accounts_without_person: alone } = incident
  const { search, open } = url
  const wanted = searchText(search)
  const list = useList('/directory/users', {
    params: {
      query: {
        'filter[incident]': incident.id,
        ...(wanted !== undefined && { 'filter[search]': wanted }),
        sort: 'full_name',
        'page[total]': 'true',
      },
    },
  })
  const chosen = useMemo(
    () => (url['chosen'] === undefined ? [] : url['chosen'].split(',').slice(0, mostChosen)),
    [url],
  )
  const mayChoose = can(incident, 'approve') || can(incident, 'reject')
  const columns = heldColumns(
    held,
    mayChoose
      ? {
          chosen,
          mayAdd: chosen.length < mostChosen,
          toggle: (user) =>
            setUrl({
              chosen: (chosen.includes(user)
                ? chosen.filter((each) => each !== user)
                : [...chosen, user]
              ).join(','),
            }),
        }
      : undefined,
  )
  const opened = list.rows.find(({ id }) => id === open)
  return (
    <div className={classes['fill']}>
      <div className={classes['list']}>
        <FilterBar url={url} onChange={setUrl} searchLabel={text.search}>
          <Total total={list.total} label={text.heldCount} />
        </FilterBar>
        {alone > 0 && (
          <p className={classes['note']}>
            {text.withoutPerson(alone)}{' '}
            <Link
              to="/incidents/$incident/accounts"
              params={{ incident: incident.id }}
              className={classes['link']}
            >
              {text.seeAccounts}
            </Link>
          </p>
        )}
        <DataTable
          label={text.tabs.people}
          list={list}
          columns={columns}
          selectedId={open}
          onOpen={({ id }) => setUrl({ open: id }, { push: true })}
          empty={<EmptyState title={wanted !== undefined ? text.noHeldMatch : text.noHeld} />}
        />
        {chosen.length > 0 && mayChoose && (
          <ChosenBar
            incident={incident}
            chosen={chosen}
            isFull={chosen.length >= mostChosen}
            most={mostChosen}
            onClear={() => setUrl({ chosen: '' })}
          />
        )}
      </div>
      {opened !== undefined && (
        <HeldPanel
          key={opened.id}
          incident={incident.id}
          person={opened}
          onClose={() => setUrl({ open: '' })}
        />
      )}
    </div>
  )
}
