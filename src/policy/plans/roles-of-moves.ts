import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { Move } from './effect-collector.ts'

/** Rule (uuid) → handle of its role, of all rules that stays are or were held by. */
export async function rolesOfMoves(
  reader: Reader,
  moves: readonly Move[],
): Promise<Map<string, string>> {
  const rules = new Set(
    moves.flatMap(({ before, after }) => [before, after]).flatMap((held) => held?.ruleId ?? []),
  )
  const { rows } = await sql<{ id: string; handle: string }>`
    select r.id, p.handle from rule r join policy_role p on p.id = r.policy_role_id
    where r.id = any (${[...rules]}::uuid[])`.execute(reader)
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}
