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
import { clip } from '../../contract/text.ts'
import {
  all,
  any,
  exists,
  not,
  test,
  untold,
  readTree,
  type Expression,
  type SourceRule,
} from './expression.ts'

/** An entry of a directory: its attributes, several values as a list. */
type Entry = Readonly<Record<string, unknown>>

/** Groups whose members an LDAP URL finds: `memberURL` of OpenLDAP and others. */
export function readLdap(entries: readonly Entry[]): SourceRule[] {
  const found = entries.flatMap((entry) => {
    const urls = valuesOf(entry, 'memberURL')
    if (urls.length === 0) return []
    const [dn = ''] = valuesOf(entry, 'dn')
    const [name = dn] = valuesOf(entry, 'cn')
    const asked = urls.map((url) => readUrl(url))
    const isMixed = ['member', 'uniqueMember'].some((each) => valuesOf(entry, each).length > 0)
    return {
      dn,
      name,
      text: urls.join(' '),
      group: { type: 'idp_group', handle: name },
      expression: { kind: 'any' as const, of: asked.map(({ expression }) => expression) },
      except: [
        ...new Set(asked.flatMap(({ except }) => except)),
        ...(isMixed ? ['its members that are named one by one are not in the drafts'] : []),
      ],
    }
  })
  const names = Map.groupBy(found, ({ name }) => name.toLowerCase())
  return found.map(({ dn, ...rule }): SourceRule => {
    const isOnly = names.get(rule.name.toLowerCase())?.length === 1
    const why = `another group is called ${rule.name} too: the drafts name groups by it`
    return isOnly ? rule : Object.assign(rule, { name: dn, expression: untold(why) })
  })
}

function valuesOf(entry: Entry, attribute: string): string[] {
  const found = Object.entries(entry).find(
    ([name]) => name.toLowerCase() === attribute.toLowerCase(),
  )
  return [found?.[1] ?? []].flat().map(String)
}

type AskedUrl = { expression: Expression; except: string[] }

const cannot = (why: string): AskedUrl => ({ expression: untold(why), except: [] })

function readUrl(url: string): AskedUrl {
  const [, rest] = /^ldapi?s?:\/\/[^/]*\/(.*)$/is.exec(url) ?? []
  if (rest === undefined) return cannot(`${url} is no LDAP URL`)
  const parts = rest.split('?').map(decoded)
  if (parts.includes(undefined) || parts.length > 5) return cannot(`${url} can't be read`)
  const [base = '', attributes, scope = '', filter, extensions] = parts
  if (attributes || extensions)
    return cannot('a URL with attributes or extensions has no counterpart')
  if (scope === '' || /^base/i.test(scope))
    return cannot(`it names one entry, ${base}: name the person`)
  const depth = /^one/i.test(scope) ? 'directly below' : 'below'
  const except = base === '' ? [] : [`accounts that are not ${depth} ${base} count too`]
  return { expression: translateFilter(filter || '(objectClass=*)'), except }
}

/** Undefined for what is not encoded as URLs are. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** A search filter of RFC 4515. */
export function translateFilter(text: string): Expression {
  if (!isBalanced(text)) return untold('its parentheses do not match, or are too many')
  return readTree(() => {
    let filter: Filter
    try {
      filter = FilterParser.parseString(textsOf(text))
    } catch (error) {
      const why = error instanceof Error ? clip(error.message) : String(error)
      return untold(`the filter can't be read: ${why}`)
    }
    return translate(filter)
  })
}

/** Filters are short. What is nested more deeply is none. */
const mostNested = 100

/** Whether it is one filter in parentheses. */
function isBalanced(text: string): boolean {
  const trimmed = text.trim()
  let depth = 0
  for (let at = 0; at < trimmed.length; at += 1) {
    if (trimmed[at] === '(') depth += 1
    if (trimmed[at] === ')') depth -= 1
    if (depth > mostNested || depth < 0) return false
    if (depth === 0 && at < trimmed.length - 1) return false
  }
  return depth === 0 && trimmed !== ''
}

