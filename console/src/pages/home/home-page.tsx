import { Link } from '@tanstack/react-router'
import { countWaiting, useSummary, type Summary } from '../../api/use-summary.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Page } from '../../parts/page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { kindWords } from '../../parts/kinds.ts'
import { Changes } from './changes.tsx'
import { Days } from './days.tsx'
import { Decisions } from './decisions.tsx'
import { FirstSteps } from './first-steps.tsx'
import { text } from './text.ts'
import classes from './home.module.css'

/** What waits for a decision, the first steps of a new server, then who comes and goes, then what changed. Parts that the viewer may not see are left out. */
export function HomePage() {
  const { data, error, refetch } = useSummary()
  return (
    <Page title={text.title}>
      <div className={classes['home']}>
        {data !== undefined && <Parts summary={data} />}
        {data === undefined && error === null && <HomeSkeleton />}
        {data === undefined && error !== null && (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </div>
    </Page>
  )
}

function Parts({ summary }: { summary: Summary }) {
  const { decisions, people, days, changes, imports, first_steps: first } = summary
  const isEmpty = people !== null && Object.values(people).every((count) => count === 0)
  const seesDecisions = Object.values(decisions).some((each) => each !== null)
  if (!seesDecisions && people === null && changes === null)
    return <EmptyState title={text.noPermission} />
  const isWaiting = countWaiting(summary) !== '0'
  const steps = first !== null && <FirstSteps first={first} />
  return (
    <>
      {!isWaiting && steps}
      {seesDecisions && (isWaiting || !isEmpty) && <Decisions summary={summary} />}
      {isWaiting && steps}
      {decisions.rulesets_with_findings !== null && <OwnGroups />}
      {(!isEmpty || (imports?.unfinished ?? 0) > 0) && (
        <div className={classes['pair']}>
          {people !== null && <PeopleByState people={people} />}
          {days !== null && <Days days={days} />}
        </div>
      )}
      {changes !== null && <Changes changes={changes} />}
    </>
  )
}

/** The sections before they are read, in their final heights. */
export function HomeSkeleton() {
  return (
    <>
      <section aria-busy>
        <h2 className="heading">{text.decisions}</h2>
        <div className={classes['waiting']} data-bone />
      </section>
      <div className={classes['pair']}>
        <div className={classes['panel']} data-bone />
        <div className={classes['panel']} data-bone />
      </div>
    </>
  )
}

const states = ['active', 'staged', 'expiring', 'suspended', 'expired', 'deactivated'] as const

/** How many people are in each state; each leads to them. */
export function PeopleByState({ people }: { people: NonNullable<Summary['people']> }) {
  const total = states.reduce((sum, state) => sum + people[state], 0)
  return (
    <section className={classes['panel']}>
      <header className="inline baseline between mb-12">
        <h2 className="heading">{text.people}</h2>
        <span className="quiet">{text.peopleTotal(total.toLocaleString('en'))}</span>
      </header>
      <div aria-hidden className={classes['share']}>
        {states.map((state) => (
          <span
            key={state}
            data-tone={stateLooks(state).tone}
            style={{ flexGrow: people[state], display: people[state] === 0 ? 'none' : 'block' }}
          />
        ))}
      </div>
      <ul className={classes['states']}>
        {states.map((state) => (
          <li key={state}>
            <Link to="/people" search={{ state }} className={classes['state']}>
              <StateBadge state={state} />
              <span data-none={people[state] === 0}>{people[state].toLocaleString('en')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const mostShown = 20

/** The groups on whose rules the viewer has a role. Who may see all rules finds them under Policy. */
export function OwnGroups() {
  const seesAll = useMay('policy.rule.view')
  const { data } = useApiIf(!seesAll, '/policy/rulesets', {
    params: { query: { 'page[size]': String(mostShown) } },
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <section className={classes['panel']}>
      <header className="inline baseline between mb-12">
        <h2 className="heading">{text.ownGroups}</h2>
        {data.links.next !== null && <Link to="/policy">{text.allGroups}</Link>}
      </header>
      <ul className={classes['states']}>
        {data.data.map(({ id, type, policy_resource: { name } }) => (
          <li key={id}>
            <Link to="/policy/$ruleset" params={{ ruleset: id }} className={classes['state']}>
              <span>{name}</span>
              <span className="quiet">{kindWords(type)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
