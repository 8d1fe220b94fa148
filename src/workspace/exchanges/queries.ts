import { sql } from 'kysely'
import { serviceMayAct } from '../../access/caller.ts'
import type { Reader, Transaction } from '../../database/database.ts'
import type { TrustedIdentity } from '../services/queries.ts'

export type TrustingService = {
  id: string
  handle: string
  workload_identities: readonly TrustedIdentity[]
  allowed_networks: string[] | null
}

/** Services that may act and trust someone at this issuer; of one id where that is given. */
export async function findTrusting(
  db: Reader,
  issuer: string,
  { now, id }: { now: Date; id?: string },
): Promise<TrustingService[]> {
  const trusted = JSON.stringify([{ issuer }])
  const { rows } = await sql<TrustingService>`
    select id, handle, workload_identities, allowed_networks from service s
    where workload_identities <> '[]' and deleted_at is null and workload_identities @> ${trusted}::jsonb and ${serviceMayAct('s', now)}
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)`.execute(db)
  return rows
}

/** Until the transaction ends, nobody changes the service, and its exchanges come one after the other. */
export async function holdService(tx: Transaction, id: string): Promise<void> {
  await sql`select from service where id = ${id} for no key update`.execute(tx)
}

/** How many tokens of exchanges a service has that have not ended, and of that name. */
export async function countExchanged(
  tx: Transaction,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<{ service: number; identity: number }> {
  const { rows } = await sql<{ service: number; identity: number }>`
    select count(*)::int as service, (count(*) filter (where name = ${name}))::int as identity from token
    where service_id = ${id} and is_exchanged and expires_at > ${now} and revoked_at is null`.execute(
    tx,
  )
  return rows[0] ?? { service: 0, identity: 0 }
}
