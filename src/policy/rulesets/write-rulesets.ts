import { sql } from 'kysely'
import { changesBetween, record, type AuditActor, type AuditPosition } from '../../audit/record.ts'
import type { RulesetType } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { areSameLimits, limitsOf, type Limits } from '../limits/limit-values.ts'
import { newIds } from '../../database/new-ids.ts'

/** The settings of a ruleset that an administrator decides. */
export type RulesetValues = {
  state: 'unmanaged' | 'monitored' | 'managed'
  isAuthoritative: boolean
  expiresAfterDays: number | null
  limits: Limits
}

/** {@link RulesetValues} of a ruleset `s`, as jsonb. */
export const rulesetValuesJson = sql<RulesetValues>`jsonb_build_object('state', s.state,
  'isAuthoritative', s.is_authoritative, 'expiresAfterDays', s.expires_after_days, 'limits', ${limitsOf('s')})`

/** Whose policy it is: an attribute's or a vendor resource's, by uuid. */
export type RulesetOwner =
  | { type: 'directory_attribute'; attributeId: string }
  | { type: Exclude<RulesetType, 'directory_attribute'>; resourceId: string }

export type NewRuleset = { owner: RulesetOwner; values: RulesetValues }

/** Makes rulesets with their audit rows. @returns their uuids, in the order of `rulesets`: those given, or fresh ones */
export async function insertRulesets(
  tx: Transaction,
  actor: AuditActor,
  rulesets: readonly NewRuleset[],
  given?: readonly string[],
): Promise<string[]> {
  if (rulesets.length === 0) return []
  const ids = given ?? (await newIds(tx, rulesets.length))
  const rows = rulesets.map(({ owner, values }, index) => ({
    id: ids[index],
    ...owner,
    ...values,
    ...values.limits,
  }))
  await sql`
    insert into ruleset (id, type, attribute_id, resource_id, state, is_authoritative, expires_after_days,
      removal_limit_percent, removal_limit_people, addition_limit_percent, addition_limit_people,
      role_change_limit_percent, role_change_limit_people, is_sensitive, requires_second_approval)
    select id, type, "attributeId", "resourceId", state, "isAuthoritative", "expiresAfterDays",
      removal_limit_percent, removal_limit_people, addition_limit_percent, addition_limit_people,
      role_change_limit_percent, role_change_limit_people, is_sensitive, requires_second_approval
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, type text, "attributeId" uuid,
      "resourceId" uuid, state text, "isAuthoritative" boolean, "expiresAfterDays" integer,
      removal_limit_percent integer, removal_limit_people integer, addition_limit_percent integer,
      addition_limit_people integer, role_change_limit_percent integer, role_change_limit_people integer,
      is_sensitive boolean, requires_second_approval boolean)`.execute(tx)
  const entries = rulesets.map(({ owner, values }, index) => ({
    event: 'policy.ruleset.create' as const,
    record: { kind: 'ruleset' as const, id: ids[index] ?? '' },
    parent: positionOf(owner),
    changes: changesBetween({}, { type: owner.type, ...auditValues(values) }),
  }))
  await record(tx, actor, entries)
  return [...ids]
}

type ChangedRuleset = {
  id: string
  owner: RulesetOwner
  before: RulesetValues
  after: RulesetValues
}

/** Changes a ruleset with its audit row. One that does not differ is not to be given. */
export async function writeRuleset(
  tx: Transaction,
  actor: AuditActor,
  { id, owner, before, after }: ChangedRuleset,
): Promise<void> {
  await tx
    .updateTable('ruleset')
    .set({
      state: after.state,
      is_authoritative: after.isAuthoritative,
      expires_after_days: after.expiresAfterDays,
      ...after.limits,
    })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, [
    {
      event: 'policy.ruleset.change',
      record: { kind: 'ruleset', id },
      parent: positionOf(owner),
      changes: changesBetween(auditValues(before), auditValues(after)),
    },
  ])
}

function positionOf(owner: RulesetOwner): AuditPosition {
  return owner.type === 'directory_attribute'
    ? { kind: 'attribute', id: owner.attributeId }
    : { kind: 'resource', id: owner.resourceId }
}

function auditValues({ state, isAuthoritative, expiresAfterDays, limits }: RulesetValues) {
  return {
    state,
    is_authoritative: isAuthoritative,
    expires_after_days: expiresAfterDays,
    ...limits,
  }
}

/** Whether there is nothing to write. */
export function isSameRuleset(a: RulesetValues, b: RulesetValues): boolean {
  return (
    a.state === b.state &&
    a.isAuthoritative === b.isAuthoritative &&
    a.expiresAfterDays === b.expiresAfterDays &&
    areSameLimits(a.limits, b.limits)
  )
}
