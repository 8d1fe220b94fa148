import { sql } from 'kysely'
import { abilitiesOn } from '../../http/abilities.ts'
import { mostLiveSecrets } from './schema.ts'

export const integrationAbilities = abilitiesOn(
  'integration',
  ({ db, now }, ids) =>
    db
      .selectFrom('integration')
      .select([
        'id',
        'state',
        'type',
        'is_primary',
        sql<number>`(
          select count(*) from scim_secret s
          where s.integration_id = integration.id and s.revoked_at is null and s.expires_at > ${now})`.as(
          'live_secrets',
        ),
      ])
      .where('id', 'in', ids)
      .execute(),
  ({ may }, { state, type, is_primary: isPrimary, live_secrets: live }) => ({
    update: may('workspace.integration.manage'),
    make_primary: may('workspace.integration.manage') && !isPrimary && state === 'active',
    create_import: may('workspace.integration.sync') && state === 'active',
    create_scim_secret:
      may('workspace.integration.manage') &&
      may('workspace.integration.sync') &&
      type === 'scim' &&
      live < mostLiveSecrets,
  }),
)
