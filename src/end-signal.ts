import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/**
 * Aborts on the first SIGINT, SIGTERM or SIGHUP (a terminal that closes); the next one ends the process at once. Call it before
 * anything is started.
 */
export function endSignal(): AbortSignal {
  const controller = new AbortController()
  const names = ['SIGINT', 'SIGTERM', ...(ignoresHangUp() ? [] : (['SIGHUP'] as const))] as const
  for (const name of names) {
    process.once(name, () => {
      controller.abort(new Error(`ended by ${name}`))
      process.once(name, () => process.exit(1))
    })
  }
  return controller.signal
}

/** Whether it was started by nohup, which a handler of ours would undo. Elsewhere than on Linux nothing tells. */
function ignoresHangUp(): boolean {
  try {
    const [, ignored = '0'] =
      /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return (BigInt(`0x${ignored}`) & 1n) === 1n
  } catch {
    return !process.stderr.isTTY
  }
}

/** Resolves once the signal aborts. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
