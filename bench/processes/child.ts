import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readJson, type Answer } from './conversation.ts'
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
