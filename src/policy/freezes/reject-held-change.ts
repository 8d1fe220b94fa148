import { writeRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { changePolicy } from '../change-policy.ts'
import { policyCacheOf } from '../policy-cache-of.ts'
import { answerHeldChange, findVisibleHeld } from './answer-held-change.ts'
import { decide } from './decide-held-change.ts'
import { Decision, HeldChange } from './schema.ts'

export const rejectHeldChange = writeRoute({
  id: 'rejectHeldChange',
  method: 'POST',
  url: '/policy/held-changes/:held/reject',
  tag: 'policy',
  summary: 'Reject a held change',
  description:
    'Says that what was seen is not to happen: the ruleset stays frozen. Once something else would happen, because the source or the ' +
    'rules were put right, the change is pending again and can be approved. 409 where the digest is another one by now, 422 `errors.state` where it is rejected already.',
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
    const effect = await changePolicy({ tx, actor, policies }, async (now) => {
      const seen = { id: context.params.held, digest: () => context.body().digest }
      const decided = await decide(context, seen, { state: 'rejected', now })
      return { value: decided.effect, reach: 'nothing' }
    })
    return answerHeldChange(context, await findVisibleHeld(context), effect)
  },
})