/** With the letters that are written as bytes of UTF-8, which the parser takes one by one. */
function textsOf(text: string): string {
  return text.replaceAll(/(?:\\[89a-f][0-9a-f])+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'),
  )
}

/** Attributes of every entry of a person. */
const ofEveryone = /^objectclass$|^objectcategory$/i
const classesOfPeople = /^(?:top|person|organizationalPerson|inetOrgPerson|user)$/i

/** Texts whose case does not matter, as directories spell them. */
const texts =
  'cn sn givenName displayName mail uid title department departmentNumber division company o ou l st c co street postalCode ' +
  'employeeNumber employeeID employeeType physicalDeliveryOfficeName description sAMAccountName userPrincipalName ' +
  'businessCategory roomNumber preferredLanguage'
const aliases =
  'commonName=cn surname=sn gn=givenName rfc822Mailbox=mail userid=uid organizationName=o organizationalUnitName=ou ' +
  'localityName=l stateOrProvinceName=st countryName=c streetAddress=street'
const known = new Map(texts.split(' ').map((name) => [name.toLowerCase(), name]))
for (const [alias = '', name = ''] of aliases.split(' ').map((each) => each.split('=')))
  known.set(alias.toLowerCase(), name)
const numbers = new Map(
  ['uidNumber', 'gidNumber', 'userAccountControl'].map((name) => [name.toLowerCase(), name]),
)
const ofGroups =
  /^(?:(?:is)?memberOf|groupMembership|nsRole(?:DN)?|manager|secretary|owner|seeAlso|roleOccupant|directReports)$/i

/** What is asked of an attribute. Case does not matter in its name, and does in a profile key. */
function asked(attribute: string, ask: (key: string) => Expression): Expression {
  if (ofGroups.test(attribute)) return untold(`${attribute} names other entries`)
  const key = known.get(attribute.toLowerCase()) ?? numbers.get(attribute.toLowerCase())
  const expression = ask(key ?? attribute)
  const unsure = `whether the source has ${attribute}, and how its values are compared, is not known`
  return key === undefined && expression.kind === 'test' ? { ...expression, unsure } : expression
}

function translate(filter: Filter): Expression {
  if (filter instanceof AndFilter) return all(...filter.filters.map(translate))
  if (filter instanceof OrFilter) return any(...filter.filters.map(translate))
  if (filter instanceof NotFilter) return not(translate(filter.filter))
  if (filter instanceof PresenceFilter)
    return ofEveryone.test(filter.attribute) ? { kind: 'always' } : asked(filter.attribute, exists)
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
  if (ofEveryone.test(attribute))
    return classesOfPeople.test(value)
      ? { kind: 'always' }
      : untold(`the source does not read ${attribute}=${value}`)
  if (value === '') return untold(`${attribute} is compared with nothing`)
  if (!numbers.has(attribute.toLowerCase()))
    return asked(attribute, (key) => test(key, 'equals', value.replaceAll(/ +/g, ' ')))
  return /^\d+$/.test(value)
    ? asked(attribute, (key) => test(key, 'equals', value.replace(/^0+(?=\d)/, '')))
    : untold(`${attribute} is a number`)
}

function substring({ attribute, initial, any: middle, final }: SubstringFilter): Expression {
  const parts = [
    ...(initial === '' ? [] : [{ operator: 'starts_with' as const, value: initial }]),
    ...middle.map((value) => ({ operator: 'contains' as const, value })),
    ...(final === '' ? [] : [{ operator: 'ends_with' as const, value: final }]),
  ]
  const [only, another] = parts
  if (only === undefined) return untold(`${attribute} is compared with nothing`)
  if (another === undefined) return asked(attribute, (key) => test(key, only.operator, only.value))
  const pattern = [initial, ...middle, final].map(literal).join('(?s:.*)')
  return asked(attribute, (key) => test(key, 'matches', pattern))
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
  return any(
    asked(attribute, (key) => test(key, operator, value, except)),
    asked(attribute, (key) => test(key, 'equals', value)),
  )
}
