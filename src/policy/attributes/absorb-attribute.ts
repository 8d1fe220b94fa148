import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { restateConditions } from '../conditions/restate-conditions.ts'
import {
  deleteConditions,
  moveConditions,
  type MovedCondition,
} from '../stored-rules/write-conditions.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { refuseTooManyDrafts } from '../stored-rules/bounds.ts'
import { refuseAnyCycle } from '../rules/refuse-cycle.ts'
import { isRunning } from '../stored-rules/rule-states.ts'
import { findStoredRule, type StoredRule } from '../stored-rules/stored-rule.ts'
import { endRule, moveRules, removeRule } from '../stored-rules/write-rules.ts'
import { askOnRuleset } from '../rights/ruleset-rights.ts'
import { selectImportedConditions, testedValues, type StoredAttribute } from './stored-attribute.ts'
import { writeAttribute } from './write-attributes.ts'

/** An attribute, and another one of its dimension whose value it takes over. */
export type Merger = { attribute: StoredAttribute; absorbed: StoredAttribute }

/** The ruleset of an attribute, with its rules that have not ended. */
type OwnRules = { rulesetId: string; isManaged: boolean; rules: readonly StoredRule[] }

/**
 * Moves the written rules of an attribute, and the conditions on it elsewhere, to the attribute that absorbs it,
 * and deactivates it. No person in either of the two may leave: throws 422 if one would, and 403 without the right
 * to activate rules in both rulesets if rules move. @returns the values that its imported rule tested: the imported
 * rule of the other attribute is to test them
 */
export async function absorbAttribute(work: OperationCall, merger: Merger): Promise<string[]> {
  const { tx, context } = work
  const { attribute, absorbed } = merger
  const into = await selectOwnRules(tx, attribute.id)
  const from = await selectOwnRules(tx, absorbed.id)
  refuseLoss(merger, into, from)
  // Such a rule admits only people that the values and the other rules of the two admit.
  const redundant = [
    ...into.rules.filter((rule) => names(rule, absorbed.id)),
    ...from.rules.filter((rule) => names(rule, attribute.id)),
  ]
  const ownImported = await selectImportedConditions(tx, { attributeId: attribute.id })
  const imported = await selectImportedConditions(tx, { attributeId: absorbed.id })
  const replaced =
    ownImported.length === 0
      ? []
      : from.rules.filter(({ id }) => imported.some(({ ruleId }) => ruleId === id))
  for (const rule of new Set([...redundant, ...replaced])) await endOrRemove(work, rule)
  const moved = from.rules.filter((rule) => !redundant.includes(rule) && !replaced.includes(rule))
  if (moved.length > 0) await moveWritten(work, moved, { into, from })
  await moveConditionsOn(work, merger)
  await writeAttribute(tx, context.actor, {
    id: absorbed.id,
    dimensionId: absorbed.dimensionId,
    before: absorbed.values,
    after: { ...absorbed.values, state: 'deactivated', absorbedById: attribute.id },
  })
  await restateConditions(tx, { attributeId: attribute.id })
  await refuseAnyCycle(work, 'profile_value')
  return imported.flatMap(testedValues)
}

async function selectOwnRules(tx: Transaction, attributeId: string): Promise<OwnRules> {
  const { rows } = await sql<{ id: string; is_managed: boolean; rules: string[] }>`
    select s.id, s.state = 'managed' as is_managed, array(
      select r.id from rule r where r.ruleset_id = s.id and r.deleted_at is null
        and r.state in ('staged', 'active', 'expiring') order by r.id) as rules
    from ruleset s where s.attribute_id = ${attributeId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`the attribute ${attributeId} has no ruleset`)
  const rules: StoredRule[] = []
  for (const id of row.rules) {
    const rule = await findStoredRule(tx, id)
    if (rule !== undefined) rules.push(rule)
  }
  return { rulesetId: row.id, isManaged: row.is_managed, rules }
}

/** 422 where people of one of the two attributes would lose it. */
function refuseLoss({ attribute, absorbed }: Merger, into: OwnRules, from: OwnRules): void {
  const other = encodeId('attribute', absorbed.id)
  if (attribute.values.state === 'deactivated')
    throw unprocessable({ state: [`is deactivated: activate it before it absorbs ${other}`] })
  if (from.isManaged && !into.isManaged)
    throw unprocessable({
      state: [`is active, but its ruleset is not managed, while that of ${other} is`],
    })
  const excluding = [
    ...into.rules.filter((rule) => names(rule, absorbed.id, 'not_equals')),
    ...from.rules.filter((rule) => names(rule, attribute.id, 'not_equals')),
  ]
  if (excluding.length === 0) return
  const rules = excluding.map(({ id }) => encodeId('rule', id)).join(', ')
  throw unprocessable({
    profile_value: [
      `is the value of ${other}; end the rules of one that exclude the other: ${rules}`,
    ],
  })
}

function names({ conditions }: StoredRule, attributeId: string, operator?: 'not_equals'): boolean {
  return conditions.some(
    (each) =>
      each.attributeId === attributeId &&
      (operator === undefined || each.profileOperator === operator),
  )
}

async function endOrRemove({ tx, context }: OperationCall, rule: StoredRule): Promise<void> {
  if (isRunning(rule.values.state)) return endRule(tx, context.actor, rule)
  const conditions = rule.conditions.map(({ id, ...values }) => ({ id, ruleId: rule.id, values }))
  await deleteConditions(tx, context.actor, conditions)
  // A draft never admitted anyone, so it can be deleted completely.
  await removeRule(tx, context.actor, rule, '')
}

async function moveWritten(
  work: OperationCall,
  rules: readonly StoredRule[],
  { into, from }: { into: OwnRules; from: OwnRules },
): Promise<void> {
  for (const { rulesetId } of [into, from]) await askOnRuleset(work.context, rulesetId, 'activate')
  const taken = into.rules.flatMap(({ key }) => key ?? [])
  await moveRules(work.tx, work.context.actor, { rules, rulesetId: into.rulesetId, taken })
  await refuseTooManyDrafts(work.tx, { rulesetId: into.rulesetId, field: 'profile_value' })
}

/**
 * A rule with conditions on both keeps one condition on the remaining attribute. Rules that have ended keep theirs.
 */
async function moveConditionsOn(
  { tx, context }: OperationCall,
  { attribute, absorbed }: Merger,
): Promise<void> {
  const { rows } = await sql<MovedCondition>`
    select c.id, c.rule_id as "ruleId", exists (
      select from condition o where o.rule_id = c.rule_id and o.attribute_id = ${attribute.id}
        and coalesce(o.profile_operator, 'equals') = coalesce(c.profile_operator, 'equals')) as "isTwice"
    from condition c join rule r on r.id = c.rule_id
    where c.attribute_id = ${absorbed.id} and r.deleted_at is null and r.state in ('staged', 'active', 'expiring')
    order by c.id`.execute(tx)
  await moveConditions(tx, context.actor, rows, { from: absorbed.id, to: attribute.id })
}
