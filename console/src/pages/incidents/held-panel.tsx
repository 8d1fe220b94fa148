import { Link } from '@tanstack/react-router'
import type { Body, MusterError } from 'muster-sdk'
import { useApi } from '../../api/use-api.ts'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Id } from '../../parts/id.tsx'
import { Mark } from '../../parts/plan/numbers.tsx'
import { text as planText } from '../../parts/plan/text.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import type { HeldPerson } from './held-columns.tsx'
import { text } from './text.ts'
import classes from './incidents.module.css'

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
      <Link to="/people/$user" params={{ user: person.id }} className={classes['link']}>
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
    <section className={classes['panelSection']}>
      <h3 className={classes['heading']}>{data.integration_handle}</h3>
      <Facts>
        {differencesOf(data).map(([term, before, after]) => (
          <Fact key={term} term={term}>
            <span className={classes['saidValues']}>
              <span className={before === '' ? classes['empty'] : classes['value']}>
                {before === '' ? '(empty)' : before}
              </span>
              <Icon name="right" size={11} />
              <span className={after === '' ? classes['empty'] : classes['value']}>
                {after === '' ? '(empty)' : after}
              </span>
            </span>
          </Fact>
        ))}
        <Fact term={text.vendorId}>
          <Id value={data.vendor_id} />
        </Fact>
      </Facts>
      {data.withheld.length > 0 && <p className={classes['soft']}>{text.saidWithheld.profile}</p>}
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
    <section className={classes['panelSection']}>
      <h3 className={classes['heading']}>{text.panelEffect}</h3>
      {own === undefined && <Bone error={error} retry={() => void refetch()} />}
      {own?.length === 0 && <p className={classes['soft']}>{text.panelNoEffect}</p>}
      <ul>
        {own?.map(
          ({ ruleset_name: name, resource_handle, ruleset_key: key, kinds, before, after }) => (
            <li key={key} className={classes['panelAccess']}>
              <Mark change={markOf(kinds)} />
              <span className={classes['panelResource']}>{resource_handle ?? name}</span>
              <span className={classes['soft']}>
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
