import { Agent, request } from 'node:http'
import { readJson } from './processes/child.ts'

/** A server that is asked over one connection that stays open, one request at a time. */
export type Api = {
  /** The answer's body; throws where the status is not 2xx. */
  call<Body = unknown>(method: string, path: string, body?: object): Promise<Body>
  close(): void
}

export function connectApi(origin: string, token: string): Api {
  return connectTo(`${origin}/api/v1`, token, 'application/json')
}

export function connectTo(base: string, token: string, type: string): Api {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const send = (method: string, path: string, body: object | undefined) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(base + path, { method, agent, headers }, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
        )
      })
      sent.on('error', reject)
      sent.end(method === 'GET' ? undefined : JSON.stringify(body ?? {}))
    })
  return {
    async call<Body>(method: string, path: string, body?: object) {
      const { status, text } = await send(method, path, body)
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
      return readJson<Body>(text === '' ? 'null' : text)
    },
    close: () => agent.destroy(),
  }
}

/** The `id` of an answer. */
export function idIn(answer: unknown): string {
  const { id } = { id: undefined, ...Object(answer) }
  if (typeof id === 'string') return id
  throw new Error(`no id in ${JSON.stringify(answer)}`)
}
