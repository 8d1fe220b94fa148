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

/** The text that `selectFactsText` gave of some people, then, when it has everybody, the ids of the members of a group, with commas between them. */
export type SuggestMessage = { people: string } | { members: string }

/** How many there are, and the ids of the first of them. */
type Counted = { count: number; ids: string[] }

/** Rules for a group, and whom they would miss and add. */
export type Suggested = { rules: SuggestedRule[]; missing: Counted; extra: Counted }

/** So many ids leave the thread: of more, nobody looks for the first by name. */
const mostIds = 5000

// It comes from suggestFor(), which types what it sends.
const { source, now }: SuggestWork = workerData
const reads = readsOf(source.policy)
const everybody = columnsFor(source.policy)

function run(message: SuggestMessage): Suggested | null {
  if ('people' in message) {
    everybody.putAll(readFactsText(message.people, reads))
    return null
  }
  const members = message.members
    .split(',')
    .map((id) => everybody.indexOf(id))
    .filter((at) => at !== nobody)
  const found = suggestRules(suggestWorld(source, everybody, now), members)
  const counted = (list: Uint32Array) => ({
    count: list.length,
    ids: Array.from(list.subarray(0, mostIds), (at) => everybody.idAt(at)),
  })
  return { rules: found.rules, missing: counted(found.missing), extra: counted(found.extra) }
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
