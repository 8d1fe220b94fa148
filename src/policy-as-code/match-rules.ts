import { isDeepStrictEqual } from 'node:util'
import { decodeId } from '../contract/ids.ts'
import { validateActivation } from '../engine/validate-rule.ts'
import { graceFault } from '../policy/stored-rules/grace.ts'
import type { FolderRule } from './folder-file.ts'
import { lookUpCondition } from './look-up-condition.ts'
import { roleFault, type References } from './references.ts'
import type { FolderFault } from './folder-error.ts'
import type { Target } from './match-rulesets.ts'
import { isSameSet } from './rule-differences.ts'
import { renderRule } from './render-rules.ts'
import { faultAt, type FolderWorld } from './step.ts'
import type { SavedRule } from './saved-policy.ts'
import { hasEnded, successorsIn, type PairedRule } from './successions.ts'
import { keepDates } from './render-folder.ts'

type PairedRules = {
  pairs: PairedRule[]
  /** Rules that are stored and that the file does not name. */
  unnamed: SavedRule[]
  faults: FolderFault[]
}

type Pairing = Pick<FolderWorld, 'folder' | 'policy' | 'now'> & { references: References }

/**
 * Finds the stored rule of each rule in a file: by its id, by its key, or in a folder as the only one that the file does
 * not name and that says the same under another key.
 */
export function matchRules(target: Target, pairing: Pairing): PairedRules {
  const { source, ruleset } = target
  const { now } = pairing
  const { isWhole } = pairing.folder
  const stored = pairing.policy.rules.get(ruleset.id) ?? []
  const left = new Map(stored.map((rule) => [rule.id, rule]))
  const faults: FolderFault[] = []
  const byId = source.data.rules.map((file, index) => {
    const id = decodeId('rule', file.id ?? '')
    const found = id === undefined ? undefined : left.get(id)
    if (found === undefined && id !== undefined && isElsewhere(id, target, pairing)) {
      const path = `rules[${index}].id`
      const message = 'is that of a rule of another resource; leave it out for a new rule'
      faults.push(source.place({ path, message }))
    }
    if (found !== undefined) left.delete(found.id)
    return found
  })
  const drafts = source.data.rules.map((said, index): PairedRule => {
    const byKey =
      byId[index] ?? [...left.values()].find(({ key }) => key !== null && key === said.key)
    if (byKey !== undefined) left.delete(byKey.id)
    const file = isWhole || byKey === undefined ? said : keepDates(said, byKey, pairing.policy)
    return { source, path: `rules[${index}]`, target, file, stored: byKey, conditions: null }
  })
  const successors = successorsIn(drafts, now)
  const isOver = (pair: PairedRule) => hasEnded(pair, { now, successors })
  // A rule that has ended is not looked up, because the people that it names may have left.
  const pairs = drafts.map((pair) => (isOver(pair) ? pair : lookUp(pair, pairing, faults)))
  const lasting = pairs.filter((pair) => !isOver(pair))
  // Exceptions are made one by one, beside the folder, and have no key. A file that lists some answers for those with one.
  const listsExceptions = lasting.some(({ file }) => isException(file))
  const isOfFolder = (rule: SavedRule) =>
    !isException(renderRule(rule, pairing.policy)) || (listsExceptions && rule.key !== null)
  return {
    pairs: isWhole ? pairs.map((pair) => renamed(pair, lasting, left)) : pairs,
    unnamed: [...left.values()].filter(isOfFolder),
    faults,
  }
}

/** As an exception is made: for one person, with an end and a reason. */
function isException({ conditions, reason, expires_at }: FolderRule): boolean {
  const [condition, ...others] = conditions
  const isOfOne = condition?.type === 'user' && condition.operator !== 'not_equals'
  return isOfOne && others.length === 0 && reason !== undefined && expires_at !== undefined
}

function isElsewhere(id: string, { ruleset }: Target, { policy }: Pairing): boolean {
  return [...policy.rules].some(
    ([rulesetId, rules]) => rulesetId !== ruleset.id && rules.some((rule) => rule.id === id),
  )
}

/** Conditions that equal the export of the stored ones are not looked up: their referents may be gone. */
function lookUp(
  pair: PairedRule,
  { policy, references }: Pairing,
  faults: FolderFault[],
): PairedRule {
  const { file, stored, target, path } = pair
  const { type } = target.ruleset.owner
  const noRole = roleFault(file.role, type, references.roles)
  if (noRole !== null) faults.push(faultAt(pair, noRole, '.role'))
  const isStored =
    stored !== undefined &&
    isDeepStrictEqual(renderRule(stored, policy).conditions, file.conditions)
  if (isStored) return pair
  const noGrace = graceFault(type, file.expires_after_days)
  if (noGrace !== null) faults.push(faultAt(pair, noGrace, '.expires_after_days'))
  const found = file.conditions.map((condition, index) =>
    lookUpCondition(condition, `${path}.conditions[${index}]`, references),
  )
  const refused = found.flatMap((each) => ('faults' in each ? each.faults : []))
  faults.push(...refused.map((fault) => pair.source.place(fault)))
  if (refused.length > 0) return pair
  const conditions = found.flatMap((each) => ('values' in each ? each : []))
  if (file.state === 'active' && noRole === null && noGrace === null)
    for (const { message } of validateActivation({
      everyoneElse: file.everyone_else ?? false,
      conditions: conditions.map(({ read }) => read),
    }))
      faults.push(faultAt(pair, message, '.conditions'))
  const values = conditions.map((each) => each.values)
  const isSame = stored !== undefined && isSameSet(values, stored.conditions)
  return { ...pair, conditions: isSame ? null : values }
}

/** Pairs a rule that has no stored one with the one of `left` that says the same under another key, if only one does. */
function renamed(
  pair: PairedRule,
  lasting: readonly PairedRule[],
  left: Map<string, SavedRule>,
): PairedRule {
  if (pair.stored !== undefined || pair.conditions === null || !lasting.includes(pair)) return pair
  const candidates = [...left.values()].filter((rule) => saysIt(pair, rule))
  const [found, ...others] = candidates
  if (found === undefined || others.length > 0) return pair
  if (lasting.filter((each) => saysIt(each, found)).length > 1) return pair
  left.delete(found.id)
  return { ...pair, stored: found, conditions: null }
}

function saysIt({ file, stored, conditions }: PairedRule, rule: SavedRule): boolean {
  const isNew = stored === undefined && file.role === rule.roleHandle
  return isNew && isSameSet(conditions ?? [], rule.conditions)
}
