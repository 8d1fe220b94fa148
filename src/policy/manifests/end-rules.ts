import { sql } from 'kysely'
import { changesBetween, record, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { isAskedFor } from './due-queries.ts'

type EndedRule = {
  id: string
  rulesetId: string
  /** The person that it names, if it rested until its end. */
  personId: string | null
  before: { state: string; expires_at: string | null }
  after: { state: string; expires_at: string | null }
}

/** Ends those of these rules (uuids) that are in force, as of `at`, with audit rows. A rule that rested ends with its rest. */
export async function endRules(
  tx: Transaction,
  actor: AuditActor,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<EndedRule>`
    with before as materialized (
      select r.id, r.state, iso(r.expires_at) as expires_at, q.directory_user_id as person_id, q.ends_at
      from rule r left join resting_rule q
        on q.rule_id = r.id and q.ends_at <= ${at} and (r.expires_at is null or q.ends_at < r.expires_at)
      where r.id = any (${ids}::uuid[]) and r.state in ('active', 'expiring')
    )
    update rule r set state = 'expired', expires_at = coalesce(b.ends_at, r.expires_at)
    from before b where r.id = b.id
    returning r.id, r.ruleset_id as "rulesetId", b.person_id as "personId",
      jsonb_build_object('state', b.state, 'expires_at', b.expires_at) as before,
      jsonb_build_object('state', r.state, 'expires_at', iso(r.expires_at)) as after`.execute(tx)
  await record(
    tx,
    actor,
    rows.map(({ id, rulesetId, personId, before, after }) => {
      const person =
        personId === null ? undefined : { kind: 'directoryUser' as const, id: personId }
      return {
        event: 'policy.rule.expired',
        record: { kind: 'rule', id },
        parent: { kind: 'ruleset', id: rulesetId },
        related: person,
        subjectId: personId,
        changes: changesBetween(before, after),
      }
    }),
  )
}

/** The rules whose rest is over at that instant: that of a person who ends at it may be, so that no due instant has them. */
export async function selectOverAt(tx: Transaction, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select rule_id as id from resting_rule where ends_at <= ${at} order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Rules that rested for a person who has returned by another account than the one that they left with. */
const ofReturned = sql`
  select q.rule_id as id from resting_rule q join directory_user u on u.id = q.directory_user_id
  where u.state not in ('expired', 'deactivated') and u.primary_identity_id is not null
    and u.primary_identity_id is distinct from q.identity_id
    and not exists (
      select from rule r join ruleset s on s.id = r.ruleset_id
      where r.id = q.rule_id and ${isAskedFor} and not exists (
        select from rule other where other.ruleset_id = s.id and other.id <> r.id and other.state in ('active', 'expiring')))`

/**
 * Ends the rules that name people who have returned by another account, before anyone is evaluated. The caller holds the policy
 * lock, exclusive. The last rule of an attribute, or of a resource that conditions name, is left to settling, which evaluates everyone.
 * @returns whether there were any
 */
export async function endRulesOfReturned(
  tx: Transaction,
  actor: AuditActor,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`${ofReturned} order by 1`.execute(tx)
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  await sql`update resting_rule set ends_at = ${now} where rule_id = any (${ids}::uuid[]) and ends_at > ${now}`.execute(
    tx,
  )
  await endRules(tx, actor, { ids, at: now })
  return true
}

/** Whether {@link endRulesOfReturned} would end rules; it writes nothing. */
export async function returnsEndRules(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`${ofReturned} limit 1`.execute(tx)
  return rows.length > 0
}
