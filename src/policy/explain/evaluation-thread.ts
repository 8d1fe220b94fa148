import { constants, setPriority } from 'node:os'
import { deserialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { compileAccountTest } from '../../engine/account-test.ts'
import { columnsFor } from '../../engine/columns/people-columns.ts'
import {
  evaluateStaged,
  stagedPrograms,
  type StagedPeople,
  type StagedPrograms,
} from '../../engine/columns/staged-people.ts'
import { compilePolicy, type CompiledPolicy } from '../../engine/compile-policy.ts'
import type { Explanation } from '../../engine/explain.ts'
import type { RuleFinding } from '../../engine/rule-finding.ts'
import type { IdentityCondition, Instant, Person, Policy } from '../../engine/model.ts'
import type { ExplainedAccess } from './explained-access.ts'
import type { Viewer } from './present-explanation.ts'
import { explain, mentionsOf, type Mentions, type Question } from './question.ts'
import { writeExplanation } from './write-explanation.ts'
import { parseJson } from '../../database/parse-json.ts'
import { readFactsText } from '../model/people-facts.ts'
import { readsOf } from '../model/policy-reads.ts'
import type { SharedPolicy } from '../model/shared-policy.ts'

/** Finds which of these people are staged for a ruleset, or for any with null. */
export type StagedTask = {
  kind: 'staged'
  policy: SharedPolicy
  rulesetId: string | null
  /** Their facts, or the text that `selectFactsText` gave. */
  people: string | readonly Person[]
  /** Person → manager, for the person and everyone above them; empty where no condition needs it. */
  managers: ReadonlyMap<string, string>
  now: Instant
  /** Only their number is needed. */
  countOnly: boolean
}

/** The references that an explanation of a person would show. */
export type MentionsTask = { kind: 'mentions'; policy: SharedPolicy; question: Question }

/** The first rule of an explanation, and who may have access by it. */
export type FindingTask = { kind: 'finding'; policy: SharedPolicy; question: Question }

/** The JSON text of an explanation, in UTF-8: the event loop would take some 30 ms to encode a large one. */
export type ExplanationTask = {
  kind: 'explanation'
  policy: SharedPolicy
  explained: ExplainedAccess
  to: Viewer
}

/** Tests profiles, a JSON array of `[name, profile]`, against a condition. */
export type ProfilesTask = { kind: 'profiles'; condition: IdentityCondition; profiles: string }

/** What a thread answers: what it found, or why it failed. */
export type ThreadAnswer = { result: unknown } | { failure: string }

export type EvaluationTask =
  | StagedTask
  | MentionsTask
  | FindingTask
  | ExplanationTask
  | ProfilesTask
/** `profiles`: a JSON array of those that meet or deny the condition, each as `[name, denies]`. */
type Results = {
  staged: StagedResult
  mentions: Mentions
  finding: Pick<Explanation, 'eligibility'> & { finding: RuleFinding | undefined }
  explanation: Uint8Array
  profiles: string
}
export type ResultOf<T extends EvaluationTask> = Results[T['kind']]

/** People are indices into `ids`. */
export type StagedResult = StagedPeople & { ids: string[] }

type Prepared = {
  policy: Policy
  programs: Map<string | null, StagedPrograms>
  /** Made when first needed. */
  compiled?: CompiledPolicy
}

const maximumPolicies = 2
const maximumPrograms = 50
const prepared = new Map<number, Prepared>()

/** Reads a policy once for all tasks under it. */
function prepare({ id, bytes }: SharedPolicy): Prepared {
  const known = prepared.get(id)
  if (known !== undefined) return known
  const [oldest] = prepared.keys()
  if (oldest !== undefined && prepared.size >= maximumPolicies) prepared.delete(oldest)
  const policy: Policy = deserialize(new Uint8Array(bytes))
  const made: Prepared = { policy, programs: new Map() }
  prepared.set(id, made)
  return made
}

function programsOf({ policy, programs }: Prepared, rulesetId: string | null): StagedPrograms {
  const known = programs.get(rulesetId)
  if (known !== undefined) return known
  if (programs.size >= maximumPrograms) programs.clear()
  const made = stagedPrograms(policy, rulesetId)
  programs.set(rulesetId, made)
  return made
}

function runStaged({
  policy: shared,
  rulesetId,
  now,
  countOnly,
  ...sent
}: StagedTask): StagedResult {
  const found = prepare(shared)
  const { policy } = found
  const people =
    typeof sent.people === 'string' ? readFactsText(sent.people, readsOf(policy)) : sent.people
  const columns = columnsFor(policy)
  columns.putAll(people)
  const known = new Set(people.map(({ id }) => id))
  for (const [id, managerId] of sent.managers)
    if (!known.has(id)) columns.put(onlyManager(id, managerId))
  const staged = evaluateStaged(programsOf(found, rulesetId), columns, now)
  if (countOnly) return { rules: [], count: staged.count, ids: [] }
  return { ...staged, ids: Array.from({ length: columns.size }, (_, at) => columns.idAt(at)) }
}

/** A person who is in the directory only for their manager. */
function onlyManager(id: string, managerId: string): Person {
  const nothing = { expiresAt: null, parentId: null, identities: [] }
  return { id, managerId, baseState: 'deactivated', deletedAt: 0, ...nothing }
}

function explainedPolicy(shared: SharedPolicy) {
  const found = prepare(shared)
  const compiled = (found.compiled ??= compilePolicy(found.policy))
  return { source: found.policy, compiled }
}

function findingOf({ policy, question }: FindingTask): Results['finding'] {
  const { eligibility, rules } = explain(explainedPolicy(policy), question)
  return { eligibility, finding: rules[0] }
}

function testProfiles({ condition, profiles }: ProfilesTask): string {
  const test = compileAccountTest(condition)
  const named = parseJson<[string, Record<string, unknown>][]>(profiles)
  const verdicts = named.flatMap(([name, profile]): [string, boolean][] => {
    const verdict = test(profile)
    return verdict === 'neither' ? [] : [[name, verdict === 'denies']]
  })
  return JSON.stringify(verdicts)
}

function run(task: EvaluationTask): ResultOf<EvaluationTask> {
  switch (task.kind) {
    case 'staged':
      return runStaged(task)
    case 'mentions':
      return mentionsOf(explain(explainedPolicy(task.policy), task.question))
    case 'finding':
      return findingOf(task)
    case 'explanation':
      return new TextEncoder().encode(
        writeExplanation(explainedPolicy(task.policy), task.explained, task.to),
      )
    case 'profiles':
      return testProfiles(task)
  }
}

function answer(task: EvaluationTask): ThreadAnswer {
  try {
    return { result: run(task) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** The memory of a text, which is not copied. */
function handedOver(answered: ThreadAnswer): ArrayBuffer[] {
  if (!('result' in answered) || !(answered.result instanceof Uint8Array)) return []
  const { buffer } = answered.result
  return buffer instanceof ArrayBuffer ? [buffer] : []
}

parentPort?.on('message', (task: EvaluationTask) => {
  const answered = answer(task)
  parentPort?.postMessage(answered, handedOver(answered))
})

// On Linux this is the priority of the thread alone; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
