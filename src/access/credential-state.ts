import { sql, type RawBuilder } from 'kysely'

/** The state of a token, a session or a SCIM secret, from its columns `revoked_at` and `expires_at`. */
export function credentialState(now: Date): RawBuilder<string> {
  return sql<string>`case when revoked_at is not null then 'revoked' when expires_at <= ${now} then 'expired' else 'active' end`
}
