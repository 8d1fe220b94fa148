import { abilitiesOn } from '../../http/abilities.ts'

export const integrationAbilities = abilitiesOn(
  'integration',
  ({ db }, ids) =>
    db.selectFrom('integration').select(['id', 'state']).where('id', 'in', ids).execute(),
  ({ may }, { state }) => ({
    update: may('workspace.integration.manage'),
    create_import: may('workspace.integration.sync') && state === 'active',
  }),
)
