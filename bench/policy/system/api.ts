import { Agent, request } from 'node:http'
import { readJson } from '../../processes/conversation.ts'

/** Muster's API over one connection that stays open, one request at a time. */
export type Api = {
  /** The answer's body; throws where the status is not 2xx. */
  call<Body = unknown>(method: string, path: string, body?: object): Promise<Body>
  close(): void
}

export function connectApi(origin: string, token: string): Api {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = (method: string, path: string, body: object | undefined) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(`${origin}/api/v1${path}`, { method, agent, headers }, (answer) => {
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
      return readJson<Body>(text)
    },
    close: () => agent.destroy(),
  }
}

/** The `id` of an answer. */
export function idIn(answer: unknown): string {
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'id' in answer &&
    typeof answer.id === 'string'
  )
    return answer.id
  throw new Error(`no id in ${JSON.stringify(answer)}`)
}
