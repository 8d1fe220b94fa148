import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isLoginCode } from '../../access/token-secret.ts'
import { html } from '../../http/console/html.ts'
import { loginRedirectPath } from '../../workspace/auth/login-redirect.ts'
import { page, signInPolicy } from '../../workspace/auth/sign-in-page.ts'

/** A listener on this machine that the browser brings codes to. */
export type CodeReceiver = {
  /** Where the browser must go. */
  address: string
  close: () => void
}

/**
 * Listens on a free port of the loopback address. Only a request with this `state` brings a code. Other users of the
 * machine can read it from the arguments of the browser, so more than one code can come.
 */
export async function receiveCodes(
  state: string,
  onCode: (code: string) => void,
): Promise<CodeReceiver> {
  const server = createServer((request, response) => {
    const code = codeOf(request, state)
    answer(response, code !== undefined)
    if (code !== undefined) response.on('close', () => onCode(code))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    address: `http://127.0.0.1:${port}${loginRedirectPath}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function codeOf({ method, url = '' }: IncomingMessage, state: string): string | undefined {
  if (method !== 'GET' || !URL.canParse(url, 'http://127.0.0.1')) return undefined
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
  const code = searchParams.get('code') ?? ''
  const isOurs = pathname === loginRedirectPath && searchParams.get('state') === state
  return isOurs && isLoginCode(code) ? code : undefined
}

function answer(response: ServerResponse, isLogin: boolean): void {
  response
    .writeHead(isLogin ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': signInPolicy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    .end(
      isLogin
        ? page('Return to the terminal', html`<p>The command goes on there. Close this page.</p>`)
        : page('There is nothing here', html`<p>No login waits for this address.</p>`),
    )
}
