import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after } from 'node:test'
import OidcProvider from 'oidc-provider'
import { ownOrigin } from '../auth/sign-in-for-tests.ts'
import type { Issuer } from './issuer.ts'

export type TestPerson = { sub: string } & Record<string, unknown>

/** A real provider on loopback. It signs in the person of the moment without a question. */
export type TestProvider = {
  origin: string
  issuer: Issuer
  /** Who signs in next. */
  person: TestPerson
  close(): Promise<void>
}

const clientSecret = randomUUID()

/** Starts a provider for the issuer of this handle. It ends with the test file. */
export async function startProvider(
  handle: string,
  settings: Partial<Pick<Issuer, 'allowedDomains' | 'roles' | 'defaultGrant'>> & {
    claimsInIdToken?: boolean
    /** Of the server that people sign in to. */
    publicOrigin?: string
  } = {},
): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = `http://127.0.0.1:${address.port}`
  const { claimsInIdToken = false, publicOrigin = ownOrigin, ...own } = settings
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  const started: TestProvider = {
    origin,
    issuer: issuerAt(origin, handle, own),
    person: { sub: 'nobody' },
    close,
  }
  const provider = providerOf(started, { claimsInIdToken, publicOrigin })
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/'))
      return void provider.callback()(request, response)
    const login = { accountId: started.person.sub }
    void provider.interactionFinished(
      request,
      response,
      { login },
      { mergeWithLastSubmission: false },
    )
  })
  after(close)
  return started
}

function issuerAt(
  origin: string,
  handle: string,
  own: Partial<Pick<Issuer, 'allowedDomains' | 'roles' | 'defaultGrant'>>,
): Issuer {
  const url = new URL(origin)
  return {
    handle,
    name: `Issuer ${handle}`,
    url,
    client: { id: 'muster', authentication: 'client_secret_basic', secret: clientSecret },
    scope: 'openid profile email groups',
    hosts: new Set([url.host]),
    clockToleranceSeconds: 60,
    allowedDomains: undefined,
    roles: undefined,
    defaultGrant: undefined,
    ...own,
  }
}

function providerOf(
  started: TestProvider,
  { claimsInIdToken, publicOrigin }: { claimsInIdToken: boolean; publicOrigin: string },
): OidcProvider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return new OidcProvider(started.origin, {
    clients: [
      {
        client_id: 'muster',
        client_secret: clientSecret,
        redirect_uris: [`${publicOrigin}/auth/oidc/${started.issuer.handle}/callback`],
        post_logout_redirect_uris: [`${publicOrigin}/`],
      },
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    },
    cookies: { keys: [randomUUID()] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    conformIdTokenClaims: !claimsInIdToken,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    ttl: { Session: 600, Grant: 600, Interaction: 600, IdToken: 600, AccessToken: 600 },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...started.person, sub }),
    }),
    // What people are asked about elsewhere is granted.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
  })
}
