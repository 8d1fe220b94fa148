import { sql } from 'kysely'
import type { FindingKind } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'

const numbers = {
  badge_id: 'badge_id_profile_key',
  employee_id: 'employee_id_profile_key',
  employee_alt_id: 'employee_alt_id_profile_key',
} as const

type Finding = { kind: FindingKind; message: string }

/** Counts the people whose numbers change with the new keys, which manifests do not show. */
export async function findChangedNumbers(
  tx: Transaction,
  before: Integration,
  after: Integration,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [number, key] of Object.entries(numbers)) {
    if (before[key] === after[key]) continue
    findings.push(
      ...(await findChanged(tx, { id: after.id, number, keys: [before[key], after[key]] })),
    )
  }
  return findings
}

type ChangedKey = { id: string; number: string; keys: [string | null, string | null] }

async function findChanged(
  tx: Transaction,
  { id, number, keys: [former, next] }: ChangedKey,
): Promise<Finding[]> {
  const { rows } = await sql<{ lost: number; changed: number }>`
    select count(*) filter (where n.next is null) as lost, count(*) filter (where n.next <> n.former) as changed
    from directory_user p join identity i on i.id = p.primary_identity_id
    cross join lateral (
      select profile_text(i.profile, ${former}) as former, profile_text(i.profile, ${next}) as next) n
    where i.integration_id = ${id} and p.deleted_at is null and n.former is not null`.execute(tx)
  const [{ lost, changed } = { lost: 0, changed: 0 }] = rows
  return [
    ...found('numbers_lost', lost, `People who would lose their ${number}`),
    ...found('numbers_changed', changed, `People who would have another ${number}`),
  ]
}

function found(kind: FindingKind, count: number, what: string): Finding[] {
  return count === 0 ? [] : [{ kind, message: `${what}: ${count}.` }]
}
