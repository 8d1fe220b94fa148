import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { can, Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { effectSentence, onlyGives } from '../../parts/plan/text.ts'
import { PlanFindings } from '../../parts/plan/notices.tsx'
import type { PlanRecord } from '../../parts/plan/types.ts'
import { planKey, usePlan, usePlanOf } from '../../parts/plan/use-plan.ts'
import type { Account, Candidate } from './use-candidates.ts'
import { planOfLink, type LinkedPerson } from './link-dialog.tsx'
import { text } from './text.ts'

const { match: words } = text

/** The plan can't be applied, or not by this caller: another one says why. */
const refusals = new Set([403, 409, 412, 422])

type Properties = {
  account: Account
  candidate: Candidate
  isOnly: boolean
  /** Shows the plan before the account is linked. */
  onAsk: () => void
  onLinked: (person: LinkedPerson) => void
}

/** What a link to a candidate would do, and the button that does just that. Where someone would lose by it, it asks first. */
export function CandidateLink(properties: Properties) {
  return can(properties.account, 'link') ? <Link {...properties} /> : null
}

function Link({ account, candidate, isOnly, onAsk, onLinked }: Properties) {
  const { person, reason } = candidate
  const { wanted, plan: make } = planOfLink(account, person, reason)
  const made = usePlanOf(wanted, make)
  const { data: plan, error: unread } = usePlan(made.data?.id)
  const client = useQueryClient()
  const link = useLongChange(async () => {
    if (plan === undefined) return { location: null }
    const params = { path: { plan: plan.id } }
    const answer = await muster.send('post', '/policy/plans/{plan}/apply', { of: plan, params })
    // Here and not after the answer: the panel may have been closed meanwhile.
    if (answer.status === 200) onLinked(person)
    return answer
  })
  const planAgain = () => client.resetQueries({ queryKey: planKey(wanted), exact: true })
  const apply = () =>
    link.mutate(undefined, {
      onError: ({ status }) => {
        if (!refusals.has(status ?? 0)) return
        // What was planned is no longer so.
        void planAgain()
        onAsk()
      },
    })
  const ask = () => {
    if (plan !== undefined && isOver(plan)) void planAgain()
    onAsk()
  }
  const failure = plan === undefined ? (made.error ?? unread) : null
  const isWorking = wanted !== '' && plan === undefined && failure === null
  const isRefused = refusals.has(link.error?.status ?? 0)
  const effectId = useId()
  // Where something contradicts, a decision needs a reason.
  const waits = account.waiting_for.length > 0
  return (
    <>
      <div id={effectId} className="column gap-8">
        {isWorking && <p className="quiet">{words.planning}</p>}
        {failure !== null && <p>{words.unknown}</p>}
        {plan !== undefined && <Effect plan={plan} asksFirst={waits || !isHarmless(plan)} />}
      </div>
      <Can record={account} action="link">
        <Button
          variant={isOnly ? 'filled' : 'default'}
          loading={isWorking || link.isPending || link.isSuccess}
          aria-describedby={effectId}
          onClick={plan !== undefined && isHarmless(plan) && !waits ? apply : ask}
        >
          {(waits ? words.samePerson : words.linkTo)(person.full_name)}
        </Button>
      </Can>
      {link.error !== null && !isRefused && <ChangeError error={link.error} />}
    </>
  )
}

function Effect({ plan, asksFirst }: { plan: PlanRecord; asksFirst: boolean }) {
  const { totals } = plan
  const maySeeRules = useMay('policy.rule.view')
  const moved = useApiIf(maySeeRules && totals?.people === 1, '/policy/plans/{plan}/effects', {
    params: { path: { plan: plan.id }, query: { 'page[size]': '1' } },
  })
  const name = moved.data?.data[0]?.directory_user?.full_name
  if (totals === null) return <p>{plan.failure ?? words.planning}</p>
  return (
    <>
      <p>
        {effectSentence({ ...plan, totals }, name)} {!isOver(plan) && asksFirst && words.asksFirst}
      </p>
      <PlanFindings plan={plan} />
    </>
  )
}

/** Whether a plan was applied, or can't be any more. */
function isOver({ state }: PlanRecord): boolean {
  return state !== 'ready' && state !== 'planning'
}

/** Whether a plan may be applied without another look: nobody loses by it, it is within the limits, and the caller may. */
function isHarmless(plan: PlanRecord): boolean {
  const { state, totals, exceeds } = plan
  const isAllowed = state === 'ready' && exceeds.length === 0 && can(plan, 'apply')
  return isAllowed && totals !== null && onlyGives(totals)
}
