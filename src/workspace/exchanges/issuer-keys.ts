import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { isRecord } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import { restrictedFetch } from '../oidc/restricted-fetch.ts'

const timeoutMilliseconds = 5_000
/** Keys are read again after so long, */
const freshMilliseconds = 10 * 60_000
/** or for a key that is not among them; */
const unknownMilliseconds = 60_000
/** and not used any more if that fails for so long. */
const oldestMilliseconds = 60 * 60_000
/** An issuer that does not answer is not asked for every token. */
const retryMilliseconds = 5_000

type Keys = { find: JWTVerifyGetKey; ids: ReadonlySet<unknown>; at: number }

/** The keys of one issuer, read by its metadata when a token needs them. */
export class IssuerKeys {
  readonly #issuer: string
  readonly #fetch: ReturnType<typeof restrictedFetch>
  readonly #now: () => number
  readonly #onFailure: (error: unknown) => void
  #keys: Keys | undefined
  #triedAt = -Infinity
  #loading: Promise<void> | undefined

  /** `hosts`: where requests may go. `now` in milliseconds. `onFailure` is told of each reading that fails. */
  constructor(
    issuer: string,
    hosts: ReadonlySet<string>,
    now: () => number,
    onFailure: (error: unknown) => void,
  ) {
    this.#onFailure = onFailure
    this.#issuer = issuer
    this.#fetch = restrictedFetch(hosts)
    this.#now = now
  }

  /** Undefined while none are known. */
  get find(): JWTVerifyGetKey | undefined {
    const keys = this.#keys
    return keys !== undefined && this.#now() - keys.at < oldestMilliseconds ? keys.find : undefined
  }

  /**
   * Reads the keys if they are old, or the key of this id is not among them. Who has a key waits for no other.
   */
  async load(id: unknown): Promise<void> {
    if (this.#loading === undefined && this.#isDue(id)) {
      this.#triedAt = this.#now()
      this.#loading = this.#read()
        .catch(this.#onFailure)
        .finally(() => {
          this.#loading = undefined
        })
    }
    if (this.find === undefined || this.#keys?.ids.has(id) !== true) await this.#loading
  }

  #isDue(id: unknown): boolean {
    const now = this.#now()
    if (now - this.#triedAt < retryMilliseconds) return false
    if (this.#keys === undefined) return true
    const age = now - this.#keys.at
    return age >= freshMilliseconds || (age >= unknownMilliseconds && !this.#keys.ids.has(id))
  }

  async #read(): Promise<void> {
    const base = this.#issuer.replace(/\/$/, '')
    const metadata = await this.#readJson(`${base}/.well-known/openid-configuration`)
    const { issuer, jwks_uri: address } = metadata
    if (issuer !== this.#issuer)
      throw new Error(`it publishes the name ${clip(JSON.stringify(issuer) ?? 'none')}`)
    if (typeof address !== 'string' || !URL.canParse(address))
      throw new Error('it publishes no jwks_uri')
    const { keys } = await this.#readJson(address)
    if (!Array.isArray(keys) || !keys.every(isRecord)) throw new Error('it publishes no keys')
    const find = createLocalJWKSet({ keys })
    this.#keys = { find, ids: new Set(keys.map(({ kid }) => kid)), at: this.#now() }
  }

  async #readJson(address: string): Promise<Record<string, unknown>> {
    const response = await this.#fetch(address, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    if (response.status !== 200) throw new Error(`${clip(address, 300)} answers ${response.status}`)
    const value: unknown = await response.json()
    if (!isRecord(value)) throw new Error(`${clip(address, 300)} is no JSON object`)
    return value
  }
}
