import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Checkbox } from '@mantine/core'
import type { RowOf, Body, MusterError } from 'muster-sdk'
import { useUrlState } from '../../app/url-state.ts'
import { can } from '../../parts/can.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn, textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { useApi } from '../../api/use-api.ts'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Id } from '../../parts/id.tsx'
import { Mark } from '../../parts/plan/numbers.tsx'
import { text as planText } from '../../parts/plan/text.ts'
import { AccountList } from '../source/account-list.tsx'
import { ChosenBar } from './decisions.tsx'
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
    <p className="soft">
      {text.withoutPerson(count)}{' '}
      <Link to="/incidents/$incident/accounts" params={{ incident }} className="link">
        {text.seeAccounts}
      </Link>
    </p>
  )
}

export type HeldPerson = RowOf<'/directory/users'>

type HeldAccount = NonNullable<Incident['held']>[number]

/** `held`: the first accounts of the incident. With a box before each name where people can be chosen. */
export function heldColumns(
  held: readonly HeldAccount[],
  choosing:
    | { chosen: readonly string[]; mayAdd: boolean; toggle: (user: string) => void }
    | undefined,
): readonly Column<HeldPerson>[] {
  const byPerson = Map.groupBy(held, ({ directory_user_id: id }) => id)
  const reported = ({ id }: HeldPerson) => reportedOf(byPerson.get(id) ?? [])
  return [
    textColumn('person', text.person, ({ full_name }) => full_name, {
      min: 220,
      grow: 2,
      cell: ({ id, full_name }) => (
        <>
          {choosing !== undefined && (
            <Checkbox
              aria-label={text.select(full_name)}
              checked={choosing.chosen.includes(id)}
              disabled={!choosing.mayAdd && !choosing.chosen.includes(id)}
              onChange={() => choosing.toggle(id)}
            />
          )}
          <Avatar name={full_name} />
          <Middle text={full_name} />
        </>
      ),
    }),
    stateColumn(text.state),
    wordColumn('reported', text.reported, reported),
    textColumn('department', text.department, ({ org }) => org['department'], {
      min: 140,
      grow: 1.2,
    }),
    textColumn('email', text.email, ({ email }) => email, { min: 200, grow: 1.6 }),
  ]
}

/** What the source said of the accounts of a person, in few words. Empty where the incident does not list them. */
function reportedOf(accounts: readonly HeldAccount[]): string {
  const words = accounts.map(({ is_new_account, state, pending_state }) => {
    if (is_new_account) return text.of.account
    return state === pending_state ? text.otherValues : stateLooks(pending_state).word
  })
  return [...new Set(words)].join(', ')
}

type Identity = Body<'get', '/directory/identities/{identity}'>

/** One held person: what the source said of each account, and what that would do to their access. */
export function HeldPanel({
  incident,
  person,
  onClose,
}: {
  incident: string
  person: HeldPerson
  onClose: () => void
}) {
  const { data, error, refetch } = useApi('/directory/identities', {
    params: { query: { 'filter[incident]': incident, 'filter[directory_user_id]': person.id } },
  })
  return (
    <DetailPanel title={person.full_name} onClose={onClose}>
      {data === undefined && <Bone error={error} retry={() => void refetch()} />}
      {data?.data.map(({ id }) => (
        <Account key={id} identity={id} />
      ))}
      <Access incident={incident} user={person.id} />
      <Link to="/people/$user" params={{ user: person.id }} className="link">
        {text.panelPerson}
      </Link>
    </DetailPanel>
  )
}

/** What is still being read, or can't be. */
function Bone({ error, retry }: { error: MusterError | null; retry: () => void }) {
  if (error !== null) return <ErrorState error={error} retry={retry} />
  return <div className={classes['bone']} aria-busy />
}

function Account({ identity }: { identity: string }) {
  const { data, error, refetch } = useApi('/directory/identities/{identity}', {
    params: { path: { identity } },
  })
  if (data === undefined) return <Bone error={error} retry={() => void refetch()} />
  return (
    <section className="mb-20">
      <h3 className="heading mb-4">{data.integration_handle}</h3>
      <Facts>
        {differencesOf(data).map(([term, before, after]) => (
          <Fact key={term} term={term}>
            <span className={classes['saidValues']}>
              <span className={before === '' ? classes['empty'] : 'medium ellipsis'}>
                {before === '' ? '(empty)' : before}
              </span>
              <Icon name="right" size={11} />
              <span className={after === '' ? classes['empty'] : 'medium ellipsis'}>
                {after === '' ? '(empty)' : after}
              </span>
            </span>
          </Fact>
        ))}
        <Fact term={text.vendorId}>
          <Id value={data.vendor_id} />
        </Fact>
      </Facts>
      {data.withheld.length > 0 && <p className="quiet">{text.saidWithheld.profile}</p>}
    </section>
  )
}

/** What is pending of an account and differs from what is accepted: term, before, after. */
function differencesOf({
  state,
  email,
  full_name,
  pending,
  profile,
}: Identity): [string, string, string][] {
  if (pending === null) return []
  const facts: [string, string, string][] = [
    [text.state, stateLooks(state).word, stateLooks(pending.state).word],
    [text.email, email ?? '', pending.email ?? ''],
    [text.person, full_name, pending.full_name],
  ]
  const before = profile ?? {}
  const after = pending.profile ?? {}
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const values = keys.map((key): [string, string, string] => [
    key,
    shown(before[key]),
    shown(after[key]),
  ])
  return [...facts, ...values].filter(([_term, was, is]) => was !== is)
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Access({ incident, user }: { incident: string; user: string }) {
  const { data, error, refetch } = useApi('/policy/incidents/{incident}/effects', {
    params: { path: { incident }, query: { 'filter[user]': user, 'page[size]': '500' } },
  })
  const own = data?.data.filter(({ directory_user }) => directory_user.id === user)
  return (
    <section className="mb-20">
      <h3 className="heading mb-4">{text.panelEffect}</h3>
      {own === undefined && <Bone error={error} retry={() => void refetch()} />}
      {own?.length === 0 && <p className="quiet">{text.panelNoEffect}</p>}
      <ul>
        {own?.map(
          ({ ruleset_name: name, resource_handle, ruleset_key: key, kinds, before, after }) => (
            <li key={key} className={classes['panelAccess']}>
              <Mark change={markOf(kinds)} />
              <span className="anywhere">{resource_handle ?? name}</span>
              <span className="quiet">
                {kinds.map((kind) => planText.kindWords[kind]).join(', ')} ·{' '}
                {(after ?? before)?.role}
              </span>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

function markOf(kinds: readonly string[]) {
  if (kinds.includes('added')) return 'added'
  return kinds.includes('removed') ? 'removed' : 'changed'
}

/** The held accounts that belong to no one: each can be linked to its person here. */
export function HeldAccounts() {
  const { incident } = useParams({ from: '/incidents/$incident/accounts' })
  return <AccountList ofNoOneIn={incident} />
}
