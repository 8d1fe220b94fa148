import { sql, type RawBuilder } from 'kysely'

/** The state of a token, a session or a SCIM secret, from its column `revoked_at` and its `end`. */
export function credentialState(
  now: Date,
  end: RawBuilder<unknown> = sql`expires_at`,
): RawBuilder<string> {
  return sql<string>`case when revoked_at is not null then 'revoked' when ${end} <= ${now} then 'expired' else 'active' end`
}
