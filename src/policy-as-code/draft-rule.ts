import { validateActivation } from '../engine/validate-rule.ts'
import type { DraftCondition } from '../policy/stored-rules/draft-condition.ts'
import { graceFault } from '../policy/stored-rules/grace.ts'
import type { ConditionValues } from '../policy/stored-rules/rule-values.ts'
import { lookUpCondition } from './look-up-condition.ts'
import type { FolderRule } from './folder-file.ts'
import type { FileFault } from './folder-error.ts'
import { roleKey, type References } from './references.ts'

/** The conditions of a rule, looked up, or all its faults. */
export type RuleDrafting = { conditions: readonly ConditionValues[] } | { faults: FileFault[] }

/** What is looked up, or judged by the engine, of a rule. */
type WrittenRule = Pick<
  FolderRule,
  'role' | 'state' | 'expires_after_days' | 'everyone_else' | 'conditions'
>
type Context = { path: string; resourceType: string; references: References }

/** Looks up what a rule names and has the engine judge it. */
export function draftRule(rule: WrittenRule, context: Context): RuleDrafting {
  const { path, references, resourceType } = context
  const faults: FileFault[] = []
  const conditions: DraftCondition[] = []
  for (const [index, condition] of rule.conditions.entries()) {
    const drafting = lookUpCondition(condition, `${path}.conditions[${index}]`, references)
    if ('draft' in drafting) conditions.push(drafting.draft)
    else faults.push(...drafting.faults)
  }
  if (!references.roles.has(roleKey(resourceType, rule.role))) {
    faults.push({ path: `${path}.role`, message: unknownRole(rule.role, resourceType, references) })
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
  return faults.length > 0 ? { faults } : { conditions: conditions.map(({ values }) => values) }
}

/** `"x" is no role of a codehost_group; allowed: a, b` */
export function unknownRole(
  role: string,
  resourceType: string,
  { roles }: Pick<References, 'roles'>,
): string {
  const prefix = roleKey(resourceType, '')
  const allowed = [...roles]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
  return `${JSON.stringify(role)} is no role of a ${resourceType}; allowed: ${allowed.sort().join(', ')}`
}
