import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { columnsFor } from '../../engine/columns/people-columns.ts'
import { nobody } from '../../engine/columns/people-facts.ts'
import type { Instant } from '../../engine/model.ts'
import { suggestRules, type SuggestedRule } from '../../engine/suggest/suggest-rules.ts'
import { suggestWorld, type SuggestSource } from '../../engine/suggest/suggest-world.ts'
import type { ThreadAnswer } from '../explain/evaluation-thread.ts'
import { readFactsText } from '../model/people-facts.ts'
import { readsOf } from '../model/policy-reads.ts'

/** What the thread is started with. */
export type SuggestWork = { source: SuggestSource; now: Instant }

/** The text that `selectFactsText` gave of some people, then, when it has everybody, the ids of the members of a group. */
export type SuggestMessage = { people: string } | { members: readonly string[] }

/** Rules for a group, and the ids of whom they would miss and add. */
export type Suggested = { rules: SuggestedRule[]; missing: string[]; extra: string[] }

// It comes from suggestFor(), which types what it sends.
const { source, now }: SuggestWork = workerData
const reads = readsOf(source.policy)
const everybody = columnsFor(source.policy)

function run(message: SuggestMessage): Suggested | null {
  if ('people' in message) {
    everybody.putAll(readFactsText(message.people, reads))
    return null
  }
  const members = message.members.map((id) => everybody.indexOf(id)).filter((at) => at !== nobody)
  const found = suggestRules(suggestWorld(source, everybody, now), members)
  const idsOf = (list: Uint32Array) => Array.from(list, (at) => everybody.idAt(at))
  return { rules: found.rules, missing: idsOf(found.missing), extra: idsOf(found.extra) }
}

function answer(message: SuggestMessage): ThreadAnswer {
  try {
    return { result: run(message) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (message: SuggestMessage) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(answer(message))
})

// On Linux this is the priority of the thread alone; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
