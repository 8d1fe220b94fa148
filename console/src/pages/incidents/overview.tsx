import { Link } from '@tanstack/react-router'
import { can } from '../../parts/can.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Effect } from '../../parts/plan/effect.tsx'
import { limitWords } from '../../parts/plan/limit-words.ts'
import { text as plans } from '../../parts/plan/text.ts'
import { Time } from '../../parts/time.tsx'
import { EffectState } from './incident-effect.tsx'
import { SaidChanges } from './said-changes.tsx'
import { text } from './text.ts'
import { useIncident, type Incident } from './use-incident.ts'
import classes from './incidents.module.css'

const fewReasons = 5

/** What happened at the source, why that stopped, what would follow, and what follows if nobody decides. */
export function IncidentOverview() {
  const { data: incident } = useIncident()
  if (incident === undefined) return null
  return (
    <div className={classes['scroll']}>
      {incident.state === 'open' && <IfNobodyDecides incident={incident} />}
      <div className={classes['columns']}>
        <div className={classes['column']}>
          {incident.state === 'open' && <SaidChanges incident={incident.id} />}
          <Reasons reasons={incident.reasons} />
          <Decisions decisions={incident.decisions} />
          <StaysChanged incident={incident} />
        </div>
        <section className={classes['column']}>
          <h2 className={classes['heading']}>{text.would}</h2>
          <EffectState effect={incident.effect} />
          {incident.state === 'closed' && incident.effect != null && (
            <p className={classes['soft']}>{text.wouldAfterAll}</p>
          )}
          {incident.effect?.totals != null && (
            <>
              <Effect totals={incident.effect.totals} rulesets={incident.effect.rulesets} />
              <Link
                to="/incidents/$incident/effect"
                params={{ incident: incident.id }}
                className={classes['link']}
              >
                {text.wouldWhole}
              </Link>
            </>
          )}
        </section>
      </div>
    </div>
  )
}

function IfNobodyDecides({ incident }: { incident: Incident }) {
  const { account_ends: ends, integration } = incident
  const { title, stays, ends: closes, alerts } = text.nobodyActs
  return (
    <div className={classes['calm']}>
      <Icon name="warning" />
      <div>
        <h2 className={classes['heading']}>{title}</h2>
        <p>
          {stays(incident)} {closes(integration.handle)}
        </p>
        {ends > 0 && <p>{alerts(ends)}</p>}
        {!can(incident, 'approve') && !can(incident, 'reject') && (
          <p className={classes['soft']}>{plans.deciders(incident.decision_permissions)}</p>
        )}
      </div>
    </div>
  )
}

function Reasons({ reasons }: Pick<Incident, 'reasons'>) {
  if (reasons.length === 0) return null
  const more = reasons.length - fewReasons
  return (
    <section>
      <h2 className={classes['heading']}>{text.why}</h2>
      <ul className={classes['lines']}>
        {reasons.slice(0, fewReasons).map((reason) => (
          <li key={`${reason.scope} ${reason.direction} ${reason.ruleset_id}`}>
            {limitWords(reason, reason.ruleset_name)}
          </li>
        ))}
        {more > 0 && <li className={classes['soft']}>{text.more(more)}</li>}
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
  return <p className={classes['soft']}>{text.staysChanged(parts.join(', '))}</p>
}

function Decisions({ decisions }: Pick<Incident, 'decisions'>) {
  if (decisions === undefined || decisions.length === 0) return null
  return (
    <section>
      <h2 className={classes['heading']}>{text.decisions}</h2>
      <ul className={classes['lines']}>
        {decisions.map(({ decision, at, reason, people, by }) => (
          <li key={`${at} ${by.id}`}>
            <Time at={at} /> {text.decided[decision]} {text.people(people)}: “{reason}”
          </li>
        ))}
      </ul>
    </section>
  )
}
