import { abilitiesOn } from '../../http/reads/abilities.ts'

export const scimSecretAbilities = abilitiesOn(
  'scimSecret',
  ({ db }, ids) => db.selectFrom('scim_secret').select('id').where('id', 'in', ids).execute(),
  ({ may }) => ({ delete: may('workspace.integration.manage') }),
)
