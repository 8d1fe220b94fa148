import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))

/** The result of a program that has ended: its exit code (1 if a signal ended it) and its whole output. */
export type Outcome = { code: number; output: string }

/** Runs a program in the checkout's root, the checkout's own programs first. Rejects where it can't be started. */
export async function run(
  command: string,
  args: readonly string[],
  further: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const env = { ...process.env, ...further, PATH: [bin, process.env['PATH']].join(delimiter) }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  const keep = (chunk: Buffer) => void chunks.push(chunk)
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', reject).on('close', (code) => resolve(code ?? 1))
  const code = await promise
  return { code, output: Buffer.concat(chunks).toString() }
}
