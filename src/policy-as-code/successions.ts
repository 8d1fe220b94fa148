import { decodeId } from '../contract/ids.ts'
import type { WrittenCondition } from '../policy/stored-rules/draft-condition.ts'
import { isRunning } from '../policy/stored-rules/rule-states.ts'
import type { FolderRule } from './folder-file.ts'
import type { Target } from './match-rulesets.ts'
import type { SavedRule } from './saved-policy.ts'
import type { Place } from './step.ts'

/** The rules of one ruleset: those of its file, and those that are stored. */
export type RulesOfRuleset = {
  now: Date
  pairs: readonly PairedRule[]
  stored: readonly SavedRule[]
  successors: Successors
}

export function hasPassed(instant: string | undefined, now: Date): boolean {
  return instant !== undefined && Date.parse(instant) <= now.getTime()
}

/** Whether it is a draft still: one whose date has passed counts as in force. */
export function isStaged({ file }: PairedRule, now: Date): boolean {
  return file.state === 'staged' && !hasPassed(file.activates_at, now)
}

/** The rule of a file that `replaces` names: by key or id. */
export function pairNamed(replaces: string, pairs: readonly PairedRule[]): PairedRule | undefined {
  return pairs.find(
    ({ file, stored }) => replaces === (file.key ?? stored?.key) || replaces === file.id,
  )
}

/** Rule of the file → the rule of the same file that took its place when its date came. */
export type Successors = ReadonlyMap<FolderRule, PairedRule>

/** Which rules have replaced others at that instant, computed date by date as `beginDueRules` does. */
export function successorsIn(pairs: readonly PairedRule[], now: Date): Successors {
  const successors = new Map<FolderRule, PairedRule>()
  const begun = pairs.filter(({ file }) => hasPassed(file.activates_at, now)).toSorted(inOrder)
  for (const pair of begun) {
    const { replaces } = pair.file
    const named = replaces === undefined ? undefined : pairNamed(replaces, pairs)
    const replaced = named && inPlaceOf(named, successors, beginningOf(pair))
    if (replaced === undefined || successors.has(replaced.file) || isStaged(replaced, now)) continue
    const at = new Date(beginningOf(pair))
    if (beginningOf(replaced) < at.getTime() && !hasPassed(replaced.file.expires_at, at))
      successors.set(replaced.file, pair)
  }
  return successors
}

function inOrder(a: PairedRule, b: PairedRule): number {
  const ids = [a.stored?.id ?? '', b.stored?.id ?? ''] as const
  return beginningOf(a) - beginningOf(b) || (ids[0] < ids[1] ? -1 : 1)
}

function beginningOf({ file: { activates_at: at } }: PairedRule): number {
  return at === undefined ? -Infinity : Date.parse(at)
}

/** The last of those that took this rule's place, one after the other, before an instant (in milliseconds); else itself. */
export function inPlaceOf(pair: PairedRule, successors: Successors, before = Infinity): PairedRule {
  const next = successors.get(pair.file)
  return next === undefined || beginningOf(next) >= before
    ? pair
    : inPlaceOf(next, successors, before)
}

/**
 * Whether the file itself says that the rule is over: its end has passed, or another rule of the file replaced it. A
 * stored draft that the file keeps as a draft is not over.
 */
export function hasEnded(
  pair: PairedRule,
  { now, successors }: Pick<RulesOfRuleset, 'now' | 'successors'>,
): boolean {
  const { file, stored } = pair
  const isDraft = stored?.values.state === 'staged' && isStaged(pair, now)
  return (hasPassed(file.expires_at, now) && !isDraft) || successors.has(file)
}

/** Rule of the file that begins now → the stored rule that ends because of it. */
export function takeovers(rules: RulesOfRuleset): Map<FolderRule, SavedRule> {
  const found = new Map<FolderRule, SavedRule>()
  for (const pair of rules.pairs) {
    const isInForce = pair.stored !== undefined && pair.stored.values.state !== 'staged'
    if (isInForce || isStaged(pair, rules.now) || hasEnded(pair, rules)) continue
    const replaced = replacedNow(pair, rules)
    if (replaced === undefined || !isRunning(replaced.values.state)) continue
    if (![...found.values()].includes(replaced)) found.set(pair.file, replaced)
  }
  return found
}

/** The stored rule that ends when this one begins now; none where the file has that rule as in force still. */
function replacedNow(pair: PairedRule, rules: RulesOfRuleset): SavedRule | undefined {
  const { pairs, stored } = rules
  const { replaces } = pair.file
  const isInFile = ({ id }: SavedRule) => pairs.some((each) => each.stored?.id === id)
  if (replaces === undefined)
    return stored.find((each) => each.id === pair.stored?.replacesRuleId && !isInFile(each))
  const named = pairNamed(replaces, pairs)
  if (named !== undefined) return hasEnded(named, rules) ? named.stored : undefined
  return storedNamed(replaces, stored)
}

/** The stored rule that `replaces` names. */
export function storedNamed(replaces: string, stored: readonly SavedRule[]): SavedRule | undefined {
  const id = decodeId('rule', replaces)
  return stored.find((each) => each.key === replaces || each.id === id)
}

/** A rule of a file, with the stored rule that it means, if there is one. */
export type PairedRule = Place & {
  target: Target
  file: FolderRule
  stored: SavedRule | undefined
  /** Its conditions, looked up; null where they are those that are stored. */
  conditions: readonly WrittenCondition[] | null
}
