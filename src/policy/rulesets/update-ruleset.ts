import { encodeId } from '../../contract/ids.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { changeRuleset, rulesetChangeProperties } from './operations/change-ruleset.ts'
import { perform } from '../plans/perform.ts'
import { DescribedPlan } from '../plans/schema.ts'
import { writtenRuleset } from './answer-ruleset.ts'
import { requireRulesetRight } from '../rights/require-ruleset-right.ts'
import { DescribedRuleset } from './schema.ts'

export const updateRuleset = writeRoute({
  id: 'updateRuleset',
  method: 'PATCH',
  url: '/policy/rulesets/:ruleset',
  tag: 'policy',
  summary: 'Change a ruleset',
  description:
    'Its state goes step by step: unmanaged, monitored, managed; from managed, where its rules make a manifest, back to ' +
    'monitored only by a plan, because that ends every stay. `expires_after_days` null inherits the grace, a limit null that of the workspace. ' +
    'Needs the role admin on the ruleset or `policy.ruleset.manage`; to raise a limit also `policy.change.approve`.',
  access: { row: 'policy.ruleset.manage' },
  cost: policyChangeCost,
  params: { ruleset: 'ruleset' },
  query: Empty,
  body: Shape(rulesetChangeProperties),
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: DescribedRuleset,
  handler: async (context) => {
    const { ruleset } = context.params
    await requireRulesetRight(context, ruleset, 'administer')
    const body = context.body()
    const ruleset_id = encodeId('ruleset', ruleset)
    const done = await perform(context, changeRuleset, { ruleset_id, ...body })
    if (done instanceof Restart) return done
    return writtenRuleset(context, ruleset)
  },
})
