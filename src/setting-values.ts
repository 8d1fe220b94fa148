import { isIP } from 'node:net'

/** Variables by their names: the environment, or flags in their form. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Keys, separated by commas. The message does not quote them. */
export function readKeys(env: Environment, name: string, atMost: number): string[] {
  const keys = listOf(env[name])
  const areKeys = keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key))
  if (!areKeys || keys.length > atMost)
    throw new Error(
      `${name} must be ${atMost === 1 ? '32 random bytes' : 'keys of 32 bytes, separated by commas,'} in base64, as \`openssl rand -base64 32\` prints them.`,
    )
  return keys
}

export function readHosts(env: Environment, name: string): { host: string; port: number | null }[] {
  return listOf(env[name]).map((text) => {
    const [, written, port] =
      /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? []
    // An IPv6 address in its usual form, as in the addresses of sources.
    const host = URL.parse(`ldap://${written}`)?.hostname.toLowerCase()
    if (
      written === undefined ||
      host === undefined ||
      Number(port ?? 1) > 65_535 ||
      Number(port ?? 1) < 1
    )
      throw new Error(
        `${name} must be hosts, separated by commas, such as ldap.acme.example, ldap.acme.example:636 or [2001:db8::1]:636, not ${JSON.stringify(text)}.`,
      )
    return { host, port: port === undefined ? null : Number(port) }
  })
}

const loopback = ['127.0.0.0/8', '::1/128']

/** Addresses and networks, separated by commas, in CIDR notation: one address has all of its bits in the prefix. */
export function readNetworks(env: Environment, name: string): string[] {
  return listOf(env[name]).flatMap((text) => {
    const networks = text === 'loopback' ? loopback : networkIn(text)
    if (networks === undefined)
      throw new Error(
        `${name} must be addresses and networks, separated by commas, such as 10.0.0.7, 10.1.0.0/16, 2001:db8::/32 or loopback, not ${JSON.stringify(text)}.`,
      )
    return networks
  })
}

/** Undefined also for a network of all addresses. */
function networkIn(text: string): string | undefined {
  const [, address = '', length] = /^([0-9a-f.:]{2,45})(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(address)
  const bits = version === 4 ? 32 : 128
  const prefix = length === undefined ? bits : Number(length)
  return version === 0 || prefix < 1 || prefix > bits ? undefined : `${address}/${prefix}`
}

/** Scheme and authority, and the path below which the server is, if it has one, without a slash at the end. */
export function readPublicOrigin(env: Environment, name: string): string | undefined {
  const text = readHttpUrl(env, name)
  if (text === undefined) return undefined
  const { origin, pathname, search, hash, username } = new URL(text)
  const path = pathname.replace(/\/$/, '')
  if (!/^(\/[\w.~-]+)*$/.test(path) || search !== '' || hash !== '' || username !== '')
    throw new Error(
      `${name} must be scheme, authority and at most a path of letters, digits and -._~, such as https://muster.acme.example or https://acme.example/muster.`,
    )
  return origin + path
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function readHttpUrl(env: Environment, name: string): string | undefined {
  return readUrl(env, name, ['http:', 'https:'])
}

/** URLs of OpenID Connect issuers, separated by commas, each as its tokens spell it. */
export function readIssuerUrls(env: Environment, name: string): string[] {
  return listOf(env[name]).map((text) => {
    const { protocol, hostname = '', username, search, hash } = URL.parse(text) ?? {}
    const isLocal = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname)
    const isProtected = protocol === 'https:' || (protocol === 'http:' && isLocal)
    const isPlain = username === '' && search === '' && hash === '' && !text.includes('?')
    if (!isProtected || !isPlain || text.includes('/.well-known/'))
      throw new Error(
        `${name} must be https URLs of issuers, separated by commas, such as https://token.actions.githubusercontent.com, without query and fragment, not ${JSON.stringify(text)}.`,
      )
    return text
  })
}

export function readInteger(
  env: Environment,
  name: string,
  fallback: number,
  minimum: number,
  maximum: number,
): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw new Error(
      `${name} must be a whole number from ${minimum} to ${maximum}, not ${JSON.stringify(text)}.`,
    )
  }
  return value
}

