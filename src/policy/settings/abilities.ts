import { abilitiesOn } from '../../http/abilities.ts'

export const settingsAbilities = abilitiesOn(
  'policySettings',
  async (_context, ids) => ids.map((id) => ({ id })),
  ({ may }) => ({ update: may('policy.ruleset.manage') }),
)
