import { Type } from 'typebox'
import { record } from '../../audit/record.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, Id, Shape } from '../../http/schema.ts'
import { changePolicy } from '../change-policy.ts'
import { policySeenBy } from '../compiled-policy.ts'
import { atOnceOrByJob } from '../at-once-or-by-job.ts'
import { policyContext } from '../operations/policy-context.ts'
import { longWork, type CallersContext } from '../plans/long-work.ts'
import { DescribedPlan } from '../plans/schema.ts'
import { answerHeldChange, findVisibleHeld } from './answer-held-change.ts'
import { decide, type Seen } from './decide-held-change.ts'
import { quarantinedRulesets } from './quarantine-freezes.ts'
import { unfrozen } from './freeze-rulesets.ts'
import { endFreeze, type HeldRow } from './held-queries.ts'
import { Decision, HeldChange } from './schema.ts'

export const approveHeldChange = writeRoute({
  id: 'approveHeldChange',
  method: 'POST',
  url: '/policy/held-changes/:held/approve',
  tag: 'policy',
  summary: 'Approve a held change',
  description:
    'Lets happen what was seen: it is worked out again, and applied if its digest is still the one given; else 409, and the held ' +
    'change shows what it is by now. The ruleset is frozen no more. What depends on ' +
    'the ruleset’s attribute follows within its own limits. What moves very many people is done by a job: 202. 422 `errors.state` ' +
    'where nothing is held, or while the source is in quarantine.',
  access: { row: 'policy.change.approve' },
  params: { held: 'heldChange' },
  query: Empty,
  body: Decision,
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: HeldChange,
  handler: async (context) => {
    const id = context.params.held
    const digest = () => context.body().digest
    const operation = () => ({ op, held_id: encodeId('heldChange', id), digest: digest() })
    await atOnceOrByJob(context, operation, (watched) =>
      approve({ ...context, ...watched }, { id, digest }),
    )
    return answerHeldChange(context, await findVisibleHeld(context), undefined)
  },
})

const op = 'approve_held_change'

/** An approval that moves too much for its request. */
export const approveLater = longWork({
  op,
  right: null,
  schema: Shape({ op: Type.Literal(op), held_id: Id('heldChange'), digest: Type.String() }),
  run: async (context, { held_id, digest }) => {
    const id = decodeId('heldChange', held_id) ?? ''
    await approve(context, { id, digest: () => digest })
    return id
  },
})

async function approve(context: CallersContext, seen: Seen): Promise<void> {
  await changePolicy({ ...policyContext(context), passesLimits: true }, async (now) => {
    const { held } = await decide(context, seen, { state: 'approved', now })
    await thaw(context, held)
    const rulesets = [held.ruleset_id]
    return { value: undefined, reach: { rulesets } }
  })
}

async function thaw(context: CallersContext, held: HeldRow): Promise<void> {
  const { tx, actor } = context
  const { freezes } = await policySeenBy(tx, policyContext(context).policies)
  if (quarantinedRulesets(freezes).has(held.ruleset_id)) {
    throw unprocessable({
      state: ['waits for a source in quarantine: release its integration instead'],
    })
  }
  await endFreeze(tx, held.freeze_id)
  await record(tx, actor, [
    unfrozen({ rulesetId: held.ruleset_id, reason: held.reason }, 'approved'),
  ])
}
