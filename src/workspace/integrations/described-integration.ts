import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { IntegrationType, IntegrationVendor } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { instant } from '../../http/schema.ts'
import type { DescribedIntegration } from './schema.ts'

/** Integrations (`g`), to be filtered and ordered. The column types are those of the table's checks. */
export function describedIntegrations(db: Reader) {
  return db
    .selectFrom('integration as g')
    .select([
      'g.id',
      sql<'active' | 'deactivated'>`g.state`.as('state'),
      sql<IntegrationVendor>`g.vendor`.as('vendor'),
      sql<IntegrationType>`g.type`.as('type'),
      'g.handle',
      'g.name',
      'g.is_primary',
      'g.trusts_email',
      'g.badge_id_profile_key',
      'g.employee_id_profile_key',
      'g.employee_alt_id_profile_key',
      'g.manager_profile_key',
      sql<'vendor_id' | 'email' | 'employee_id'>`g.manager_profile_holds`.as(
        'manager_profile_holds',
      ),
      'g.parent_profile_key',
      'g.policy_keys',
      sql<JsonObject>`g.mapping`.as('mapping'),
      'g.version',
      'g.created_at',
      'g.updated_at',
    ])
}

type DescribedRow = Awaited<
  ReturnType<ReturnType<typeof describedIntegrations>['executeTakeFirstOrThrow']>
>

/** `baseUrl` has no trailing slash. */
export function presentIntegration(
  row: DescribedRow,
  baseUrl: string,
): Static<typeof DescribedIntegration> {
  const { version: _version, created_at, updated_at, ...own } = row
  const id = encodeId('integration', row.id)
  return {
    ...own,
    id,
    timestamp: { created_at: instant(created_at), updated_at: instant(updated_at) },
    links: {
      self: `${baseUrl}/workspace/integrations/${id}`,
      directory_identities: `${baseUrl}/directory/identities?filter[integration_id]=${id}`,
    },
  }
}
