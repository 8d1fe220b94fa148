import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countWaiting, type Summary } from '../../api/use-summary.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import { ToConfirm } from './to-confirm.tsx'
import { WaitingLine } from './waiting-line.tsx'
import classes from './home.module.css'

type Item = Summary['waiting'][number]
type Kind = Item['kind']
type Target = { to: string; params?: Record<string, string>; search?: Record<string, string> }

/** Where each kind is decided; one incident or plan has a page of its own. */
const targets: Readonly<Record<Kind, Target>> = {
  incidents: { to: '/incidents', search: { state: 'open' } },
  plans: { to: '/plans', search: { state: 'ready', kind: 'change', beyond: 'true' } },
  rejected_account_ends: { to: '/people', search: { review: 'rejected_account_end' } },
  rulesets_with_findings: { to: '/policy', search: { finding: 'referent_gone,self_service_key' } },
  failing_sources: { to: '/sources', search: { run: 'failing' } },
  sources_with_unknown_states: { to: '/sources', search: { unknown: 'unknown' } },
  unattended_services: { to: '/services', search: { unattended: 'true' } },
  unsponsored_services: { to: '/services', search: { unsponsored: 'true' } },
  unconfirmed_services: { to: '/services', search: { missed: 'true' } },
  waiting_accounts: { to: '/sources/accounts', search: { waits: 'true' } },
  orphans: { to: '/sources/accounts', search: { state: 'orphan' } },
  dimensions_with_surplus: { to: '/groups/attributes' },
}

/** What waits for a decision, the worst first: size and place follow how much access it moves. */
export function Decisions({ summary }: { summary: Summary }) {
  const { decisions, waiting } = summary
  const count = countWaiting(summary)
  const largest = Math.max(1, ...waiting.map(({ memberships }) => memberships ?? 0))
  const line = (item: Item) => (
    <Waiting
      key={`${item.kind} ${item.id}`}
      item={item}
      largest={largest}
      isWorst={item === waiting[0]}
    />
  )
  return (
    <section>
      <header className="inline baseline between">
        <h2 className="heading">{text.decisions}</h2>
        {count !== '0' && <span className="quiet">{text.waiting(count)}</span>}
      </header>
      {count === '0' ? (
        <div className={classes['calm']}>
          <Icon name="check" />
          <div>
            <p>{text.nothing}</p>
            <p className="quiet">{text.nothingWhy}</p>
          </div>
        </div>
      ) : (
        <ol className={classes['waiting']}>
          {waiting.filter(({ level }) => level === 'access').map(line)}
          <More summary={summary} kind="incidents" />
          <More summary={summary} kind="plans" />
          <ToConfirm decisions={decisions} />
          {waiting.filter(({ level }) => level !== 'access').map(line)}
        </ol>
      )}
    </section>
  )
}

/** Only the largest incidents and plans have a line of their own. */
function More({ summary, kind }: { summary: Summary; kind: 'incidents' | 'plans' }) {
  const shown = summary.waiting.filter((each) => each.kind === kind).length
  if ((summary.decisions[kind]?.count ?? 0) <= shown) return null
  const { to, search = {} } = targets[kind]
  return (
    <li className={classes['more']}>
      <Link to={to} search={search} className="link">
        {text.all[kind]}
      </Link>
    </li>
  )
}

function Waiting({ item, largest, isWorst }: { item: Item; largest: number; isWorst: boolean }) {
  const { kind, level, may_decide: mayDecide, memberships } = item
  const { routesByPath } = useRouter()
  const { says, action } = text.kinds[kind]
  const count = shown(item.count, maximumCount)
  const target = targetOf(item)
  return (
    <WaitingLine
      level={level}
      figure={figureOf(item)}
      share={memberships === null ? 0 : memberships / largest}
      says={says(count)}
      facts={factsOf(item)}
      action={
        target.to in routesByPath && (
          <ButtonLink
            isPrimary={isWorst && level === 'access' && mayDecide}
            to={target.to}
            params={target.params ?? {}}
            search={target.search ?? {}}
          >
            {action(count)}
          </ButtonLink>
        )
      }
    />
  )
}

function targetOf({ kind, id }: Item): Target {
  if (id === null) return targets[kind]
  return kind === 'plans'
    ? { to: '/plans/$plan', params: { plan: id } }
    : { to: '/incidents/$incident', params: { incident: id } }
}

/** The largest of what it concerns. */
function figureOf({ kind, count, people, memberships }: Item): [string, string] {
  if (memberships !== null && memberships > 0) {
    const number = shown(memberships, maximumWeight)
    return [number, text.memberships(number)]
  }
  if (people !== null && people > 0) {
    const number = shown(people, maximumWeight)
    return [number, text.persons(number)]
  }
  const number = shown(count, maximumCount)
  return [number, text.kinds[kind].unit(number)]
}

function factsOf(item: Item): ReactNode[] {
  const { people, memberships, sources, since, author, deciders, permissions } = item
  const number = shown(people ?? 0, maximumWeight)
  return [
    (memberships ?? 0) > 0 && (people ?? 0) > 0 && `${number} ${text.persons(number)}`,
    sources.length > 0 && sources.map(({ name }) => name).join(', '),
    since !== null && (
      <>
        {item.kind === 'unconfirmed_services' ? text.confirmBy : text.since} <Time at={since} />
      </>
    ),
    author !== null && text.planned(author),
    !item.may_decide && text.deciders(deciders, permissions),
  ].filter((each) => each !== false)
}

const maximumCount = 1000
const maximumWeight = 10_000

function shown(count: number, maximum: number): string {
  return `${count.toLocaleString('en')}${count >= maximum ? '+' : ''}`
}
