import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/**
 * Asks on the terminal. Undefined where the user leaves with Ctrl-C or Ctrl-D, or the signal aborts. A hidden answer is not shown while it is
 * typed.
 */
export async function ask(
  question: string,
  { isHidden = false, signal }: { isHidden?: boolean; signal?: AbortSignal } = {},
): Promise<string | undefined> {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  const terminal = createInterface({
    input: process.stdin,
    output: isHidden ? nothing : process.stderr,
    terminal: true,
    ...(signal === undefined ? {} : { signal }),
  })
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  terminal.on('SIGINT', () => terminal.close())
  terminal.on('line', (line) => resolve(line.trim()))
  terminal.on('close', () => resolve(undefined))
  try {
    return await promise
  } finally {
    terminal.close()
    if (isHidden) process.stderr.write('\n')
  }
}
