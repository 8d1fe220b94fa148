import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { StoredRule } from '../stored-rules/stored-rule.ts'

/** `l` the audit row of a copy: whether it was put in force at once, of a rule that had ended, as a rule is put back. */
const putsBack = sql`exists (
    select from audit_log b where b.record_id = l.record_id and b.event = 'policy.rule.activate' and b.transaction = l.transaction)
  and exists (
    select from audit_log e where e.record_id = l.related_id and e.event in ('policy.rule.deactivate', 'policy.rule.expired')
      and e.sequence < l.sequence)`

/**
 * The rule in force that a rule came to: one took over from the other, or put it back. Other copies are rules of their own, and so
 * is what it came from.
 */
export async function findCurrent(
  db: Reader,
  { id, rulesetId }: Pick<StoredRule, 'id' | 'rulesetId'>,
): Promise<{ id: string; key: string | null } | undefined> {
  const { rows } = await sql<{ id: string; key: string | null }>`
    with recursive edge as materialized (
      select l.related_id as earlier, l.record_id as later from audit_log l
      where l.parent_id = ${rulesetId} and l.related_type = 'porul'
        and (l.event = 'policy.rule.activate' or l.event = 'policy.rule.create' and ${putsBack})
      union select id, successor_rule_id from rule where ruleset_id = ${rulesetId} and successor_rule_id is not null
    ), version as (
      select ${id}::uuid as id
      union select e.later from version v join edge e on e.earlier = v.id
    )
    select r.id, r.key from version v join rule r on r.id = v.id
    where r.ruleset_id = ${rulesetId} and r.state in ('active', 'expiring') and r.deleted_at is null
    order by r.activated_at desc, r.id desc limit 1`.execute(db)
  return rows[0]
}

/** The rules in force (uuids) that put back these, by uuid of these. */
export async function findPutBack(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; copyId: string }>`
    select l.related_id as id, r.id as "copyId" from audit_log l join rule r on r.id = l.record_id
    where l.related_id = any (${uuids(ids)}) and l.event = 'policy.rule.create' and ${putsBack}
      and r.state in ('active', 'expiring') and r.deleted_at is null order by r.id`.execute(db)
  return new Map(rows.map(({ id, copyId }) => [id, copyId]))
}
