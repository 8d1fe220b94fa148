import { abilitiesOn } from '../../http/reads/abilities.ts'

export const settingsAbilities = abilitiesOn(
  'policySettings',
  async (_context, ids) => ids.map((id) => ({ id })),
  ({ may }) => ({ update: may('policy.ruleset.manage') }),
)
