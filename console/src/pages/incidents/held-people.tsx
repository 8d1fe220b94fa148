import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useUrlState } from '../../app/url-state.ts'
import { can } from '../../parts/can.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
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
  const chosen = useMemo(
    () => (url['chosen'] === undefined ? [] : url['chosen'].split(',').slice(0, mostChosen)),
    [url],
  )
  const mayChoose = can(incident, 'approve') || can(incident, 'reject')
  const toggle = (user: string) =>
    setUrl({
      chosen: (chosen.includes(user)
        ? chosen.filter((each) => each !== user)
        : [...chosen, user]
      ).join(','),
    })
  const mayAdd = chosen.length < mostChosen
  const list = useFilteredList('/directory/users', {
    words: {
      title: text.tabs.people,
      search: text.search,
      count: text.heldCount,
      none: text.noHeld,
      noMatch: text.noHeldMatch,
    },
    columns: heldColumns(held, mayChoose ? { chosen, mayAdd, toggle } : undefined),
    query: { 'filter[incident]': incident.id, sort: 'full_name' },
    search: 'filter[search]',
  })
  return (
    <List
      list={list}
      note={alone > 0 && <WithoutPerson incident={incident.id} count={alone} />}
      panel={(person, close) => (
        <HeldPanel key={person.id} incident={incident.id} person={person} onClose={close} />
      )}
      below={
        chosen.length > 0 &&
        mayChoose && (
          <ChosenBar
            incident={incident}
            chosen={chosen}
            isFull={!mayAdd}
            most={mostChosen}
            onClear={() => setUrl({ chosen: '' })}
          />
        )
      }
    />
  )
}

function WithoutPerson({ incident, count }: { incident: string; count: number }) {
  return (
    <p className={classes['note']}>
      {text.withoutPerson(count)}{' '}
      <Link to="/incidents/$incident/accounts" params={{ incident }} className={classes['link']}>
        {text.seeAccounts}
      </Link>
    </p>
  )
}
