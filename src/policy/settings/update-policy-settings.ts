import { policyChangeCost } from '../../http/request-cost.ts'
import { Restart, writeRoute } from '../../http/route.ts'
import { Empty, Shape } from '../../http/schema.ts'
import { changeSettings, settingsChangeProperties } from './operations/change-settings.ts'
import { perform } from '../plans/perform.ts'
import { DescribedPlan } from '../plans/schema.ts'
import { answerSettings } from './answer-settings.ts'
import { PolicySettings } from './schema.ts'

export const updatePolicySettings = writeRoute({
  id: 'updatePolicySettings',
  method: 'PATCH',
  url: '/policy/settings',
  tag: 'policy',
  summary: 'Change the settings of policy',
  description:
    'Limits hold from now on; people that an incident holds stay held. To raise a limit needs `policy.change.approve` as well.',
  access: 'policy.ruleset.manage',
  cost: policyChangeCost,
  params: {},
  query: Empty,
  body: Shape(settingsChangeProperties),
  isVersioned: true,
  accepted: DescribedPlan,
  status: 200,
  response: PolicySettings,
  handler: async (context) => {
    const done = await perform(context, changeSettings, context.body())
    if (done instanceof Restart) return done
    return answerSettings(context)
  },
})
