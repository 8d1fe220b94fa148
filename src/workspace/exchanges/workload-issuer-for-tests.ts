import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after } from 'node:test'
import { SignJWT, type JWTPayload } from 'jose'
import OidcProvider from 'oidc-provider'

/** A real provider on loopback, whose clients are jobs: each gets a signed token about itself. */
export type WorkloadIssuer = {
  url: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** How often its keys were read. */
  reads: number
  /** The token of this client for that audience, as the provider signs it. */
  tokenOf(client: string, audience: string): Promise<string>
  /** A token with its key that it did not issue. */
  sign(claims: JWTPayload, header?: { alg?: string; kid?: string }): Promise<string>
  /** Whether it answers at all. */
  isDown: boolean
}

const secret = randomUUID()

/** Starts a provider with these clients. It ends with the test file. */
export async function startWorkloadIssuer(clients: readonly string[]): Promise<WorkloadIssuer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = providerAt(url, clients, privateKey)
  const handle = provider.callback()
  const issuer: WorkloadIssuer = {
    url,
    privateKey,
    publicKey: createPublicKey(privateKey),
    reads: 0,
    isDown: false,
    async tokenOf(client, audience) {
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: client,
          client_secret: secret,
          resource: audience,
          scope: 'job',
        }),
      })
      const answer: unknown = await response.json()
      assert.equal(response.status, 200, JSON.stringify(answer))
      assert.ok(typeof answer === 'object' && answer !== null && 'access_token' in answer)
      return String(answer.access_token)
    },
    sign: (claims, { alg = 'RS256', kid = 'one' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(privateKey),
  }
  server.on('request', (request, response) => {
    if (request.url === '/jwks') issuer.reads += 1
    if (issuer.isDown) response.writeHead(503).end()
    else void handle(request, response)
  })
  after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return issuer
}

function providerAt(url: string, clients: readonly string[], key: KeyObject): OidcProvider {
  return new OidcProvider(url, {
    clients: clients.map((client_id) => ({
      client_id,
      client_secret: secret,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomUUID()] },
    scopes: ['job'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, audience) => ({
          scope: 'job',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  })
}
