import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import type { Person, TestServer } from '../../../test/harness.ts'

/** The public origin of every test server. */
export const ownOrigin = 'https://muster.example'

/** An answer outside the API, where a redirect is not followed. */
export type Page = { status: number; headers: Headers; text: string }

/** Opens or, by POST, uses the link at its path on the server that listens on loopback. */
export async function openLink(
  server: TestServer,
  url: string,
  method: 'GET' | 'POST',
  headers: Record<string, string> = { origin: ownOrigin },
): Promise<Page> {
  const response = await fetch(server.origin + new URL(url).pathname, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The Cookie header of a browser that this person, who may make links, has just signed in with. */
export async function signIn(server: TestServer, person: Person): Promise<string> {
  const made = await server.call('POST', '/auth/sign-in-link', { token: person.token, body: {} })
  assert.equal(made.status, 201, made.text)
  const opened = await openLink(server, made.body.url, 'POST')
  assert.equal(opened.status, 303, opened.text)
  return cookieOf(opened)
}

/** What a browser sends back of a Set-Cookie header. */
export function cookieOf(page: Page): string {
  return page.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** The request of a command to log in, and the secret that only the command knows. */
export function loginRequest(more: Record<string, unknown> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = hash('sha256', verifier, 'base64url')
  return { verifier, body: { name: 'muster on laptop', challenge, ...more } }
}

/** Confirms a request in the browser of that cookie: what the command sends next. */
export async function confirmLogin(
  server: TestServer,
  cookie: string,
  more: { redirect_uri?: string; scopes?: string[] } = {},
) {
  const { verifier, body } = loginRequest(more)
  const headers = { cookie, origin: ownOrigin }
  const answer = await server.call('POST', '/auth/login-codes', { headers, body })
  assert.equal(answer.status, 201, answer.text)
  const sent = { code: String(answer.body.code), verifier }
  return more.redirect_uri === undefined ? sent : { ...sent, redirect_uri: more.redirect_uri }
}
