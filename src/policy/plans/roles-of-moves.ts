import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { Moves } from '../moves.ts'

/** Rule (uuid) → handle of its role, of all rules that stays are or were held by. */
export async function rolesOfMoves(
  reader: Reader,
  { ruleIds }: Pick<Moves, 'ruleIds'>,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; handle: string }>`
    select r.id, p.handle from rule r join policy_role p on p.id = r.policy_role_id
    where r.id = any (${ruleIds}::uuid[])`.execute(reader)
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}
