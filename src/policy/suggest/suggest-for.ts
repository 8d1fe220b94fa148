import { Worker } from 'node:worker_threads'
import type { Reader } from '../../database/database.ts'
import type { Instant } from '../../engine/model.ts'
import type { SuggestSource } from '../../engine/suggest/suggest-world.ts'
import { ask } from '../explain/thread-pool.ts'
import { everybodyAsText } from '../model/people-facts.ts'
import { readsOf } from '../model/policy-reads.ts'
import type { Suggested, SuggestMessage, SuggestWork } from './suggest-thread.ts'

/** `members`: their uuids, with commas between them: there may be very many. */
type Question = { source: SuggestSource; now: Instant; members: string }

/**
 * Rules for the members of a group, found in a thread of its own, which ends with the signal: then this throws. The event
 * loop only hands people's facts on.
 */
export async function suggestFor(
  db: Reader,
  { source, now, members }: Question,
  signal: AbortSignal,
): Promise<Suggested> {
  signal.throwIfAborted()
  const work: SuggestWork = { source, now }
  const worker = new Worker(new URL('./suggest-thread.ts', import.meta.url), { workerData: work })
  // Between two messages nobody else listens. A thread that has ended would never answer.
  const ended = new AbortController()
  worker.on('error', (error) => ended.abort(error))
  worker.once('exit', () => ended.abort())
  const going = AbortSignal.any([signal, ended.signal])
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  try {
    for await (const people of everybodyAsText(db, readsOf(source.policy))) {
      going.throwIfAborted()
      await tell(worker, { people })
    }
    going.throwIfAborted()
    return await tell<Suggested>(worker, { members })
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

async function tell<T>(worker: Worker, message: SuggestMessage): Promise<T> {
  const answer = await ask(worker, message)
  if ('failure' in answer) throw new Error(answer.failure)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers each kind of message with its result
  return answer.result as T
}
