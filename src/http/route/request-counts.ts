import type { FastifyInstance } from 'fastify'

/** The upper bounds of the buckets of durations, in seconds. The last bucket has no bound. */
export const durationBounds: readonly number[] = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]

/** The requests of one operation, as plain numbers. */
export class OperationCounts {
  /** By the class of their status: 2 counts those of 200 to 299. */
  readonly classes: number[] = [0, 0, 0, 0, 0, 0]
  /** How many took at most each bound, and longer than the one before it; the last took longer than all. */
  readonly buckets: number[] = [...durationBounds.map(() => 0), 0]
  milliseconds = 0

  add(status: number, milliseconds: number): void {
    const kind = (status / 100) | 0
    this.classes[kind] = (this.classes[kind] ?? 0) + 1
    this.milliseconds += milliseconds
    let bucket = 0
    while (milliseconds > (durationBounds[bucket] ?? Infinity) * 1000) bucket++
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1
  }
}

/**
 * What this process has answered since it began, for /metrics. Numbers that are read when someone asks cost an answer from memory
 * less than a counter with labels does.
 */
export class RequestCounts {
  readonly operations = new Map<string, OperationCounts>()
  /** Requests of hot routes that memory answered, and those that it did not. */
  readonly memory = { hits: 0, misses: 0 }
  /** Requests that got 429. */
  limited = 0

  /** Counts the requests of an operation that memory may answer. `begun` is by performance.now(). */
  ofMemory(operation: string) {
    const { memory } = this
    const counts = this.of(operation)
    return {
      hit: (status: number, begun: number) => {
        memory.hits++
        counts.add(status, performance.now() - begun)
      },
      /** The framework counts its status and duration. */
      miss: () => {
        memory.misses++
      },
    }
  }

  /** The counts of an operation id. Paths are never names of operations, so that there are not more of them than routes. */
  of(operation: string): OperationCounts {
    const known = this.operations.get(operation)
    if (known !== undefined) return known
    const made = new OperationCounts()
    this.operations.set(operation, made)
    return made
  }
}

/** Counts each request that the framework answers. Those without an operation, such as of static files, are `other`. */
export function countRequests(server: FastifyInstance, counts: RequestCounts): void {
  server.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 429) counts.limited++
    const operation = request.routeOptions.config.operation ?? 'other'
    counts.of(operation).add(reply.statusCode, reply.elapsedTime)
    done()
  })
}
