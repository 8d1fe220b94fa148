import { Link } from '@tanstack/react-router'
import { can } from '../../parts/can.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Effect } from '../../parts/plan/effect.tsx'
import { limitWords, text as plans } from '../../parts/plan/text.ts'
import { Time } from '../../parts/time.tsx'
import { EffectState } from './incident-effect.tsx'
import { SaidChanges } from './said-changes.tsx'
import { text } from './text.ts'
import { useIncident, type Incident } from './use-incident.ts'
import { Scroll } from '../../parts/scroll.tsx'
import classes from './incidents.module.css'

const fewReasons = 5

/** What happened at the source, why that stopped, what would follow, and what follows if nobody decides. */
export function IncidentOverview() {
  const { data: incident } = useIncident()
  if (incident === undefined) return null
  return (
    <Scroll>
      {incident.state === 'open' && <IfNobodyDecides incident={incident} />}
      <div className={classes['columns']}>
        <div className={classes['column']}>
          {incident.state === 'open' && <SaidChanges incident={incident.id} />}
          <Reasons reasons={incident.reasons} />
          <Decisions decisions={incident.decisions} />
          <StaysChanged incident={incident} />
        </div>
        <section className={classes['column']}>
          <h2 className="heading mb-4">{text.would}</h2>
          <EffectState effect={incident.effect} />
          {incident.state === 'closed' && incident.effect != null && (
            <p className="quiet">{text.wouldAfterAll}</p>
          )}
          {incident.effect?.totals != null && (
            <>
              <Effect totals={incident.effect.totals} rulesets={incident.effect.rulesets} />
              <Link
                to="/incidents/$incident/effect"
                params={{ incident: incident.id }}
                className="mt-12 link"
              >
                {text.wouldWhole}
              </Link>
            </>
          )}
        </section>
      </div>
    </Scroll>
  )
}

function IfNobodyDecides({ incident }: { incident: Incident }) {
  const { account_ends: ends, integration } = incident
  const { title, stays, ends: closes, alerts } = text.nobodyActs
  return (
    <Notice tone="warning" title={title}>
      <p>
        {stays(incident)} {closes(integration.handle)}
      </p>
      {ends > 0 && <p>{alerts(ends)}</p>}
      {!can(incident, 'approve') && !can(incident, 'reject') && (
        <p>{plans.deciders(incident.decision_permissions)}</p>
      )}
    </Notice>
  )
}

function Reasons({ reasons }: Pick<Incident, 'reasons'>) {
  if (reasons.length === 0) return null
  const more = reasons.length - fewReasons
  return (
    <section>
      <h2 className="heading mb-4">{text.why}</h2>
      <ul className="lines">
        {reasons.slice(0, fewReasons).map((reason) => (
          <li key={`${reason.scope} ${reason.direction} ${reason.ruleset_id}`}>
            {limitWords(reason, reason.ruleset_name)}
          </li>
        ))}
        {more > 0 && <li className="quiet">{text.more(more)}</li>}
      </ul>
    </section>
  )
}

/** What a rejection does not take back. */
function StaysChanged({ incident: { decisions, stays_changed: changed } }: { incident: Incident }) {
  const isRejected = decisions?.some(({ decision }) => decision === 'rejected') === true
  if (!isRejected || changed === undefined) return null
  const parts = Object.entries(text.changes).flatMap(([name, words]) => {
    const number = Object.entries(changed).find(([each]) => each === name)?.[1]
    return typeof number === 'number' && number > 0 ? [`${number} ${words}`] : []
  })
  if (parts.length === 0) return null
  return <p className="quiet">{text.staysChanged(parts.join(', '))}</p>
}

function Decisions({ decisions }: Pick<Incident, 'decisions'>) {
  if (decisions === undefined || decisions.length === 0) return null
  return (
    <section>
      <h2 className="heading mb-4">{text.decisions}</h2>
      <ul className="lines">
        {decisions.map(({ decision, at, reason, people, by }) => (
          <li key={`${at} ${by.id}`}>
            <Time at={at} /> {text.decided[decision]} {text.people(people)}: “{reason}”
          </li>
        ))}
      </ul>
    </section>
  )
}
