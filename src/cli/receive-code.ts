import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { html } from '../http/html.ts'
import { loginRedirectPath } from '../workspace/auth/login-redirect.ts'
import { page, signInPolicy } from '../workspace/auth/sign-in-page.ts'

/** A listener on this machine that the browser brings a code to. */
export type CodeReceiver = {
  /** Where the browser must go. */
  address: string
  code: Promise<string>
  close: () => void
}

/** Listens on a free port of the loopback address. Only a request with this `state` brings a code. */
export async function receiveCode(state: string): Promise<CodeReceiver> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const server = createServer((request, response) => {
    const code = codeOf(request, state)
    answer(response, code !== undefined)
    if (code !== undefined) response.on('close', () => resolve(code))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    address: `http://127.0.0.1:${port}${loginRedirectPath}`,
    code: promise,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function codeOf({ method, url = '' }: IncomingMessage, state: string): string | undefined {
  if (method !== 'GET' || !URL.canParse(url, 'http://127.0.0.1')) return undefined
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
  const isOurs = pathname === loginRedirectPath && searchParams.get('state') === state
  return isOurs ? (searchParams.get('code') ?? undefined) : undefined
}

function answer(response: ServerResponse, isLogin: boolean): void {
  response
    .writeHead(isLogin ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': signInPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    .end(
      isLogin
        ? page('Return to the terminal', html`<p>The command goes on there. Close this page.</p>`)
        : page('There is nothing here', html`<p>No login waits for this address.</p>`),
    )
}
