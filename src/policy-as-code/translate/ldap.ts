import {
  AndFilter,
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  FilterParser,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
  type Filter,
} from 'ldapts'
import {
  all,
  any,
  exists,
  not,
  test,
  untold,
  type Expression,
  type SourceRule,
} from './expression.ts'

/** An entry of a directory: its attributes, several values as a list. */
type Entry = Readonly<Record<string, unknown>>

/** Groups whose members an LDAP URL finds: `memberURL` of OpenLDAP and others. */
export function readLdap(entries: readonly Entry[]): SourceRule[] {
  return entries.flatMap((entry) => {
    const urls = valuesOf(entry, 'memberURL')
    if (urls.length === 0) return []
    const [name = ''] = [...valuesOf(entry, 'cn'), ...valuesOf(entry, 'dn')]
    const asked = urls.map(translateUrl)
    return {
      name,
      text: urls.join(' '),
      group: { type: 'idp_group', handle: name },
      expression: any(...asked.map(({ expression }) => expression)),
      except: [...new Set(asked.flatMap(({ except }) => except))],
    }
  })
}

function valuesOf(entry: Entry, attribute: string): string[] {
  const found = Object.entries(entry).find(
    ([name]) => name.toLowerCase() === attribute.toLowerCase(),
  )
  return [found?.[1] ?? []].flat().map(String)
}

function translateUrl(url: string): { expression: Expression; except: string[] } {
  const parts = /^ldaps?:\/\/[^/]*\/([^?]*)\??[^?]*\??([^?]*)\??([^?]*)/i.exec(url)
  if (parts === null) return { expression: untold(`${url} is no LDAP URL`), except: [] }
  const [base = '', scope = '', filter = ''] = parts
    .slice(1)
    .map((part) => decodeURIComponent(part))
  const depth = /^one/i.test(scope) ? 'directly below' : 'below'
  const isBase = scope === '' || /^base/i.test(scope)
  if (isBase)
    return { expression: untold(`it names one entry, ${base}: name the person`), except: [] }
  const except = base === '' ? [] : [`accounts that are not ${depth} ${base} count too`]
  return { expression: translateFilter(filter || '(objectClass=*)'), except }
}

/** A search filter of RFC 4515. */
export function translateFilter(text: string): Expression {
  let filter: Filter
  try {
    filter = FilterParser.parseString(text)
  } catch (error) {
    return untold(
      `the filter can't be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return translate(filter)
}

/** Attributes of every entry of a person. */
const ofEveryone = /^objectclass$|^objectcategory$/i

const usual =
  'cn sn givenName displayName mail uid title department departmentNumber division company o ou l st c co street postalCode ' +
  'employeeNumber employeeID employeeType manager physicalDeliveryOfficeName description telephoneNumber mobile sAMAccountName ' +
  'userPrincipalName userAccountControl uidNumber gidNumber businessCategory roomNumber preferredLanguage'
const spelled = new Map(usual.split(' ').map((name) => [name.toLowerCase(), name]))

/** Case does not matter in the name of an attribute, and does in a profile key: as directories spell it, where that is known. */
function keyOf(attribute: string): string {
  return spelled.get(attribute.toLowerCase()) ?? attribute
}

function translate(filter: Filter): Expression {
  if (filter instanceof AndFilter) return all(...filter.filters.map(translate))
  if (filter instanceof OrFilter) return any(...filter.filters.map(translate))
  if (filter instanceof NotFilter) return not(translate(filter.filter))
  if (filter instanceof PresenceFilter)
    return ofEveryone.test(filter.attribute) ? { kind: 'always' } : exists(keyOf(filter.attribute))
  if (filter instanceof EqualityFilter) return equal(filter.attribute, String(filter.value))
  if (filter instanceof SubstringFilter) return substring(filter)
  if (filter instanceof GreaterThanEqualsFilter) return ordered(filter, 'greater_than')
  if (filter instanceof LessThanEqualsFilter) return ordered(filter, 'less_than')
  if (filter instanceof ApproximateFilter)
    return untold(`~= of ${filter.attribute} has no counterpart`)
  if (filter instanceof ExtensibleFilter)
    return untold('a matching rule in a filter has no counterpart')
  return untold('a part of the filter is not known')
}

function equal(attribute: string, value: string): Expression {
  if (/^memberof$/i.test(attribute)) return untold('memberOf asks for another group of the account')
  if (!ofEveryone.test(attribute)) return test(keyOf(attribute), 'equals', value)
  return isOfPeople(value)
    ? { kind: 'always' }
    : untold(`the source reads accounts of people, not ${attribute}=${value}`)
}

function isOfPeople(value: string): boolean {
  return /^(?:top|\w*person|user|(?:posix|shadow)Account)$/i.test(value)
}

function substring({ attribute: name, initial, any: middle, final }: SubstringFilter): Expression {
  const attribute = keyOf(name)
  const parts = [
    ...(initial === '' ? [] : [test(attribute, 'starts_with', initial)]),
    ...middle.map((part) => test(attribute, 'contains', part)),
    ...(final === '' ? [] : [test(attribute, 'ends_with', final)]),
  ]
  if (parts.length <= 1) return all(...parts)
  const pattern = [initial, ...middle, final].map(literal).join('(?s:.*)')
  return test(attribute, 'matches', pattern)
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** `>=` of numbers. Texts are ordered by the rules of their syntax, which are not known here. */
function ordered(
  { attribute, value }: { attribute: string; value: string },
  operator: 'greater_than' | 'less_than',
): Expression {
  if (!/^-?\d+$/.test(value))
    return untold(`only numbers are ordered here: ${attribute} and ${value}`)
  const except = `${attribute} is compared by number, whatever its order is in the directory`
  const key = keyOf(attribute)
  return any(test(key, operator, value, except), test(key, 'equals', value))
}
