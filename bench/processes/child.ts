import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Core, Placement } from './placement.ts'

/** A process of the measurement that answers commands (conversation.ts). */
export type Child = {
  pid: number
  ask<T>(command: string, input?: unknown): Promise<T>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

/** Stops every running child, so that code that waits for one sees it end. */
export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map(stop))
}

/** Starts a file of ours on a core. `ask` rejects with the child's error, or when it ends. */
export function startChild(placement: Placement, core: Core, file: URL): Child {
  const [program, args] = placement.command(core, process.execPath, [fileURLToPath(file)])
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  const fail = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  running.add(child)
  child.on('exit', () => running.delete(child))
  child.on('error', (error) => fail(`${file.pathname} could not be started: ${error.message}`))
  child.on('exit', (code) => fail(`${file.pathname} ended with code ${code}`))
  child.on('message', (text) => {
    const { number, output, failure } = readJson<Answer>(text)
    const question = waiting.get(number)
    waiting.delete(number)
    if (failure === undefined) question?.resolve(output)
    else question?.reject(new Error(failure))
  })
  return {
    pid: child.pid ?? 0,
    ask: async <T>(command: string, input: unknown = null) => {
      const question = Promise.withResolvers<T>()
      const number = (asked += 1)
      waiting.set(number, {
        promise: question.promise,
        // What a command gives is its child's to keep to; the type is the caller's word for it.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        resolve: (output) => question.resolve(output as T),
        reject: question.reject,
      })
      child.send(JSON.stringify({ number, command, input }))
      return question.promise
    },
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (child.connected) child.disconnect()
  await exited
}

/** One request to a child process and its answer, as JSON text: a channel carries it the same in every Node. */
type Question = { number: number; command: string; input: unknown }
type Answer = { number: number; output?: unknown; failure?: string }

export function readJson<T>(text: unknown): T {
  const value: T = JSON.parse(typeof text === 'string' ? text : 'null')
  return value
}

/** Answers the parent's commands until it closes the channel; then `stop` runs. */
export function answerParent(
  commands: Record<string, (input: string) => Promise<unknown>>,
  stop: () => Promise<void> = async () => undefined,
): void {
  process.on('message', (text: unknown) => {
    const { number, command, input } = readJson<Question>(text)
    void answer(commands[command], JSON.stringify(input ?? null)).then((said) =>
      process.send?.(JSON.stringify({ number, ...said })),
    )
  })
  process.once('disconnect', () => {
    void stop().finally(() => process.exit())
  })
  // A Ctrl-C reaches the whole group; the parent ends its children in order.
  process.on('SIGINT', () => undefined)
}

async function answer(
  command: ((input: string) => Promise<unknown>) | undefined,
  input: string,
): Promise<{ output?: unknown; failure?: string }> {
  try {
    if (command === undefined) throw new Error('no such command')
    return { output: await command(input) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
