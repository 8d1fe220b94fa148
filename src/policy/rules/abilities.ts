import { sql } from 'kysely'
import { conditionTypes } from '../../contract/states.ts'
import type { RulesetRight } from '../../contract/permissions.ts'
import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import type { Abilities, ReadContext } from '../../http/route/route.ts'
import { isWritable, mayName } from '../conditions/condition-input.ts'
import { selectGoneReferents, type GoneReferent } from '../conditions/gone-referents.ts'
import { loadReferents, type Referents } from '../conditions/referents.ts'
import { mayOnRuleset } from '../rights/ruleset-rights.ts'
import {
  requireDraft,
  requireEnded,
  requireNotRunning,
  requireRunning,
  requireStaged,
  rightToChange,
} from '../stored-rules/rule-states.ts'
import { selectRuleOutlines, type RuleOutline } from '../stored-rules/stored-rule.ts'
import { refuseFaults } from './activatable.ts'

export const ruleAbilities = abilitiesOn('rule', findRules, ofRule)

type Facts = RuleOutline & { gone: readonly GoneReferent[]; referents: Referents }

function ofRule(context: ReadContext, rule: Facts): Abilities {
  const has = (right: RulesetRight) => mayOnRuleset(context, rule.rulesetId, right)
  const changes = has(rightToChange(rule))
  const types = rule.conditions.map(({ type }) => type)
  return {
    update: changes,
    delete: changes && isAllowed(() => requireNotRunning(rule)),
    activate: has('activate') && isAllowed(() => requireActivatableNow(context, rule)),
    deprecate: has('activate') && isAllowed(() => requireRunning(rule)),
    deactivate: has('activate') && isAllowed(() => requireRunning(rule)),
    duplicate:
      has('draft') && mayName(context, types) && isWritable(rule.conditions, rule.referents),
    // It is planned: who applies the plan needs the right to activate.
    put_back:
      mayName(context, types) &&
      isWritable(rule.conditions, rule.referents) &&
      isAllowed(() => requirePutBack(context, rule)),
    create_condition:
      changes &&
      isAllowed(() => requireDraft(rule)) &&
      conditionTypes.some((type) => mayName(context, [type])),
  }
}

function requirePutBack(context: ReadContext, rule: Facts): void {
  requireEnded(rule)
  refuseFaults(context, rule, { at: context.now, gone: rule.gone })
}

/** A scheduled rule can become a draft again, regardless of its conditions. */
function requireActivatableNow(context: ReadContext, rule: Facts): void {
  requireStaged(rule)
  if (rule.activatesAt === null) refuseFaults(context, rule, { at: context.now, gone: rule.gone })
}

async function findRules({ db }: ReadContext, ids: readonly string[]): Promise<Facts[]> {
  const rules = await selectRuleOutlines(db, ids)
  const gone = Map.groupBy(await selectGoneReferents(db, ids), ({ rule_id: id }) => id)
  const referents = await loadReferents(
    db,
    rules.flatMap(({ conditions }) => conditions),
  )
  return rules.map((rule) => Object.assign(rule, { gone: gone.get(rule.id) ?? [], referents }))
}

export const conditionAbilities = abilitiesOn('condition', findConditions, (context, { rule }) => ({
  delete:
    mayOnRuleset(context, rule.rulesetId, rightToChange(rule)) &&
    isAllowed(() => requireDraft(rule)),
}))

async function findConditions({ db }: ReadContext, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; ruleId: string }>`
    select id, rule_id as "ruleId" from condition where id = any (${ids}::uuid[])`.execute(db)
  const found = await selectRuleOutlines(db, [...new Set(rows.map(({ ruleId }) => ruleId))])
  const rules = new Map(found.map((rule) => [rule.id, rule]))
  return rows.flatMap(({ id, ruleId }) => {
    const rule = rules.get(ruleId)
    return rule === undefined ? [] : [{ id, rule }]
  })
}
