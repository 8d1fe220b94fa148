import { readRoute } from '../../http/route/route.ts'
import { Empty } from '../../http/shapes/schema.ts'
import { askForSomeRuleset } from '../rights/visible-ruleset.ts'
import { answerSettings } from './answer-settings.ts'
import { PolicySettings } from './schema.ts'

export const describePolicySettings = readRoute({
  id: 'describePolicySettings',
  method: 'GET',
  url: '/policy/settings',
  tag: 'policy',
  summary: 'Describe the settings of policy',
  description:
    'The grace and the limits of every ruleset that has none of its own, the limits of sources and callers, and how many drafts a ' +
    'ruleset and how many conditions a rule may have. Callers with a role on a ruleset may see them, and those who may view all rules.',
  access: { row: 'policy.rule.view' },
  params: {},
  query: Empty,
  isVersioned: true,
  status: 200,
  response: PolicySettings,
  handler: async (context) => {
    await askForSomeRuleset(context)
    return answerSettings(context)
  },
})
