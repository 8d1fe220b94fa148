// Loaded before the server in its process (--import): says at each SIGUSR2 how much memory is in use after a collection.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** In MB. */
export type Memory = { rss: number; heap: number }

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    const { rss, heapUsed, external } = process.memoryUsage()
    const used: Memory = { rss: rss / 2 ** 20, heap: (heapUsed + external) / 2 ** 20 }
    process.stderr.write(`memory ${JSON.stringify(used)}\n`)
  })
}
