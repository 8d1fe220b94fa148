import { sql } from 'kysely'
import { changesBetween, record, type AuditActor, type AuditPosition } from '../../audit/record.ts'
import type { RulesetType } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { newIds } from '../new-ids.ts'

/** What an administrator decides about a ruleset. */
export type RulesetValues = {
  state: 'unmanaged' | 'monitored' | 'managed'
  isAuthoritative: boolean
  expiresAfterDays: number | null
}
/** Whose policy it is: an attribute's or a vendor resource's, by uuid. */
export type RulesetOwner =
  | { type: 'directory_attribute'; attributeId: string }
  | { type: Exclude<RulesetType, 'directory_attribute'>; resourceId: string }

export type NewRuleset = { owner: RulesetOwner; values: RulesetValues }

/** Makes rulesets with their audit rows. @returns their uuids, in the order of `rulesets` */
export async function insertRulesets(
  tx: Transaction,
  actor: AuditActor,
  rulesets: readonly NewRuleset[],
): Promise<string[]> {
  if (rulesets.length === 0) return []
  const ids = await newIds(tx, rulesets.length)
  const rows = rulesets.map(({ owner, values }, index) => ({ id: ids[index], ...owner, ...values }))
  await sql`
    insert into ruleset (id, type, attribute_id, resource_id, state, is_authoritative, expires_after_days)
    select id, type, "attributeId", "resourceId", state, "isAuthoritative", "expiresAfterDays"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, type text, "attributeId" uuid,
      "resourceId" uuid, state text, "isAuthoritative" boolean, "expiresAfterDays" integer)`.execute(
    tx,
  )
  const entries = rulesets.map(({ owner, values }, index) => ({
    event: 'policy.ruleset.create',
    record: { kind: 'ruleset' as const, id: ids[index] ?? '' },
    parent: positionOf(owner),
    changes: changesBetween({}, { type: owner.type, ...auditValues(values) }),
  }))
  await record(tx, actor, entries)
  return ids
}

export type ChangedRuleset = {
  id: string
  owner: RulesetOwner
  before: RulesetValues
  after: RulesetValues
}

/** Changes rulesets with their audit rows. Those that do not differ are to be left out. */
export async function updateRulesets(
  tx: Transaction,
  actor: AuditActor,
  rulesets: readonly ChangedRuleset[],
): Promise<void> {
  if (rulesets.length === 0) return
  const rows = rulesets.map(({ id, after }) => ({ id, ...after }))
  await sql`
    update ruleset s set state = r.state, is_authoritative = r."isAuthoritative",
      expires_after_days = r."expiresAfterDays"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, state text,
      "isAuthoritative" boolean, "expiresAfterDays" integer)
    where s.id = r.id`.execute(tx)
  const entries = rulesets.map(({ id, owner, before, after }) => ({
    event: 'policy.ruleset.change',
    record: { kind: 'ruleset' as const, id },
    parent: positionOf(owner),
    changes: changesBetween(auditValues(before), auditValues(after)),
  }))
  await record(tx, actor, entries)
}

function positionOf(owner: RulesetOwner): AuditPosition {
  return owner.type === 'directory_attribute'
    ? { kind: 'attribute', id: owner.attributeId }
    : { kind: 'resource', id: owner.resourceId }
}

function auditValues({ state, isAuthoritative, expiresAfterDays }: RulesetValues) {
  return { state, is_authoritative: isAuthoritative, expires_after_days: expiresAfterDays }
}
