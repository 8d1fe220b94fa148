import { sql } from 'kysely'
import { record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'

type Return = { id: string; formerId: string; rulesetId: string; personId: string }

/**
 * Lets the stays that this transaction began name the one of the same person in the same manifest that a plan ended, or gave an
 * end that has come since, with their audit rows.
 */
export async function nameFormerStays(
  tx: Transaction,
  actor: AuditActor,
  revertedPlanId: string,
): Promise<void> {
  const { rows } = await sql<Return>`
    with touched as materialized (
      select record_id as id from audit_log
      where event in ('policy.user.end', 'policy.user.change') and transaction = (
        select transaction from audit_log where record_id = ${revertedPlanId} and event = 'policy.plan.apply'
        order by sequence desc limit 1)
    ), found as (
      select distinct on (s.id) s.id, f.id as former_id, s.ruleset_id, s.directory_user_id
      from audit_log l
      join policy_user s on s.id = l.record_id and s.deleted_at is null
      join policy_user f on f.ruleset_id = s.ruleset_id and f.directory_user_id = s.directory_user_id
        and f.deleted_at is not null
      join touched t on t.id = f.id
      where l.transaction = pg_current_xact_id() and l.event = 'policy.user.create'
      order by s.id, f.deleted_at desc
    ), named as (
      insert into returned_stay (policy_user_id, former_id) select id, former_id from found
    )
    select id, former_id as "formerId", ruleset_id as "rulesetId", directory_user_id as "personId" from found`.execute(
    tx,
  )
  await record(tx, actor, rows.map(returned))
}

function returned({ id, formerId, rulesetId, personId }: Return): AuditEntry {
  return {
    event: 'policy.user.return',
    record: { kind: 'policyUser', id },
    parent: { kind: 'ruleset', id: rulesetId },
    related: { kind: 'policyUser', id: formerId },
    subjectId: personId,
  }
}
