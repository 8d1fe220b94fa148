import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'

/** A message that a receiver got, whose signature its secret verifies. */
export type Received = {
  id: string
  type: string
  subject: string
  sequence: number
  event: any // oxlint-disable-line typescript/no-explicit-any -- tests look into every shape
}

/** What a receiver does with a message: it answers that status, or something of its own. */
export type Behaviour = (
  message: Received,
  reply: { request: IncomingMessage; response: ServerResponse },
) => number | Promise<number> | undefined

export type TestReceiver = {
  url: string
  port: number
  /** What it accepted, in the order of arrival. */
  accepted: Received[]
  /** Everything that came, also what it did not accept. */
  received: Received[]
  /** Messages without a signature of the secret. */
  unsigned: number
  secret: string
  behave: Behaviour
}

/** A receiver on loopback that verifies signatures by the library of Standard Webhooks. */
export async function startReceiver(): Promise<TestReceiver> {
  const receiver: TestReceiver = {
    url: '',
    port: 0,
    accepted: [],
    received: [],
    unsigned: 0,
    secret: '',
    behave: () => 204,
  }
  const server = createServer((request, response) => {
    void take(receiver, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  receiver.port = typeof address === 'object' && address !== null ? address.port : 0
  receiver.url = `http://127.0.0.1:${receiver.port}/hook`
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

async function take(
  receiver: TestReceiver,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const text = Buffer.concat(chunks).toString('utf8')
  let event
  try {
    event = JSON.parse(JSON.stringify(new Webhook(receiver.secret).verify(text, headers)))
  } catch {
    receiver.unsigned += 1
    response.writeHead(401).end()
    return
  }
  const { id, type, subject, sequence } = event
  const message: Received = { id, type, subject, sequence: Number(sequence), event }
  receiver.received.push(message)
  const status = await receiver.behave(message, { request, response })
  if (status === undefined) return
  if (status >= 200 && status < 300) receiver.accepted.push(message)
  response.writeHead(status).end()
}
