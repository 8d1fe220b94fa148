import { sql } from 'kysely'
import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { refuseWhileBlocked, selectDeletionBlockers } from './deletion-blockers.ts'
import { mostLiveSecrets } from './schema.ts'

export const integrationAbilities = abilitiesOn(
  'integration',
  findIntegrations,
  ({ may }, { state, type, connection, is_primary: isPrimary, live_secrets: live, resting }) => ({
    update: may('workspace.integration.manage'),
    delete:
      may('workspace.integration.manage') &&
      resting !== undefined &&
      isAllowed(() => refuseWhileBlocked(resting)),
    make_primary: may('workspace.integration.manage') && !isPrimary && state === 'active',
    create_import: may('workspace.integration.sync') && state === 'active',
    create_scim_secret:
      may('workspace.integration.manage') &&
      may('workspace.integration.sync') &&
      type === 'scim' &&
      live < mostLiveSecrets,
    sync: may('workspace.integration.sync') && state === 'active' && connection !== null,
  }),
)

async function findIntegrations({ db, now }: ReadContext, ids: readonly string[]) {
  const resting = new Map((await selectDeletionBlockers(db, ids)).map((each) => [each.id, each]))
  const rows = await db
    .selectFrom('integration')
    .select([
      'id',
      'state',
      'type',
      'is_primary',
      'connection',
      sql<number>`(
        select count(*) from scim_secret s
        where s.integration_id = integration.id and s.revoked_at is null and (s.expires_at is null or s.expires_at > ${now}))`.as(
        'live_secrets',
      ),
    ])
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => Object.assign(row, { resting: resting.get(row.id) }))
}

export const scimSecretAbilities = abilitiesOn(
  'scimSecret',
  ({ db }, ids) => db.selectFrom('scim_secret').select('id').where('id', 'in', ids).execute(),
  ({ may }) => ({ delete: may('workspace.integration.manage') }),
)
