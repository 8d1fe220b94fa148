import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Semaphore } from '../../database/semaphore.ts'
import type { EvaluationTask, ResultOf, ThreadAnswer } from './evaluation-thread.ts'

/** One core is left to the event loop. As many heavy requests run at a time by default. */
const maximumThreads = Math.min(4, Math.max(1, availableParallelism() - 1))

/**
 * A few threads that evaluate for requests, so that the event loop can answer others. They start on first use, are
 * kept, and do not keep the process alive.
 */
class ThreadPool {
  readonly #turns = new Semaphore(maximumThreads)
  readonly #idle: Worker[] = []

  /** Throws what the task throws, or that its thread ended. */
  run<T extends EvaluationTask>(task: T): Promise<ResultOf<T>> {
    return this.#turns.run(async () => {
      const worker = this.#idle.pop() ?? this.#start()
      const answer = await ask(worker, task)
      this.#idle.push(worker)
      if ('failure' in answer) throw new Error(answer.failure)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers each kind of task with its result
      return answer.result as ResultOf<T>
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./evaluation-thread.ts', import.meta.url))
    // A thread that ends between two tasks gets no other; without a listener its error would end the process.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      const at = this.#idle.indexOf(worker)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    return worker
  }
}

/** Throws that its thread ended, or failed. */
export async function ask(worker: Worker, task: unknown): Promise<ThreadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>()
  const onExit = () => reject(new Error('the evaluation thread ended before it answered'))
  worker.ref()
  worker.once('message', resolve).on('error', reject).once('exit', onExit)
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage(task)
    return await promise
  } finally {
    worker.off('message', resolve).off('error', reject).off('exit', onExit)
    worker.unref()
  }
}

let pool: ThreadPool | undefined

/** Runs a task in one of the process's threads; it waits for one that is free. */
export function runInThread<T extends EvaluationTask>(task: T): Promise<ResultOf<T>> {
  pool ??= new ThreadPool()
  return pool.run(task)
}
