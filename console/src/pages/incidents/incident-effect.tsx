import { ErrorState } from '../../parts/error-state.tsx'
import { Effect } from '../../parts/plan/effect.tsx'
import { SecondApprovalOf } from '../../parts/plan/notices.tsx'
import { PlanSkeleton } from '../../parts/plan/numbers.tsx'
import { text } from './text.ts'
import { useIncident, type Incident } from './use-incident.ts'
import { Notice } from '../../parts/notice.tsx'
import { Scroll } from '../../parts/scroll.tsx'

/** Everything that would follow from accepting what is held. */
export function IncidentEffect() {
  const { data: incident } = useIncident()
  if (incident === undefined) return null
  const { effect, id } = incident
  return (
    <Scroll>
      <EffectState effect={effect} />
      {effect?.plan_id != null && <SecondApprovalOf planId={effect.plan_id} />}
      {effect?.totals != null && (
        <Effect totals={effect.totals} rulesets={effect.rulesets} source={{ incident: id }} />
      )}
    </Scroll>
  )
}

/** Why there is no effect to be shown, or not yet; nothing where there is one. */
export function EffectState({ effect }: Pick<Incident, 'effect'>) {
  const { error, refetch } = useIncident()
  if (effect === undefined && error !== null)
    return <ErrorState error={error} retry={() => void refetch()} />
  if (effect === null)
    return (
      <Notice title={text.nothingHeld}>
        <p>{text.nothingHeldWhy}</p>
      </Notice>
    )
  if (effect === undefined || effect.state === 'planning')
    return (
      <>
        <p className="quiet" role="status">
          {text.planning}
        </p>
        <PlanSkeleton />
      </>
    )
  if (effect.state === 'failed')
    return (
      <p role="alert">
        {text.failed} {effect.failure}
      </p>
    )
  return null
}
