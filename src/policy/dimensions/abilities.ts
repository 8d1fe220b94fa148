import { profileValuePermission } from '../../contract/permissions.ts'
import { sql } from 'kysely'
import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { selectReadableIntegrations } from '../conditions/policy-keys.ts'
import { requireListedKey } from '../conditions/require-readable.ts'
import type { ResourceState } from '../../contract/states.ts'
import { requireOtherState } from './dimension-states.ts'

export const dimensionAbilities = abilitiesOn('dimension', findDimensions, ({ may }, dimension) => {
  const manages = may('directory.dimension.manage')
  return {
    update: manages,
    activate:
      manages &&
      may(profileValuePermission) &&
      isAllowed(() => {
        requireListedKey(dimension.integrations, dimension)
        requireOtherState(dimension, 'active')
      }),
    deactivate: manages && isAllowed(() => requireOtherState(dimension, 'deactivated')),
  }
})

type Facts = { id: string; state: ResourceState; integrationId: string; profileKey: string }

async function findDimensions({ db }: ReadContext, ids: readonly string[]) {
  const integrations = await selectReadableIntegrations(db)
  const { rows } = await sql<Facts>`
    select id, state, integration_id as "integrationId", profile_key as "profileKey"
    from dimension where id = any (${ids}::uuid[])`.execute(db)
  return rows.map((row) => Object.assign(row, { integrations }))
}
