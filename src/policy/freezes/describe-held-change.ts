import { readRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { answerHeldChange, findVisibleHeld, readHeldEffect } from './answer-held-change.ts'
import { HeldChange } from './schema.ts'

export const describeHeldChange = readRoute({
  id: 'describeHeldChange',
  method: 'GET',
  url: '/policy/held-changes/:held',
  tag: 'policy',
  summary: 'Describe a held change',
  description:
    'Why a ruleset is frozen and what would happen if it were not: `digest` stands for just that, and moves with it.',
  access: { row: 'policy.rule.view' },
  params: { held: 'heldChange' },
  query: Empty,
  status: 200,
  response: HeldChange,
  snapshot: () => true,
  handler: async (context) => {
    const held = await findVisibleHeld(context)
    return answerHeldChange(context, held, await readHeldEffect(context, held))
  },
})