function readUrl(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new Error(`${name} must be a URL that begins with ${protocols.join('// or ')}//.`)
  }
  return text
}

/** It may name several hosts, separated by commas, each with its port. Each is checked as if it were the only one. */
export function readDatabaseUrl(env: Environment, name: string): string | undefined {
  const text = env[name] ?? ''
  const [, start = '', hosts = '', rest = ''] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  const each = hosts.split(',').map((host) => `${start}${host}${rest}`)
  if (each.length > 1 && hosts.split(',').includes(''))
    throw new Error(`${name} names an empty host: separate hosts by one comma each.`)
  for (const url of each.length > 1 ? each : [text])
    readUrl({ [name]: url }, name, ['postgres:', 'postgresql:'])
  return text || undefined
}

export function readOneOf(
  env: Environment,
  name: string,
  fallback: string,
  values: readonly string[],
): string {
  const text = env[name] || fallback
  if (!values.includes(text))
    throw new Error(`${name} must be one of ${values.join(', ')}, not ${JSON.stringify(text)}.`)
  return text
}

/** Where the audit log is streamed to. `target` names it in the database. */
export type AuditStreamSettings = { target: string; mostBytes: number } & (
  | { kind: 'stdout' }
  | { kind: 'file'; path: string }
  | {
      kind: 'syslog'
      host: string
      port: number
      /** Files in PEM form: the authorities that are trusted in place of the system's, and a client's certificate and key. */
      ca: string | undefined
      certificate: string | undefined
      key: string | undefined
    }
)

const [megabyte, syslogBytes] = [2 ** 20, 8192]

/** A file, a syslog server, or standard output; null for none. */
export function readAuditStream(env: Environment): AuditStreamSettings | null {
  const name = 'MUSTER_AUDIT_STREAM'
  const text = env[name] ?? ''
  const isSyslog = text.startsWith('syslog')
  const usual = isSyslog ? syslogBytes : megabyte
  const mostBytes = readInteger(env, `${name}_BYTES`, usual, 4096, megabyte)
  if (text === '') return null
  if (text === 'stdout') return { kind: 'stdout', target: text, mostBytes }
  const path = /^file:(?:\/\/)?(\/[^\0\n]{1,4000})$/.exec(text)?.[1]
  if (path !== undefined) return { kind: 'file', path, target: `file:${path}`, mostBytes }
  const [address] = isSyslog
    ? readHosts({ [name]: text.replace(/^syslog\+tls:\/\//, '') }, name)
    : []
  if (address === undefined || !text.startsWith('syslog+tls://') || text.includes(','))
    throw new Error(
      `${name} must be stdout, file:/path/of/a/file or syslog+tls://host:port, not ${JSON.stringify(text)}.`,
    )
  const [host, port] = [address.host.replaceAll(/[[\]]/g, ''), address.port ?? 6514]
  const [certificate, key] = [
    env[`${name}_CERTIFICATE`] || undefined,
    env[`${name}_KEY`] || undefined,
  ]
  if ((certificate === undefined) !== (key === undefined))
    throw new Error(`Set both ${name}_CERTIFICATE and ${name}_KEY, or neither.`)
  const target = `syslog+tls://${address.host}:${port}`
  const ca = env[`${name}_CA`] || undefined
  return { kind: 'syslog', target, mostBytes, host, port, ca, certificate, key }
}

/** The mail server. The messages don't quote its URL, which may have a password. */
export function readSmtp(env: Environment): { url: string; from: string } | null {
  const { MUSTER_SMTP_URL: url, MUSTER_SMTP_FROM: from } = env
  if (!url && !from) return null
  const { protocol = '', hostname = '' } = URL.parse(url ?? '') ?? {}
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '')
    throw new Error(
      'MUSTER_SMTP_URL must be smtps://user:password@host:port, or smtp:// for STARTTLS; MUSTER_SMTP_FROM needs it.',
    )
  if (!/^[^\p{Cc}@]{1,200}@[^\p{Cc}@]{1,200}$/u.test(from ?? ''))
    throw new Error(
      'MUSTER_SMTP_FROM must be the address that e-mails come from, such as "Muster <muster@acme.example>".',
    )
  return { url: url ?? '', from: from ?? '' }
}
