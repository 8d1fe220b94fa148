import * as client from 'openid-client'
import type { Issuer } from './issuer.ts'
import { requireKnownHost, restrictedFetch } from './restricted-fetch.ts'

const timeoutSeconds = 5
/** Metadata of issuers changes rarely; keys are read again by the library. */
const freshMilliseconds = 3_600_000
/** So that an issuer that does not answer is not asked for every visitor. */
const retryMilliseconds = 5_000
const clockToleranceSeconds = 30

/** The issuer does not answer, or not with metadata that Muster may use. */
export class DiscoveryFailed extends Error {}

/** One issuer, and what it published about itself, read when it is first needed. */
export class Provider {
  readonly issuer: Issuer
  #known: { configuration: Promise<client.Configuration>; until: number } | undefined

  constructor(issuer: Issuer) {
    this.issuer = issuer
  }

  /** The client's configuration at the issuer; rejects with {@link DiscoveryFailed}. */
  configuration(): Promise<client.Configuration> {
    const now = performance.now()
    if (this.#known !== undefined && this.#known.until > now) return this.#known.configuration
    const configuration = discover(this.issuer).catch((error: unknown) => {
      throw new DiscoveryFailed('its metadata can not be used', { cause: error })
    })
    const known = { configuration, until: now + freshMilliseconds }
    this.#known = known
    configuration.catch(() => {
      known.until = performance.now() + retryMilliseconds
    })
    return configuration
  }
}

async function discover(issuer: Issuer): Promise<client.Configuration> {
  const { url, client: own, hosts } = issuer
  const configuration = await client.discovery(
    url,
    own.id,
    { [client.clockTolerance]: clockToleranceSeconds },
    authenticationOf(own),
    {
      timeout: timeoutSeconds,
      [client.customFetch]: restrictedFetch(hosts),
      // The signature of the ID token too, not only the connection that it came by.
      execute: [
        client.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  requireExpected(configuration.serverMetadata(), issuer)
  return configuration
}

/**
 * The library tolerates other issuers for some products, whose addresses serve all tenants: anybody could sign in.
 * The hosts are checked here too, so that a missing one is found before anybody was sent to the issuer.
 */
function requireExpected(metadata: Readonly<client.ServerMetadata>, { url, hosts }: Issuer): void {
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== url.href)
    throw new Error('the issuer publishes another name than the configured one')
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
  for (const address of [authorization_endpoint, token_endpoint, jwks_uri]) {
    if (address === undefined) throw new Error('the issuer publishes no complete metadata')
    requireKnownHost(address, hosts)
  }
  for (const address of [metadata.userinfo_endpoint, metadata.end_session_endpoint])
    if (address !== undefined) requireKnownHost(address, hosts)
}

function authenticationOf(own: Issuer['client']): client.ClientAuth {
  switch (own.authentication) {
    case 'none':
      return client.None()
    case 'client_secret_basic':
      return client.ClientSecretBasic(own.secret)
    case 'client_secret_post':
      return client.ClientSecretPost(own.secret)
  }
}
