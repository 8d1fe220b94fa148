import type { LdapEntry } from './ldap-entry.ts'
import { firstText } from './ldap-entry.ts'
import { dialectOf, flavourOf, type Dialect, type Flavour } from './flavour.ts'
import type { LdapSession } from './ldap-session.ts'
import type { LdapSettings } from './ldap-settings.ts'
import { ImportRefused } from '../records/record-source.ts'
import { markedServer } from '../pull/marked-server.ts'

/** A signed-in directory, and what is read of it. */
export type DirectoryReading = {
  session: LdapSession
  root: LdapEntry
  flavour: Flavour
  dialect: Dialect
  people: Scope
  /** Null if groups are left out. */
  groups: Scope | null
  /** Attributes of people besides the usual ones. */
  attributes: readonly string[]
  /** Whether parts that are on other servers are passed over. */
  skipsReferrals: boolean
  /** What a mark of changes is bound to. */
  server: string
}

/** Where entries are, and which. */
export type Scope = { bases: readonly string[]; filter: string; pageSize: number }

const defaultPageSize = 500
/** Groups may have very many values each. */
const groupsPerPage = 50

/** Finds out which product it is, and what of it is read. @throws ImportRefused */
export async function beginReading(
  session: LdapSession,
  settings: LdapSettings,
): Promise<DirectoryReading> {
  const root = await session.readRoot()
  const flavour = flavourOf(root)
  const dialect = dialectOf(flavour)
  const bases = basesOf(root, settings)
  const { page_size: pageSize = defaultPageSize, group_base_dns: groupBases = [] } = settings
  const people = {
    bases,
    filter: bracketed(settings.people_filter ?? dialect.peopleFilter),
    pageSize,
  }
  const groups = {
    bases: groupBases.length > 0 ? groupBases : bases,
    filter: bracketed(settings.group_filter ?? dialect.groupFilter),
    pageSize: Math.min(pageSize, groupsPerPage),
  }
  const attributes = settings.attributes ?? []
  const readsGroups = settings.reads_groups !== false
  const server = markedServer([
    await serverId(session, root, settings),
    people,
    readsGroups && groups,
    attributes,
  ])
  return {
    session,
    root,
    flavour,
    dialect,
    people,
    groups: readsGroups ? groups : null,
    attributes,
    skipsReferrals: settings.skips_referrals === true,
    server,
  }
}

function bracketed(filter: string): string {
  return filter.startsWith('(') ? filter : `(${filter})`
}

function basesOf(root: LdapEntry, { base_dns: given = [] }: LdapSettings): readonly string[] {
  if (given.length > 0) return given
  const known = root.texts('defaultNamingContext')
  const bases = known.length > 0 ? known : root.texts('namingContexts')
  if (bases.length > 0) return bases
  throw new ImportRefused('The server does not say what it holds. Set `base_dns`.')
}

/** Each server of Active Directory counts changes on its own, and begins again when it is restored from a backup. */
async function serverId(session: LdapSession, root: LdapEntry, { url }: LdapSettings) {
  const service = firstText(root, ['dsServiceName'])
  if (service === undefined) return url
  const entry = await session.read(service, ['invocationId'])
  return entry?.bytes('invocationId')?.toString('hex') ?? service
}
