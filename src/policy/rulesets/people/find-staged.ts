import type { Reader } from '../../../database/database.ts'
import type { CompiledPolicy, CompiledRule } from '../../../engine/compile-policy.ts'
import { stagedRulesOf } from '../../../engine/evaluate-person.ts'
import type { Instant, Person } from '../../../engine/model.ts'
import type { StagedResult } from '../../explain/evaluation-thread.ts'
import { runInThread } from '../../explain/thread-pool.ts'
import type { LoadedPolicy } from '../../model/compiled-policy.ts'
import { inBatches } from '../../model/in-batches.ts'
import { loadManagersAbove, type Managers } from '../../model/management-chain.ts'
import { batchSize, peopleFacts, selectFactsText } from '../../model/people-facts.ts'

/** The event loop tests at most this many conditions, which takes some milliseconds; a thread tests more. */
const testsAtOnce = 50_000

/** The question who is staged for one ruleset. */
export type StagedRuleset = {
  policy: Pick<LoadedPolicy, 'compiled' | 'reads' | 'shared'>
  rulesetId: string
}

/** Person → ids of the rules that they are staged by, in admission order; people without any are left out. */
export type StagedRules = Map<string, readonly string[]>

/** Whether a thread evaluates this many people. */
export function isForThread({ policy, rulesetId }: StagedRuleset, people: number): boolean {
  const { rulesInForce, stagedRules } = ofRuleset(policy.compiled, rulesetId)
  return people * conditionsIn([...rulesInForce, ...stagedRules]) > testsAtOnce
}

/** The rules of the ruleset that each of these people is staged by. */
export async function stagedRulesAmong(
  db: Reader,
  now: Instant,
  question: StagedRuleset,
  people: readonly string[],
): Promise<StagedRules> {
  if (!isForThread(question, people.length)) return stagedAtOnce(db, now, question, people)
  const batches = stagedInThread(db, now, question, { people, countOnly: false })
  return rulesByPerson(await Array.fromAsync(batches))
}

/** How many of these people are staged for the ruleset. */
export async function countStaged(
  db: Reader,
  now: Instant,
  question: StagedRuleset,
  people: readonly string[],
): Promise<number> {
  if (!isForThread(question, people.length))
    return (await stagedAtOnce(db, now, question, people)).size
  let count = 0
  for await (const batch of stagedInThread(db, now, question, { people, countOnly: true }))
    count += batch.count
  return count
}

/**
 * The rules of any ruleset that each of these people, whose facts are known, is staged by. Null if the event loop can
 * evaluate so few.
 */
export async function stagedRulesOfMany(
  policy: LoadedPolicy,
  people: readonly Person[],
  managersAbove: (person: Person) => readonly string[],
  now: Instant,
): Promise<StagedRules | null> {
  if (people.length * conditionsIn(policy.compiled.stagedRules) <= testsAtOnce) return null
  const managers = new Map<string, string>()
  for (const person of people) {
    let below = person.id
    for (const manager of managersAbove(person)) {
      managers.set(below, manager)
      below = manager
    }
  }
  const task = { policy: policy.shared(), rulesetId: null, people, managers, now, countOnly: false }
  return rulesByPerson([await runInThread({ kind: 'staged', ...task })])
}

async function stagedAtOnce(
  db: Reader,
  now: Instant,
  { policy, rulesetId }: StagedRuleset,
  people: readonly string[],
): Promise<StagedRules> {
  const compiled = ofRuleset(policy.compiled, rulesetId)
  const found: StagedRules = new Map()
  for await (const batch of peopleFacts(db, policy.reads, people)) {
    const setting = { policy: compiled, directory: batch.directory, now }
    for (const person of batch.people) {
      const rules = stagedRulesOf(setting, person)
      if (rules.length > 0) found.set(person.id, rules)
    }
  }
  return found
}

/** In batches. The event loop only hands people's facts on; the thread parses them. */
async function* stagedInThread(
  db: Reader,
  now: Instant,
  { policy, rulesetId }: StagedRuleset,
  { people, countOnly }: { people: readonly string[]; countOnly: boolean },
): AsyncGenerator<StagedResult> {
  const { reads } = policy
  for (const ids of inBatches(new Set(people), batchSize)) {
    const facts = await selectFactsText(db, reads, ids)
    const managers: Managers = reads.managementChains ? await loadManagersAbove(db, ids) : new Map()
    const task = { policy: policy.shared(), rulesetId, people: facts, managers, now, countOnly }
    yield await runInThread({ kind: 'staged', ...task })
  }
}

/** The policy with that ruleset's rules only. Attributes are still decided by all rules. */
function ofRuleset(compiled: CompiledPolicy, rulesetId: string): CompiledPolicy {
  const isAsked = ({ ruleset }: CompiledRule) => ruleset.id === rulesetId
  return {
    ...compiled,
    rulesInForce: compiled.rulesInForce.filter(isAsked),
    stagedRules: compiled.stagedRules.filter(isAsked),
  }
}

/** A pattern is compiled by its first test, and may meet a long value: it takes as long as so many other conditions. */
const conditionsPerPattern = 5000

function conditionsIn(rules: readonly CompiledRule[]): number {
  return rules
    .flatMap(({ rule }) => rule.conditions)
    .reduce((sum, { operator }) => sum + (operator === 'matches' ? conditionsPerPattern : 1), 0)
}

function rulesByPerson(results: readonly StagedResult[]): StagedRules {
  const found = new Map<string, string[]>()
  for (const { ids, rules } of results) {
    for (const { ruleId, people } of rules) {
      for (const at of people) {
        const id = ids[at] ?? ''
        const known = found.get(id)
        if (known === undefined) found.set(id, [ruleId])
        else known.push(ruleId)
      }
    }
  }
  return found
}
