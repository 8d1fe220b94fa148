import { abilitiesOn } from '../../http/abilities.ts'

export const integrationAbilities = abilitiesOn(
  'integration',
  async (_context, ids) => ids.map((id) => ({ id })),
  ({ may }) => ({ update: may('workspace.integration.manage') }),
)
