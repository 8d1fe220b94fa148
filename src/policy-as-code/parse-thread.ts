import { parentPort, workerData } from 'node:worker_threads'
import { parseYaml } from './parse-yaml.ts'

/** Texts in, a message with what each says. */
function run(texts: readonly string[]): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(texts.map((text) => parseYaml(text)))
}

// It comes from parseInThread(), which types what it sends.
run(workerData)
