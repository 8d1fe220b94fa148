import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { quoted } from '../src/cli/output/output.ts'

const program = fileURLToPath(new URL('../src/cli/muster.ts', import.meta.url))

export type Run = { code: number | null; stdout: string; stderr: string }

/** Runs `muster …` to its end. The environment is the given one and where things are, nothing else. */
export function runCli(
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Run> {
  return finished(startCli(args, env, input))
}

/**
 * Starts `muster …`; the caller ends it by its own pid. Without `input` (null) standard input stays open. On a terminal,
 * of Linux only, both outputs come as standard output.
 */
export function startCli(
  args: readonly string[],
  env: Record<string, string> = {},
  input: string | null = '',
  { isTerminal = false } = {},
) {
  const words = [process.execPath, program, ...args]
  const command = words.map(quoted).join(' ')
  const [file = '', ...rest] = isTerminal ? ['script', '-qec', command, '/dev/null'] : words
  const child = spawn(file, rest, {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      // Building the console takes longer than what most of these tests do.
      MUSTER_CONSOLE: 'off',
      ...env,
    },
    stdio: 'pipe',
  })
  if (input !== null) child.stdin.end(input)
  return child
}

/** The address that a started server prints; fails if it ends before. */
export function printedAddress(child: ChildProcess & { stdout: Readable }): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const [, found] = /"address":"([^"]+)"/.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    })
    child.on('close', () => reject(new Error(`it ended: ${printed}`)))
  })
}

export function finished(child: ReturnType<typeof startCli>): Promise<Run> {
  const run: Run = { code: null, stdout: '', stderr: '' }
  // A character may be in two chunks.
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  child.stdout.on('data', (chunk) => (run.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (run.stderr += String(chunk)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...run, code }))
  })
}
