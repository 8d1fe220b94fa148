// Loaded before the server in its process (--import): says at each SIGUSR2 how late timers fired since the one before.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** In milliseconds. `delay` is what requests waited; `own` is the part of it in which this thread ran, which others can't cause. */
export type LoopDelay = {
  delay: { p99: number; max: number }
  own: { p99: number; max: number }
  /** What the process used of the processors. */
  cpu: number
}

const resolution = 10

function percentile99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0
}

/** How late a timer fires, as far as the thread itself ran meanwhile: not while it waited for a processor. */
function watchOwn(): () => readonly number[] {
  let found: number[] = []
  let [at, cpu] = [performance.now(), process.threadCpuUsage()]
  setInterval(() => {
    const [now, { user, system }] = [performance.now(), process.threadCpuUsage(cpu)]
    found.push(Math.max(0, Math.min(now - at - resolution, (user + system) / 1000)))
    ;[at, cpu] = [now, process.threadCpuUsage()]
  }, resolution).unref()
  return () => {
    const all = found
    found = []
    return all
  }
}

const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution)

if (isMainThread) {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  const takeOwn = watchOwn()
  let before = process.cpuUsage()
  process.on('SIGUSR2', () => {
    const { user, system } = process.cpuUsage(before)
    const own = takeOwn()
    const found: LoopDelay = {
      delay: { p99: late(histogram.percentile(99)), max: late(histogram.max) },
      own: { p99: percentile99(own), max: Math.max(0, ...own) },
      cpu: (user + system) / 1000,
    }
    before = process.cpuUsage()
    histogram.reset()
    process.stderr.write(`loop-delay ${JSON.stringify(found)}\n`)
  })
}
