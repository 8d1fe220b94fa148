import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compileColumnPolicy } from '../../engine/columns/column-policy.ts'
import { evaluateEverybody } from '../../engine/columns/evaluate-everybody.ts'
import type { Manifest } from '../../engine/columns/manifest-maker.ts'
import { buffersOf, packPeople, type PackedPeople } from '../../engine/columns/packed-people.ts'
import type { PeopleColumns } from '../../engine/columns/people-columns.ts'
import type { PeopleFacts } from '../../engine/columns/people-facts.ts'
import { peopleIn } from '../../engine/columns/person-set.ts'
import type { Instant, Operator, Policy } from '../../engine/model.ts'

/** What the rules of one managed ruleset say about everybody. People are indices. */
export type RulesetVerdict = {
  rulesetId: string
  manifest: Manifest
  /** The undeleted people who qualify for each of its rules in force, ascending, in any state. */
  qualified: { ruleId: string; people: Uint32Array<ArrayBuffer> }[]
}

/** The input of the worker. */
export type Evaluation = { policy: Policy; people: PackedPeople; now: Instant }

/** The event loop compares a value so many times in some 30 ms; a thread does more. */
const comparisonsAtOnce = 5_000_000

/** About how many comparisons an operator takes as long as; those that are not here take one. */
const comparisonsOf: Partial<Record<Operator, number>> = {
  matches: 60,
  contains: 10,
  not_contains: 10,
  starts_with: 10,
  ends_with: 10,
  greater_than: 10,
  less_than: 10,
}

function comparisonsIn({ rules }: Policy): number {
  const conditions = rules.flatMap((rule) => rule.conditions)
  return conditions.reduce(
    (sum, { operator }) => sum + (comparisonsOf[operator ?? 'equals'] ?? 1),
    0,
  )
}

/**
 * Evaluates everybody against the rules in force; many people or conditions in a separate thread, so that the
 * server keeps answering. Yields one verdict for each managed ruleset.
 */
export async function* evaluated(
  policy: Policy,
  people: PeopleColumns,
  now: Instant,
  inThreadAbove = 5_000,
): AsyncGenerator<RulesetVerdict> {
  const isShort = people.size * comparisonsIn(policy) <= comparisonsAtOnce
  // A few people are evaluated before a thread has begun.
  if (people.size <= inThreadAbove && isShort) {
    const verdicts: RulesetVerdict[] = []
    visitVerdicts(policy, people, now, (verdict) => verdicts.push(verdict))
    yield* verdicts
    return
  }
  const packed = packPeople(people, policy)
  const evaluation: Evaluation = { policy, people: packed, now }
  const worker = new Worker(new URL('./evaluation-worker.ts', import.meta.url), {
    workerData: evaluation,
    transferList: buffersOf(packed),
  })
  try {
    yield* messagesOf(worker)
  } finally {
    await worker.terminate()
  }
}

/** Calls back with the verdict of each managed ruleset. */
export function visitVerdicts(
  policy: Policy,
  facts: PeopleFacts,
  now: Instant,
  visit: (verdict: RulesetVerdict) => void,
): void {
  const qualified = new Map<string, RulesetVerdict['qualified']>()
  evaluateEverybody(compileColumnPolicy(policy), facts, now, {
    onRule({ rule }, people) {
      const ofRuleset = qualified.get(rule.rulesetId) ?? []
      ofRuleset.push({ ruleId: rule.id, people: new Uint32Array(peopleIn(people)) })
      qualified.set(rule.rulesetId, ofRuleset)
    },
    onManifest(manifest) {
      const { rulesetId } = manifest
      visit({ rulesetId, manifest, qualified: qualified.get(rulesetId) ?? [] })
      qualified.delete(rulesetId)
    },
  })
}

/** Until the worker ends. Throws what it threw. */
async function* messagesOf(worker: Worker): AsyncGenerator<RulesetVerdict> {
  for await (const message of on(worker, 'message', { close: ['exit'] })) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker sends nothing else
    yield (message as [RulesetVerdict])[0]
  }
}
