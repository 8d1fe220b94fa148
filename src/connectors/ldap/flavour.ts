import { firstText, type LdapEntry } from './ldap-entry.ts'
import { guidOf } from '../file/ldif-value.ts'

/** The products, as their root entry tells them; `other` has the attributes that RFCs name. */
export const flavours = ['active_directory', 'openldap', '389ds', 'other'] as const
export type Flavour = (typeof flavours)[number]

const activeDirectoryCapability = '1.2.840.113556.1.4.800'

/** What {@link flavourOf} and the first request of a reading need of the root entry. */
export const rootAttributes = [
  'objectClass',
  'vendorName',
  'vendorVersion',
  'supportedCapabilities',
  'supportedControl',
  'namingContexts',
  'defaultNamingContext',
  'dsServiceName',
  'highestCommittedUSN',
]

export function flavourOf(root: LdapEntry): Flavour {
  if (root.texts('supportedCapabilities').includes(activeDirectoryCapability))
    return 'active_directory'
  if (root.texts('objectClass').some((name) => name.toLowerCase() === 'openldaprootdse'))
    return 'openldap'
  const vendor = [...root.texts('vendorName'), ...root.texts('vendorVersion')].join(' ')
  return /389[ -](?:project|directory)/i.test(vendor) ? '389ds' : 'other'
}

/** How a product differs from the others. */
export type Dialect = {
  /** The attribute that stays the same through renames and moves. */
  id: string
  peopleFilter: string
  groupFilter: string
  /** By what an entry says that it changed. */
  changedBy: 'uSNChanged' | 'entryCSN' | 'modifyTimestamp'
}

// Of computers no one is a member of staff; the built-in accounts are not people either.
const activeDirectory: Dialect = {
  id: 'objectGUID',
  peopleFilter: '(&(objectCategory=person)(objectClass=user)(!(isCriticalSystemObject=TRUE)))',
  groupFilter: '(objectClass=group)',
  changedBy: 'uSNChanged',
}

const rfc = {
  id: 'entryUUID',
  peopleFilter:
    '(|(objectClass=inetOrgPerson)(objectClass=organizationalPerson)(objectClass=nsPerson)(objectClass=posixAccount))',
  groupFilter:
    '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=groupOfMembers)(objectClass=posixGroup))',
  changedBy: 'modifyTimestamp',
} as const

const dialects: Readonly<Record<Flavour, Dialect>> = {
  active_directory: activeDirectory,
  openldap: { ...rfc, changedBy: 'entryCSN' },
  '389ds': { ...rfc, id: 'nsUniqueId' },
  other: rfc,
}

export function dialectOf(flavour: Flavour): Dialect {
  return dialects[flavour]
}

/** The id of an entry that survives renames and moves, as text; undefined where it can't be read. */
export function stableId(entry: LdapEntry, { id }: Pick<Dialect, 'id'>): string | undefined {
  if (id !== 'objectGUID') return firstText(entry, [id])?.toLowerCase()
  const bytes = entry.bytes(id)
  return (bytes && guidOf(bytes)) ?? undefined
}
