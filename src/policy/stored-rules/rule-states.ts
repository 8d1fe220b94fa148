import type { RulesetRight } from '../../contract/permissions.ts'
import { unprocessable, type Problem } from '../../http/refusals/problem.ts'
import type { RuleValues } from './rule-values.ts'
import type { RuleOutline } from './stored-rule.ts'

type State = RuleValues['state']

/** What decides about changes of a rule. */
type Standing = Pick<RuleOutline, 'activatesAt'> & { values: Pick<RuleValues, 'state'> }

/** In force if its ruleset is managed. */
export function isRunning(state: State): boolean {
  return state === 'active' || state === 'expiring'
}

/**
 * Drafts need the right to draft; rules that were activated or have an activation date need the right to activate.
 */
export function rightToChange({ values, activatesAt }: Standing): RulesetRight {
  return values.state === 'staged' && activatesAt === null ? 'draft' : 'activate'
}

/** 422 `errors.state` unless the rule is in one of these states. */
function requireState(
  { values: { state } }: Pick<Standing, 'values'>,
  allowed: readonly State[],
  help = '',
): void {
  if (allowed.includes(state)) return
  const why = `is ${state}; this needs ${allowed.join(' or ')}`
  throw wrongState(help === '' ? why : `${why}. ${help}`)
}

/** 422 `errors.state` for a rule that is not in force. */
export const requireRunning = (rule: Standing): void => requireState(rule, ['active', 'expiring'])

/** 422 `errors.state` for a rule in force. */
export const requireNotRunning = (rule: Standing): void =>
  requireState(rule, ['staged', 'expired', 'deactivated'], 'Deactivate it first')

/** 422 `errors.state` for a rule that has not ended. */
export const requireEnded = (rule: Standing): void => requireState(rule, ['expired', 'deactivated'])

/** 422 `errors.state` for a rule that was activated. */
export const requireStaged = (rule: Standing): void =>
  requireState(rule, ['staged'], 'Duplicate it and activate the copy')

/** 422 `errors.state` for a rule whose conditions, role and end are not to be changed. */
export function requireDraft(rule: Standing): void {
  requireState(rule, ['staged'], 'Duplicate the rule and activate the copy with `replaces`')
  if (rule.activatesAt === null) return
  throw wrongState(
    `begins at ${rule.activatesAt}; take that back first: activate it with \`at\` null`,
  )
}

export function wrongState(why: string): Problem {
  return unprocessable({ state: [why] })
}
