import { readRoute } from '../../http/route/route.ts'
import { askForSomeRuleset } from '../rights/visible-ruleset.ts'
import { answerSettings } from './answer-settings.ts'
import { PolicySettings } from './schema.ts'

export const describePolicySettings = readRoute({
  id: 'describePolicySettings',
  url: '/policy/settings',
  summary: 'Describe the settings of policy',
  description:
    'The grace and the limits of every ruleset that has none of its own, the limits of sources and callers, and how many drafts a ' +
    'ruleset and how many conditions a rule may have. Callers with a role on a ruleset may see them, and those who may view all rules.',
  access: { row: 'policy.rule.view' },
  isVersioned: true,
  response: PolicySettings,
  handler: async (context) => {
    await askForSomeRuleset(context)
    return answerSettings(context)
  },
})
