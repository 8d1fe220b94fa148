import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import type { KnownKind } from '../file/raw-row.ts'

/** Classes of objects in directories, in lower case. */
export const directoryClasses = {
  people: [
    'inetorgperson',
    'person',
    'organizationalperson',
    'user',
    'posixaccount',
    'account',
    'ipauser',
    'eduperson',
    'newpilotperson',
    'openldapperson',
    'pilotperson',
    'residentialperson',
  ],
  groups: [
    'group',
    'groupofentries',
    'groupofmembers',
    'groupofnames',
    'groupofuniquenames',
    'groupofurls',
    'ipausergroup',
    'posixgroup',
  ],
  others: [
    'alias',
    'builtindomain',
    'container',
    'country',
    'dcobject',
    'device',
    'domain',
    'domaindns',
    'foreignsecurityprincipal',
    'grouppolicycontainer',
    'locality',
    'nscontainer',
    'organization',
    'organizationalrole',
    'organizationalunit',
    'printqueue',
    'referral',
  ],
  /** Objects that have the classes of people too. */
  likePeople: ['computer', 'contact'],
}

/**
 * What an entry of a directory is by its `objectClass`: null where that does not say it, or where the record is no such entry. What
 * is a group or another object is no account, whatever the mapping.
 */
export function entryKind(record: JsonValue): KnownKind | null {
  if (!isObject(record) || dnOf(record) === undefined) return null
  const classes = listOf(record, 'objectclass').flatMap((each) =>
    typeof each === 'string' ? [each.toLowerCase()] : [],
  )
  const isOne = (of: readonly string[]) => classes.some((each) => of.includes(each))
  const { people, groups, others, likePeople } = directoryClasses
  if (isOne(likePeople)) return 'other'
  if (isOne(people)) return 'person'
  if (isOne(groups)) return 'group'
  return isOne(others) || classes.some((each) => each.startsWith('msds-')) ? 'other' : null
}

/** The distinguished name, as it is written. */
export function dnOf(entry: JsonObject): JsonValue | undefined {
  return valueOf(entry, ['dn', 'distinguishedname'])
}

/** The attribute's first value; names of attributes are compared in lower case. */
export function valueOf(entry: JsonObject, names: readonly string[]): JsonValue | undefined {
  return names.flatMap((name) => listOf(entry, name)).find((each) => each !== '' && each !== null)
}

export function listOf(entry: JsonObject, name: string): readonly JsonValue[] {
  const key = Object.keys(entry).find(
    (each) => each.length === name.length && each.toLowerCase() === name,
  )
  const found = key === undefined ? undefined : entry[key]
  if (found === undefined) return []
  return isList(found) ? found : [found]
}
