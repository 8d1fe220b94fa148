import type { JsonObject, JsonValue } from '../../contract/json.ts'
import type { DirectoryReading } from './directory-reading.ts'
import { stableId } from './flavour.ts'
import { expiryAttributes } from '../file/ldif-value.ts'
import { firstText, type LdapEntry } from './ldap-entry.ts'

/** What is read of people in every directory that has it. None of it is secret. */
const usual = [
  'uid',
  'sAMAccountName',
  'userPrincipalName',
  'cn',
  'givenName',
  'sn',
  'displayName',
  'mail',
  'employeeNumber',
  'employeeID',
  'employeeType',
  'department',
  'departmentNumber',
  'division',
  'title',
  'company',
  'o',
  'ou',
  'l',
  'c',
  'co',
  'physicalDeliveryOfficeName',
  'manager',
  'userAccountControl',
  'nsAccountLock',
  'pwdAccountLockedTime',
  ...expiryAttributes,
]

/** Read for what follows from it. */
const derived = ['objectClass', 'whenCreated', 'createTimestamp']

/** The attributes that a person's record needs. */
export function personAttributes({ dialect, attributes }: DirectoryReading): readonly string[] {
  return [...new Set([dialect.id, dialect.changedBy, ...usual, ...derived, ...attributes])]
}

type Finding = Pick<DirectoryReading, 'dialect' | 'attributes'> & {
  /** The id of the person with that DN. */
  idOf: (dn: string) => Promise<string | undefined>
}

/** The entry as the mapping reads it (file/mappings/ldap.ts). */
export async function personRecord(
  entry: LdapEntry,
  { dialect, attributes, idOf }: Finding,
): Promise<JsonObject> {
  const record: Record<string, JsonValue> = { dn: entry.dn }
  for (const name of [...usual, ...attributes]) {
    const [value, ...more] = entry.texts(name)
    // That one as an instant below.
    if (value !== undefined && name !== 'accountExpires')
      record[name] = more.length === 0 ? value : [value, ...more]
  }
  const manager = firstText(entry, ['manager'])
  // One who is not among the people stays as a reference that can't be resolved, and is counted as such.
  if (manager !== undefined) record['managerId'] = (await idOf(manager)) ?? manager
  const created = isoTime(firstText(entry, ['whenCreated', 'createTimestamp']))
  const expires = fileTime(firstText(entry, ['accountExpires']))
  return {
    ...record,
    ...definedOnly({
      id: stableId(entry, dialect),
      createdAt: created,
      accountExpires: expires?.toISOString(),
      serviceAccount: isServiceAccount(entry) ? true : undefined,
    }),
  }
}

const serviceClasses = new Set(['msds-managedserviceaccount', 'msds-groupmanagedserviceaccount'])

/** A class that only gives an entry a password makes a service of what has no last name, as all people have. */
function isServiceAccount(entry: LdapEntry): boolean {
  const classes = entry.texts('objectClass').map((name) => name.toLowerCase())
  return (
    classes.some((name) => serviceClasses.has(name)) ||
    (classes.includes('simplesecurityobject') && entry.texts('sn').length === 0)
  )
}

function definedOnly(values: Record<string, JsonValue | undefined>): JsonObject {
  const kept: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(values)) if (value !== undefined) kept[key] = value
  return kept
}

/** A generalized time in UTC, such as `20260131094500.0Z`, as ISO 8601. */
function isoTime(text: string | undefined): string | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?Z$/.exec(text ?? '') ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
}

const never = 9_223_372_036_854_775_807n
const from1601To1970Milliseconds = 11_644_473_600_000n

/** A Windows file time: ticks of 100 ns since 1601. 0 and the largest number mean never. */
function fileTime(text: string | undefined): Date | undefined {
  if (text === undefined || !/^\d{1,19}$/.test(text)) return undefined
  const ticks = BigInt(text)
  if (ticks === 0n || ticks === never) return undefined
  const at = new Date(Number(ticks / 10_000n - from1601To1970Milliseconds))
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999 ? undefined : at
}
