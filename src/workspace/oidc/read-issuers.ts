import { readFile } from 'node:fs/promises'
import { Type, type Static } from 'typebox'
import { parse } from 'yaml'
import { clip } from '../../contract/text.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { Name, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { bodyValidator } from '../../http/shapes/validate.ts'
import { RoleName, RoleNames } from '../users/schema.ts'
import { clientAuthentications, isLoopback, type Issuer } from './issuer.ts'

const setting = 'MUSTER_OIDC_ISSUERS'

/** `issuers` is the list in JSON or YAML, or the path of a file with it. Secrets are by handle, in capitals. */
type Settings = {
  issuers: string | undefined
  clientSecrets: Readonly<Record<string, string>>
  clockToleranceSeconds?: number
}

const Entry = Shape({
  handle: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,30}$' }),
  name: Name(100, ['Acme']),
  issuer: Text(500, { minLength: 1 }),
  client_id: Text(500, { minLength: 1 }),
  client_secret_file: Type.Optional(Text(4096, { minLength: 1 })),
  client_authentication: Type.Optional(OneOf(clientAuthentications)),
  scopes: Type.Optional(Type.Array(Type.String({ pattern: '^\\S{1,100}$' }), { maxItems: 50 })),
  hosts: Type.Optional(Type.Array(Text(255, { minLength: 1 }), { maxItems: 20 })),
  allowed_domains: Type.Array(Text(253, { minLength: 1 }), { minItems: 1, maxItems: 1000 }),
  roles_claim: Type.Optional(Text(200, { minLength: 1 })),
  roles: Type.Optional(Type.Record(Type.String(), RoleNames)),
  default_grant: Type.Optional(RoleName),
})
type Entry = Static<typeof Entry>

const validList = bodyValidator(Type.Array(Entry, { maxItems: 20 }))

/** The configured issuers. Throws an Error that names the setting, the issuer and what is wrong, never a secret. */
export async function readIssuers({ issuers: text, ...settings }: Settings): Promise<Issuer[]> {
  if (text === undefined) return []
  const entries = validated(parsed(await contentOf(text)))
  requireUnique(entries, 'handle')
  requireUnique(entries, 'issuer')
  return Promise.all(entries.map((entry) => readIssuer(entry, settings)))
}

/** Text of several lines is no path, and must not be quoted as one: it may have a secret in it. */
async function contentOf(text: string): Promise<string> {
  return /^\s*[[{]|\n/.test(text) ? text : read(text)
}

async function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Error(`${setting}: the file ${clip(path, 300)} can't be read (${why}).`)
  })
}

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch {
    // The message of the parser quotes the text, which may have a secret that is in the wrong place.
    throw new Error(`${setting} is not valid YAML or JSON.`)
  }
}

function validated(value: unknown): Entry[] {
  try {
    return validList(value)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isSecretInside = Object.keys(error.errors ?? {}).some((key) =>
      key.endsWith('.client_secret'),
    )
    const hint = isSecretInside
      ? ' Put the secret in a file, and its path in client_secret_file.'
      : ''
    throw new Error(`${setting}: ${error.message}.${hint}`, { cause: error })
  }
}

function requireUnique(entries: readonly Entry[], key: 'handle' | 'issuer'): void {
  const values = entries.map((entry) => entry[key])
  const twice = values.find((value, index) => values.indexOf(value) !== index)
  if (twice !== undefined) throw new Error(`${setting}: the ${key} ${twice} is there twice.`)
}

async function readIssuer(
  entry: Entry,
  { clientSecrets, clockToleranceSeconds = 60 }: Omit<Settings, 'issuers'>,
): Promise<Issuer> {
  const { handle, name, scopes = ['profile', 'email'] } = entry
  const url = issuerUrl(entry)
  return {
    handle,
    name,
    url,
    client: await readClient(entry, clientSecrets),
    scope: [...new Set(['openid', ...scopes])].join(' '),
    hosts: new Set([url.host, ...(entry.hosts ?? []).map((host) => checkedHost(handle, host))]),
    clockToleranceSeconds,
    allowedDomains: readDomains(entry),
    roles: readRoles(entry),
    defaultGrant: readDefault(entry),
  }
}

function issuerUrl({ handle, issuer }: Entry): URL {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isPlain =
    url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  const isProtected =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url === undefined || !isPlain || !isProtected || url.pathname.includes('/.well-known/'))
    throw wrong(handle, 'issuer must be the https URL of the issuer, without query and fragment')
  return url
}

function checkedHost(handle: string, host: string): string {
  const url = `https://${host}`
  if (!URL.canParse(url) || new URL(url).host !== host)
    throw wrong(handle, `hosts must be names such as keys.acme.example, not ${clip(host)}`)
  return host
}

async function readClient(
  { handle, client_id: id, client_secret_file: file, client_authentication: how }: Entry,
  secrets: Settings['clientSecrets'],
): Promise<Issuer['client']> {
  const variable = handle.toUpperCase().replaceAll('-', '_')
  const given = secrets[variable]
  const where = `client_secret_file or MUSTER_OIDC_CLIENT_SECRET_${variable}`
  if (file !== undefined && given !== undefined)
    throw wrong(handle, `the secret must be in ${where}, not in both`)
  const secret = file === undefined ? given : (await read(file)).trim()
  if (how === 'none') {
    if (secret !== undefined) throw wrong(handle, 'client_authentication none has no secret')
    return { id, authentication: how }
  }
  if (secret === undefined || secret === '')
    throw wrong(handle, `the client needs a secret in ${where}, or client_authentication: none`)
  return { id, authentication: how ?? 'client_secret_basic', secret }
}

function readDomains({ handle, allowed_domains: named }: Entry): Issuer['allowedDomains'] {
  if (named.length === 1 && named[0] === '*') return undefined
  const unclear = named.find((domain) => !/^[^\s@*/:]+$/.test(domain))
  if (unclear !== undefined)
    throw wrong(
      handle,
      `allowed_domains must be names such as acme.example, or "*" alone, not ${clip(unclear)}`,
    )
  return new Set(named.map((domain) => domain.toLowerCase()))
}

function readRoles({ handle, roles_claim: claim, roles = {} }: Entry): Issuer['roles'] {
  const byValue = new Map(Object.entries(roles))
  if (claim === undefined && byValue.size === 0) return undefined
  if (claim === undefined) throw wrong(handle, 'roles need roles_claim')
  return { claim, byValue }
}

/** Without a restriction, anyone with an account at the issuer would get the role. */
function readDefault({ handle, default_grant: role, allowed_domains: named }: Entry) {
  if (role !== undefined && named.includes('*'))
    throw wrong(handle, 'default_grant needs allowed_domains other than "*"')
  return role
}

function wrong(handle: string, why: string): Error {
  return new Error(`${setting}: ${handle}: ${why}.`)
}
