import { clip } from '../../contract/text.ts'
import { readCondition } from '../../engine/validate-condition.ts'
import { isNegative } from '../../engine/operators.ts'
import type { FolderCondition } from '../folder-file.ts'
import type { Static } from 'typebox'
import { branchesOf, type Tested } from './branches.ts'
import type { Language, SourceRule } from './expression.ts'

/** What became of one rule for one group. `reasons`: of any verdict but `same`. */
export type Translation = {
  name: string
  text: string
  group: SourceRule['group']
  verdict: 'same' | 'same except' | 'can’t'
  reasons: readonly string[]
  drafts: readonly Draft[]
  /** What the drafts ask. */
  branches: readonly (readonly Tested[])[]
}

export type Draft = {
  key: string
  role: 'member'
  state: 'staged'
  reason: string
  everyone_else?: true
  conditions: readonly Static<typeof FolderCondition>[]
}

const productOf: Record<Language, string> = {
  okta: 'Okta',
  entra: 'Entra',
  google: 'Google',
  ldap: 'LDAP',
}

/** What Muster writes for a rule. `integration`: the handle of the source of the accounts, unless it is the primary. */
export function translateRule(
  rule: SourceRule,
  { language, integration }: { language: Language; integration?: string },
): Translation {
  const { name, text, group } = rule
  const { branches, untold, except } = branchesOf(rule.expression)
  const faults = branches.map((branch) =>
    isNamed(group) ? faultOf(branch) : 'its group has no id in the file',
  )
  const good = branches.filter((_, at) => faults[at] === undefined)
  const reason = clip(`Translated from the rule ${name} of ${productOf[language]}`, 500)
  const keys = good.map((_, at) => keyOf(name, good.length > 1 ? at + 1 : 0))
  const drafts = good.map((branch, at): Draft => ({
    key: keys[at] ?? '',
    role: 'member',
    state: 'staged',
    reason,
    ...(branch.every(({ operator }) => isNegative(operator)) && { everyone_else: true }),
    conditions: branch.map((tested) => conditionOf(tested, integration)),
  }))
  const missing = [...untold, ...faults.filter((fault) => fault !== undefined)]
  const left = missing.map((why) => (good.length > 0 ? `a way in is left out: ${why}` : why))
  const reasons = [...left, ...(good.length > 0 ? [...except, ...rule.except] : [])]
  const verdict = good.length === 0 ? 'can’t' : reasons.length === 0 ? 'same' : 'same except'
  const none = verdict === 'can’t' && reasons.length === 0 ? ['nobody can meet it'] : []
  const told = [...new Set([...reasons, ...none])].map((each) => clip(each, longestReason))
  return { name, text, group, verdict, reasons: told, drafts, branches: good }
}

const longestReason = 300

const isNamed = (group: SourceRule['group']) =>
  ('vendor_id' in group ? group.vendor_id : group.handle) !== ''

/** Why a branch is no rule of Muster. */
function faultOf(branch: readonly Tested[]): string | undefined {
  if (branch.length === 0) return 'it asks nothing, so everybody with an account would be in'
  if (branch.length > mostConditions) return `it has more than ${mostConditions} conditions`
  for (const tested of branch) {
    const { key, operator, orAbsent = false } = tested
    const profileValue = storedValue(tested)
    const read = readCondition({
      type: 'identity',
      resourceId: null,
      profileKey: key,
      profileOperator: operator,
      profileValue,
      orAbsent,
    })
    const isLong = [tested.value ?? []].flat().some((each) => each.length > longestValue)
    if (key.length > longestKey || isLong) return `${clip(key)} or its value is too long`
    if (!read.ok)
      return `${key} ${operator}: ${read.faults.map(({ message }) => message).join('; ')}`
  }
  return undefined
}

/** The value as the contract writes it. */
export function storedValue({ value }: Pick<Tested, 'value'>): string | null {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value)
}

function conditionOf(
  { key, operator, value, orAbsent }: Tested,
  integration: string | undefined,
): Static<typeof FolderCondition> {
  return {
    type: 'identity',
    ...(integration !== undefined && { integration }),
    profile_key: key,
    operator,
    ...(value !== null && { value: typeof value === 'string' ? value : [...value] }),
    ...(orAbsent && { or_absent: true as const }),
  }
}

/** As a new workspace and files of the policy allow them. */
const mostConditions = 50
const longestKey = 200
const longestValue = 1000

const longestName = 50

/** Text that a key and the name of a file can have. */
function keyOf(name: string, number: number): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const short = plain.slice(0, longestName) || 'rule'
  return number === 0 ? short : `${short}-${number}`
}
