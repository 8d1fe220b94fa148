import { createHistogram, type Histogram } from 'node:perf_hooks'
import { openConnection, type Connection } from './connection.ts'
import { measureOwnBusy } from '../processes/usage.ts'
import { contentOf } from './http.ts'

/** The result of one side in one round. Latencies in milliseconds. */
export type LoadResult = {
  requests: number
  seconds: number
  /** Requests, or queries, in a second. */
  rate: number
  p50: number
  p99: number
  /** Mean size of an answer on the wire; 0 without a wire. */
  answerBytes: number
  /** How much of the round the measuring process itself was at work, 0–1. */
  ownBusy: number
}

export type LoadPlan = {
  port: number
  connections: number
  /** It ends at the first of the two. */
  seconds: number
  maximumRequests: number
  /** Which request is sent: each in turn once around, or any at random. */
  order: 'in turn' | 'random'
  /** Never sleep while waiting: on loopback it is the server that pays for waking its client. Needs a core to itself. */
  staysAwake: boolean
  /** The expected answers of some requests, by index: every 32nd request is compared. For random order. */
  expected: ReadonlyMap<number, Buffer>
}

/** What a histogram takes. */
export function nanoseconds(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds * 1e6))
}

/** What a histogram of nanoseconds says of the time since. */
export function rateOf(histogram: Histogram, startedAt: number) {
  const seconds = (performance.now() - startedAt) / 1000
  const requests = histogram.count
  const at = (percent: number) => histogram.percentile(percent) / 1e6
  return { requests, seconds, rate: requests / seconds, p50: at(50), p99: at(99) }
}

const sampleEvery = 32

/** Keeps every connection busy until the plan is done. Rejects on the first answer that is not what it should be. */
export async function runLoad(plan: LoadPlan, requests: readonly Buffer[]): Promise<LoadResult> {
  const run = new Run(plan, requests)
  return run.toEnd()
}

class Run {
  readonly #plan: LoadPlan
  readonly #requests: readonly Buffer[]
  readonly #sample: readonly number[]
  readonly #histogram = createHistogram()
  readonly #done = Promise.withResolvers<void>()
  #sent = 0
  #inFlight = 0
  #bytes = 0
  #endsAt = 0
  #isOver = false

  constructor(plan: LoadPlan, requests: readonly Buffer[]) {
    this.#plan = plan
    this.#requests = requests
    this.#sample = [...plan.expected.keys()]
  }

  async toEnd(): Promise<LoadResult> {
    const starters = await Promise.all(
      Array.from({ length: this.#plan.connections }, () => this.#open()),
    )
    const ownBusy = measureOwnBusy()
    const startedAt = performance.now()
    this.#endsAt = startedAt + this.#plan.seconds * 1000
    try {
      for (const { start } of starters) start()
      if (this.#plan.staysAwake) this.#stayAwake()
      await this.#done.promise
    } finally {
      this.#isOver = true
      for (const { connection } of starters) connection.close()
    }
    const answerBytes = this.#bytes / this.#histogram.count
    return { ...rateOf(this.#histogram, startedAt), answerBytes, ownBusy: ownBusy() }
  }

  async #open(): Promise<{ connection: Connection; start: () => void }> {
    let index = 0
    let isSample = false
    let sentAt = 0
    const next = (now: number) => {
      if (this.#sent >= this.#plan.maximumRequests || now >= this.#endsAt) {
        if (this.#inFlight === 0) this.#done.resolve()
        return
      }
      isSample = this.#sample.length > 0 && this.#sent % sampleEvery === 0
      index = this.#choose(isSample)
      this.#sent += 1
      this.#inFlight += 1
      sentAt = now
      const request = this.#requests[index]
      if (request !== undefined) connection.send(request)
    }
    const connection = await openConnection(this.#plan.port, {
      onAnswer: (answer) => {
        const now = performance.now()
        this.#inFlight -= 1
        this.#histogram.record(nanoseconds(now - sentAt))
        this.#bytes += answer.length
        if (isSample) this.#compare(index, answer)
        next(now)
      },
      onError: (error) => this.#done.reject(error),
    })
    return { connection, start: () => next(performance.now()) }
  }

  #stayAwake(): void {
    if (!this.#isOver) setImmediate(() => this.#stayAwake())
  }

  #choose(isSample: boolean): number {
    if (this.#plan.order === 'in turn') return this.#sent % this.#requests.length
    const from = isSample ? this.#sample : undefined
    const index = Math.trunc(Math.random() * (from ?? this.#requests).length)
    return from?.[index] ?? index
  }

  #compare(index: number, answer: Buffer): void {
    const expected = this.#plan.expected.get(index)
    if (expected === undefined || !contentOf(answer).equals(expected))
      throw new Error(`the answer to request ${index} does not say what it should`)
  }
}
