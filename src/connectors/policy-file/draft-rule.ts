import { validateActivation } from '../../engine/validate-rule.ts'
import { readInstant } from '../../http/schema.ts'
import { describeRule } from '../../policy/conditions/describe-condition.ts'
import type { DraftCondition } from '../../policy/conditions/draft-condition.ts'
import { graceFault } from '../../policy/rules/rule-input.ts'
import type { ConditionValues, RuleValues } from '../../policy/rules/rule-values.ts'
import { draftCondition } from './draft-condition.ts'
import type { FileRule } from './policy-file.ts'
import type { FileFault } from './policy-file-error.ts'
import { roleKey, type References } from './references.ts'

/** A rule as the file wants it. `values.activatedAt` is now for one that is to be in force. */
export type DraftRule = {
  key: string
  roleHandle: string
  values: RuleValues
  conditions: readonly ConditionValues[]
}
export type RuleDrafting = { draft: DraftRule } | { faults: FileFault[] }

type Context = { path: string; resourceType: string; references: References; now: Date }

/** Looks up what a rule names and has the engine judge it. */
export function draftRule(rule: FileRule, context: Context): RuleDrafting {
  const { path, references, resourceType } = context
  const faults: FileFault[] = []
  const conditions: DraftCondition[] = []
  for (const [index, condition] of rule.conditions.entries()) {
    const drafting = draftCondition(condition, `${path}.conditions[${index}]`, references)
    if ('draft' in drafting) conditions.push(drafting.draft)
    else faults.push(...drafting.faults)
  }
  const roleId = references.roles.get(roleKey(resourceType, rule.role))
  if (roleId === undefined) {
    faults.push({ path: `${path}.role`, message: unknownRole(rule.role, resourceType, references) })
  }
  if (rule.expires_at !== undefined && readInstant(rule.expires_at) === undefined) {
    faults.push({ path: `${path}.expires_at`, message: 'is no date of the calendar' })
  }
  const noGrace = graceFault(resourceType, rule.expires_after_days)
  if (noGrace !== null) faults.push({ path: `${path}.expires_after_days`, message: noGrace })
  if (rule.state === 'active' && faults.length === 0) {
    const everyoneElse = rule.everyone_else ?? false
    const found = validateActivation({
      everyoneElse,
      conditions: conditions.map(({ read }) => read),
    })
    faults.push(...found.map(({ message }) => ({ path: `${path}.conditions`, message })))
  }
  if (roleId === undefined || faults.length > 0) return { faults }
  return {
    draft: {
      key: rule.key,
      roleHandle: rule.role,
      values: valuesOf(rule, roleId, conditions, context.now),
      conditions: conditions.map(({ values }) => values),
    },
  }
}

/** An end that has passed: the rule is over, and applying the file again does not bring it back. */
export function hasEnded({ expires_at }: Pick<FileRule, 'expires_at'>, now: Date): boolean {
  return expires_at !== undefined && Date.parse(expires_at) <= now.getTime()
}

function valuesOf(
  rule: FileRule,
  roleId: string,
  conditions: readonly DraftCondition[],
  now: Date,
): RuleValues {
  const expiresAt = rule.expires_at === undefined ? null : new Date(rule.expires_at).toISOString()
  const activeState = expiresAt === null ? 'active' : 'expiring'
  return {
    state: rule.state === 'staged' ? 'staged' : activeState,
    roleId,
    description: rule.description ?? describeRule(conditions.map(({ named }) => named)),
    descriptionIsWritten: rule.description !== undefined,
    reason: rule.reason ?? null,
    isImported: false,
    everyoneElse: rule.everyone_else ?? false,
    priority: rule.priority ?? 100,
    expiresAfterDays: rule.expires_after_days ?? null,
    activatedAt: rule.state === 'staged' ? null : now.toISOString(),
    expiresAt,
  }
}

/** `"x" is no role of a codehost_group; allowed: a, b` */
export function unknownRole(role: string, resourceType: string, { roles }: References): string {
  const prefix = roleKey(resourceType, '')
  const allowed = [...roles.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
  return `${JSON.stringify(role)} is no role of a ${resourceType}; allowed: ${allowed.sort().join(', ')}`
}
