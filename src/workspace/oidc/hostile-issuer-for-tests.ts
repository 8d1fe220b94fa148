import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import type { Issuer } from './issuer.ts'

type Json = Record<string, unknown>

/** An issuer that can be made to send anything. It knows no person: every code is good. */
export type HostileIssuer = {
  issuer: Issuer
  origin: string
  /** How many requests came, by path. */
  requests: Map<string, number>
  /** Overrides of the metadata, of the ID token's claims and header, and of the response to UserInfo. */
  metadata: Json
  claims: Json
  header: Json
  userInfo: Json
  /** Signs with another key than the published one. */
  signsWrongly: boolean
  /** The name of the key that it has published and signs with. */
  keyName: string
  /** Answers in place of the path. */
  replace: Map<string, (response: ServerResponse) => void>
}

const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Starts one on loopback. It ends with the test file. */
export async function startHostileIssuer(handle: string): Promise<HostileIssuer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = `http://127.0.0.1:${address.port}`
  const started: HostileIssuer = {
    issuer: {
      handle,
      name: `Issuer ${handle}`,
      url: new URL(origin),
      client: {
        id: 'muster',
        authentication: 'client_secret_post',
        secret: 'a secret of the test',
      },
      scope: 'openid',
      hosts: new Set([new URL(origin).host]),
      clockToleranceSeconds: 60,
      allowedDomains: undefined,
      roles: undefined,
      defaultGrant: undefined,
    },
    origin,
    requests: new Map(),
    metadata: {},
    claims: {},
    header: {},
    userInfo: {},
    signsWrongly: false,
    keyName: 'one',
    replace: new Map(),
  }
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    started.requests.set(path, (started.requests.get(path) ?? 0) + 1)
    const replaced = started.replace.get(path)
    if (replaced !== undefined) return replaced(response)
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(started, path)))
  })
  return started
}

function answer(from: HostileIssuer, path: string): Json {
  switch (path) {
    case '/.well-known/openid-configuration':
      return {
        issuer: from.origin,
        authorization_endpoint: `${from.origin}/authorize`,
        token_endpoint: `${from.origin}/token`,
        jwks_uri: `${from.origin}/jwks`,
        userinfo_endpoint: `${from.origin}/userinfo`,
        ...from.metadata,
      }
    case '/jwks':
      return {
        keys: [
          {
            ...ours.publicKey.export({ format: 'jwk' }),
            kid: from.keyName,
            use: 'sig',
            alg: 'RS256',
          },
        ],
      }
    case '/token':
      return { access_token: 'one', token_type: 'bearer', id_token: idToken(from) }
    case '/userinfo':
      return { sub: 'mallory', ...from.userInfo }
    default:
      return {}
  }
}

function idToken({ origin, claims, header, signsWrongly, keyName }: HostileIssuer): string {
  const now = Math.floor(Date.now() / 1000)
  const always = { iss: origin, sub: 'mallory', aud: 'muster', iat: now, exp: now + 300 }
  const signed = [
    { alg: 'RS256', kid: keyName, ...header },
    { ...always, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key: KeyObject = signsWrongly ? foreign.privateKey : ours.privateKey
  const signature = header['alg'] === 'none' ? '' : sign('sha256', Buffer.from(signed), key)
  return `${signed}.${Buffer.from(signature).toString('base64url')}`
}
