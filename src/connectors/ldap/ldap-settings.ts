import {
  AndFilter,
  ExtensibleFilter,
  FilterParser,
  NotFilter,
  OrFilter,
  type Filter as ParsedFilter,
} from 'ldapts'
import { Type, type Static } from 'typebox'
import { isSecretKey } from '../file/secret-keys.ts'
import { certificatesFault } from '../../outgoing/certificates.ts'
import { ConnectionSettings } from '../pull/connector.ts'

const Dn = Type.String({
  minLength: 1,
  maxLength: 1000,
  examples: ['ou=people,dc=acme,dc=example'],
})
const Filter = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 3, maxLength: 4000, description, examples: [example] }))

/** How a directory is reached and what is read of it. No secret is among this. */
export const LdapSettings = ConnectionSettings(
  'ldap',
  {
    url: Type.String({
      maxLength: 300,
      pattern: '^ldaps?://[^/?#@\\s]+/?$',
      description:
        '`ldaps://host`, or `ldap://host` with `start_tls`; with a port if it isn’t the usual one, and with an IPv6 address in brackets',
      examples: ['ldaps://ldap.acme.example'],
    }),
    start_tls: Type.Optional(
      Type.Boolean({
        description: 'True encrypts an `ldap://` connection before anything is sent',
        examples: [true],
      }),
    ),
    allow_unencrypted: Type.Optional(
      Type.Boolean({
        description: 'True sends the password over `ldap://` without encryption',
        examples: [true],
      }),
    ),
    ca: Type.Optional(
      Type.String({
        maxLength: 100_000,
        description:
          'The certificates (PEM) that the server’s is verified by, instead of those that the system trusts',
        examples: ['-----BEGIN CERTIFICATE-----…'],
      }),
    ),
    bind_dn: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'Who reads: a DN, or for Active Directory also `name@domain`; without it nobody signs in',
        examples: ['cn=muster,ou=services,dc=acme,dc=example'],
      }),
    ),
    base_dns: Type.Optional(
      Type.Array(Dn, {
        maxItems: 50,
        description: 'Where people are; by default the whole directory',
        examples: [['ou=people,dc=acme,dc=example']],
      }),
    ),
    people_filter: Filter(
      'Which entries are people; by default what is usual for the product',
      '(objectClass=inetOrgPerson)',
    ),
    group_base_dns: Type.Optional(
      Type.Array(Dn, {
        maxItems: 50,
        description: 'Where groups are; by default where people are',
        examples: [['ou=groups,dc=acme,dc=example']],
      }),
    ),
    group_filter: Filter(
      'Which entries are groups; by default what is usual for the product',
      '(objectClass=groupOfNames)',
    ),
    reads_groups: Type.Optional(
      Type.Boolean({ description: 'False leaves groups out', examples: [false] }),
    ),
    attributes: Type.Optional(
      Type.Array(
        Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,99}$', examples: ['costCenter'] }),
        {
          maxItems: 200,
          uniqueItems: true,
          description: 'Attributes of people to read besides the usual ones, for their profiles',
          examples: [['costCenter']],
        },
      ),
    ),
    skips_referrals: Type.Optional(
      Type.Boolean({
        description:
          'True passes over parts that are on other servers: accounts and groups that were there before stay as they are. Otherwise a reading with such a part fails',
        examples: [true],
      }),
    ),
    page_size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Entries a page; 500 by default',
        examples: [500],
      }),
    ),
  },
  {
    title: 'LDAP directory',
    examples: [
      {
        url: 'ldaps://ldap.acme.example',
        bind_dn: 'cn=muster,ou=services,dc=acme,dc=example',
        base_dns: ['ou=people,dc=acme,dc=example'],
      },
    ],
  },
)
export type LdapSettings = Static<typeof LdapSettings>

/** Where the settings connect to. An IPv6 address has its brackets. */
export function addressOf({ url }: Pick<LdapSettings, 'url'>): { host: string; port: number } {
  const { protocol, hostname, port } = new URL(url)
  return { host: hostname.toLowerCase(), port: port === '' ? usualPort(protocol) : Number(port) }
}

const usualPort = (protocol: string) => (protocol === 'ldaps:' ? 636 : 389)

/** Whether the password is sent encrypted. */
function isEncrypted({ url, start_tls }: Pick<LdapSettings, 'url' | 'start_tls'>): boolean {
  return url.startsWith('ldaps:') || start_tls === true
}

/** The settings that decide to whom the password is sent, and how. */
export function receiverOf(settings: LdapSettings): object {
  const { url, start_tls = false, allow_unencrypted = false, ca = null, bind_dn = null } = settings
  const scheme = url.split(':', 1)[0]
  return { ...addressOf(settings), scheme, start_tls, allow_unencrypted, ca, bind_dn }
}

/** What the schema can't say, by the field at fault. */
export function faultsIn(settings: LdapSettings): Record<string, string> {
  const { url, ca, attributes = [], people_filter, group_filter } = settings
  const secret = attributes.find((name) => isSecretKey(name))
  const faults = {
    url: faultOfUrl(settings),
    start_tls:
      url.startsWith('ldaps:') && settings.start_tls === true
        ? 'is for ldap:// addresses; ldaps:// is encrypted from the first byte'
        : undefined,
    ca: ca === undefined ? undefined : certificatesFault(ca),
    attributes: secret === undefined ? undefined : `${secret} holds a secret, and is never read`,
    people_filter: faultOfFilter(people_filter),
    group_filter: faultOfFilter(group_filter),
  }
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function faultOfUrl(settings: LdapSettings): string | undefined {
  const { url, bind_dn, allow_unencrypted } = settings
  if (!URL.canParse(url)) return 'must be an address such as ldaps://ldap.acme.example'
  if (bind_dn !== undefined && !isEncrypted(settings) && allow_unencrypted !== true)
    return 'would send the password unencrypted: use ldaps://, or set `start_tls`. On a network that nobody can listen to, set `allow_unencrypted=true`'
  return undefined
}

function faultOfFilter(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const filter = parseFilter(text)
  if (filter === null)
    return 'must be a filter such as (objectClass=person), with its parentheses (RFC 4515)'
  const attributes = attributesOf(filter)
  if (attributes.includes(everyAttribute))
    return 'asks about every attribute, so also about those that hold secrets: name the attribute before the first colon'
  const secret = attributes.find((name) => isSecretKey(name))
  return secret === undefined
    ? undefined
    : `asks about ${secret}, which holds a secret: whether an entry matches would show what it begins with`
}

function parseFilter(text: string): ParsedFilter | null {
  try {
    return FilterParser.parseString(text)
  } catch {
    return null
  }
}

/** An extensible match may be of a rule alone (RFC 4511, 4.5.1.7.7). */
const everyAttribute = ''

function attributesOf(filter: ParsedFilter): string[] {
  if (filter instanceof AndFilter || filter instanceof OrFilter)
    return filter.filters.flatMap(attributesOf)
  if (filter instanceof NotFilter) return attributesOf(filter.filter)
  if (filter instanceof ExtensibleFilter) return [filter.matchType]
  return 'attribute' in filter ? [String(filter.attribute)] : [everyAttribute]
}
