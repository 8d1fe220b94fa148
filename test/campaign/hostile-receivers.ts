import { createServer } from 'node:http'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startReceiver, type Behaviour, type TestReceiver } from '../receiver.ts'

const metadata = 'http://169.254.169.254/latest/meta-data'

/** What a receiver does that is down, slow, lying or hostile. */
const behaviours = {
  silent: () => undefined,
  failing: () => 500,
  breaking: (_, { response }) => void response.destroy(),
  redirecting: (_, { response }) => void response.writeHead(302, { location: metadata }).end(),
  endless: (_, { response }) => {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.on('drain', write)
    write()
    return undefined
  },
  /** A byte each second, and no end. */
  dripping: async (_, { response }) => {
    response.writeHead(200)
    while (!response.destroyed) {
      response.write('x')
      await sleep(1000, undefined, { ref: false })
    }
    return 0
  },
} satisfies Record<string, Behaviour>

export type Hostile = {
  receivers: Record<string, TestReceiver>
  /** How many messages each of them got. */
  met: () => Readonly<Record<string, number>>
  followed: () => number
}

/** One receiver of each kind, and one that redirects to a place of this machine, which counts who follows. */
export async function startHostile(): Promise<Hostile> {
  let followed = 0
  const trap = createServer((_, response) => {
    followed += 1
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  after(() => trap.close())
  const address = trap.address()
  const port = typeof address === 'object' ? address?.port : 0
  const luring: Behaviour = (_, { response }) =>
    void response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end()
  const receivers: Record<string, TestReceiver> = {}
  const met: Record<string, number> = {}
  for (const [name, behave] of Object.entries({ ...behaviours, luring })) {
    const receiver = await startReceiver()
    met[name] = 0
    receiver.behave = (message, reply) => {
      // Hundreds of thousands of events would fill the memory of the test.
      receiver.received.length = 0
      met[name] = (met[name] ?? 0) + 1
      return behave(message, reply)
    }
    receivers[name] = receiver
  }
  return { receivers, met: () => met, followed: () => followed }
}
