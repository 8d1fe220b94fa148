import * as client from 'openid-client'
import type { Issuer } from './issuer.ts'
import { requireKnownHost, restrictedFetch } from './restricted-fetch.ts'

const timeoutSeconds = 5
/** Metadata of issuers changes rarely; keys are read again by the library. */
const freshMilliseconds = 3_600_000
/** So that an issuer that does not answer is not asked for every visitor. */
const retryMilliseconds = 5_000
/** Keys that were asked for less than so long ago are not asked for again. */
const freshKeysSeconds = 5
/** From this age on, the library asks for keys again when a token names one that is not among them. */
const replacedKeysSeconds = 60
const oldestKeysSeconds = 300

/** Keys of an issuer, and when they were asked for (milliseconds). */
type Keys = { jwks: client.ExportedJWKSCache['jwks']; at: number }

/** The issuer does not answer, or not with metadata that Muster may use. */
export class DiscoveryFailed extends Error {}

/** One issuer, and what it published about itself, read when it is first needed. */
export class Provider {
  readonly issuer: Issuer
  #keys: Keys | undefined
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

  /**
   * Runs `work` with a configuration of its own. The library keeps keys for a minute whatever a token names; here they count as
   * older once they are not fresh, because a code can be exchanged only once, and the issuer may have new keys.
   */
  async withKeys<T>(work: (configuration: client.Configuration) => Promise<T>): Promise<T> {
    const { issuer } = this
    const metadata = (await this.configuration()).serverMetadata()
    const configuration = new client.Configuration(
      metadata,
      issuer.client.id,
      clientMetadata(issuer),
      authenticationOf(issuer.client),
    )
    configuration.timeout = timeoutSeconds
    configuration[client.customFetch] = restrictedFetch(issuer.hosts)
    for (const set of settersOf(issuer)) set(configuration)
    const known = cacheOf(this.#keys)
    if (known !== undefined) client.setJwksCache(configuration, known)
    try {
      return await work(configuration)
    } finally {
      const cache = client.getJwksCache(configuration)
      if (cache !== undefined && cache.uat !== known?.uat)
        this.#keys = { jwks: cache.jwks, at: performance.now() }
    }
  }
}

/** Known keys as the library takes them. Only fresh ones are as young as they are. */
function cacheOf(keys: Keys | undefined): client.ExportedJWKSCache | undefined {
  const age = keys === undefined ? Infinity : (performance.now() - keys.at) / 1000
  if (keys === undefined || age >= oldestKeysSeconds) return undefined
  const now = Math.floor(Date.now() / 1000)
  return { jwks: keys.jwks, uat: now - (age < freshKeysSeconds ? 0 : replacedKeysSeconds) }
}

function clientMetadata({ clockToleranceSeconds }: Issuer): Partial<client.ClientMetadata> {
  return { [client.clockTolerance]: clockToleranceSeconds }
}

function settersOf({ url }: Issuer): ((configuration: client.Configuration) => void)[] {
  // The signature of the ID token too, not only the connection that it came by.
  const always = [client.enableNonRepudiationChecks]
  return url.protocol === 'http:' ? [...always, client.allowInsecureRequests] : always
}

async function discover(issuer: Issuer): Promise<client.Configuration> {
  const { url, client: own, hosts } = issuer
  const configuration = await client.discovery(
    url,
    own.id,
    clientMetadata(issuer),
    authenticationOf(own),
    {
      timeout: timeoutSeconds,
      [client.customFetch]: restrictedFetch(hosts),
      execute: settersOf(issuer),
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
