import { record } from '../../audit/record.ts'
import { unprocessable } from '../../http/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { changePolicy } from '../change-policy.ts'
import { loadCompiledPolicy } from '../compiled-policy.ts'
import { policyCacheOf } from '../policy-cache-of.ts'
import { answerHeldChange, findVisibleHeld } from './answer-held-change.ts'
import { findCauses } from './causes.ts'
import { decide } from './decide-held-change.ts'
import { acceptReferents } from './follow-causes.ts'
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
    'change shows what it is by now. The ruleset is frozen no more, and what is gone is not missed again until it has been back. What depends on ' +
    'the ruleset’s attribute follows within its own limits. 422 `errors.state` where nothing is held, or while the source is in quarantine.',
  access: { row: 'policy.change.approve' },
  params: { held: 'heldChange' },
  query: Empty,
  body: Decision,
  isVersioned: true,
  status: 200,
  response: HeldChange,
  handler: async (context) => {
    const { tx, actor, services } = context
    const policies = policyCacheOf(services.database)
    await changePolicy({ tx, actor, policies }, async (now) => {
      const { held } = await decide(context, 'approved', now)
      await thaw(context, held)
      const rulesets = [held.ruleset_id]
      return { value: undefined, reach: { rulesets }, approved: rulesets }
    })
    return answerHeldChange(context, await findVisibleHeld(context), undefined)
  },
})

async function thaw({ tx, actor }: WriteContext, held: HeldRow): Promise<void> {
  const { freezes } = await loadCompiledPolicy(tx)
  const { causes } = await findCauses(tx, freezes)
  const { gone, quarantined } = causes.get(held.ruleset_id) ?? { gone: [], quarantined: [] }
  if (quarantined.length > 0) {
    throw unprocessable({
      state: ['waits for a source in quarantine: release its integration instead'],
    })
  }
  await acceptReferents(tx, held.ruleset_id, gone)
  await endFreeze(tx, held.freeze_id)
  await record(tx, actor, [
    unfrozen({ rulesetId: held.ruleset_id, reason: held.reason }, 'approved'),
  ])
}
