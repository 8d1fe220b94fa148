import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { judgePattern } from '../../engine/pattern.ts'

parentPort?.on('message', (patterns: readonly string[]) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(patterns.map(judgePattern))
})

// On Linux this is the priority of the thread alone; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
