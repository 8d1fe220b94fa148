import { exceededByLoosening, requireTwoPeople } from '../limits/second-approval.ts'
import { isDeepStrictEqual } from 'node:util'
import { policyCommand } from '../changes/policy-command.ts'
import {
  findSettings,
  isLooserWorkspace,
  updateSettings,
  withSettings,
} from '../limits/stored-settings.ts'
import { answerSettings } from './answer-settings.ts'
import { PolicySettings, settingsChangeProperties } from './schema.ts'

export const updatePolicySettings = policyCommand({
  op: 'change_settings',
  id: 'updatePolicySettings',
  method: 'PATCH',
  url: '/policy/settings',
  summary: 'Change the settings of policy',
  description:
    'Limits hold from now on; people that an incident holds stay held. To raise a limit needs `policy.change.approve` as well, and a plan that another person approves where `requires_second_approval` is set.',
  needs: { permission: 'policy.ruleset.manage' },
  params: {},
  body: settingsChangeProperties,
  movesPeople: true,
  response: PolicySettings,
  answer: answerSettings,
  run: async (work, given) => {
    const { tx, context } = work
    await context.ask('policy.ruleset.manage')
    const stored = await findSettings(tx)
    const before = stored.values
    const after = withSettings(before, given)
    const isLooser = isLooserWorkspace(before, after)
    if (isLooser) await context.ask('policy.change.approve')
    if (after.requires_second_approval && !before.requires_second_approval)
      await requireTwoPeople(tx)
    work.requireVersion(stored.version)
    const record = { kind: 'policySettings' as const, id: stored.id }
    if (isDeepStrictEqual(before, after)) return { record, reach: 'nothing' }
    const exceeded = isLooser ? await exceededByLoosening(tx, 'any') : []
    await updateSettings(tx, context.actor, stored, after)
    return { record, reach: 'nothing', exceeded }
  },
})
