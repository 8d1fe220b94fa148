import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { Instant } from '../../engine/model.ts'
import type { Moves } from '../manifests/moves.ts'

/** The role that a rule grants, by its handle, and when it ends. */
export type MovingRule = { role: string; endsAt: Instant | null }

/** By uuid, all rules that stays are or were held by. */
export async function rulesOfMoves(
  reader: Reader,
  { ruleIds }: Pick<Moves, 'ruleIds'>,
): Promise<Map<string, MovingRule>> {
  const { rows } = await sql<MovingRule & { id: string }>`
    select r.id, p.handle as role, floor(extract(epoch from r.expires_at) * 1000)::bigint as "endsAt"
    from rule r join policy_role p on p.id = r.policy_role_id
    where r.id = any (${ruleIds}::uuid[])`.execute(reader)
  return new Map(rows.map(({ id, ...rule }) => [id, rule]))
}
