import type { JsonValue } from '../../contract/json.ts'
import type { AccountMapping } from './mapping.ts'
import { tidyName } from './read-names.ts'
import { limits } from './source-record.ts'

/** The key of a profile that holds the name of a manager, where a mapping reads one. */
export const managerNameKey = 'managerName'

/** The keys of a profile that say who the manager is. */
export const managerKeys = ['managerId', 'managerEmail', managerNameKey] as const

/** Other keys that say who the manager is, and count in place of a name. */
const referenceKeys = ['managerId', 'managerEmail']

/** The name in a distinguished name of Active Directory: `CN=Moreau\, Ada,OU=Sales,DC=acme,DC=example`. */
const commonName = /^CN=((?:[^,\\]|\\.){1,200}),/i

/** Zoho and greytHR put the number of a manager behind the name: `Ada Moreau ZY1`, `Ada Moreau [G2]`. */
const numberBehind = /\s[-–|([]?\s?[A-Z]{0,5}-?\d+[)\]]?\s*$/

/**
 * The manager's name as first and last name, by the keys of a profile, of names in the given column. Null where a number or an address
 * says who it is, and for what is no name.
 */
export function readManagerName(
  profile: (key: string) => JsonValue | undefined,
  { column, mapping }: { column: string; mapping: AccountMapping },
): string | null {
  const said = profile(managerNameKey)
  if (typeof said !== 'string') return null
  const isReferred = (value: JsonValue | undefined) =>
    value !== undefined && typeof value !== 'object' && value !== said
  if (referenceKeys.some((key) => isReferred(profile(key)))) return null
  const common = commonName.exec(said)?.[1]?.replaceAll(/\\(.)/g, '$1')
  const bare = (common ?? said).replace(numberBehind, '')
  if (bare.length > limits.name) return null
  const name = tidyName(bare, column, mapping)
  return /\p{L}/u.test(name) && !/[\d@=#/\\<>]/.test(name) ? name : null
}
