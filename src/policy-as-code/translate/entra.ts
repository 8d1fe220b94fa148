import {
  exists,
  not,
  test,
  untold,
  readTree,
  type Expression,
  type SourceRule,
  type TestOperator,
} from './expression.ts'
import { readExpression, type Grammar, type Node } from './infix.ts'
import { listAt, recordsOf, textAt } from './read-json.ts'
import { judgePattern } from '../../engine/pattern.ts'

const comparisons =
  'eq ne startswith notstartswith endswith notendswith contains notcontains match notmatch in notin le ge lt gt any all'
const names = [...comparisons.split(' '), 'and', 'or', 'not']

const grammar: Grammar = {
  infix: {
    or: 1,
    and: 2,
    ...Object.fromEntries(comparisons.split(' ').map((name) => [name, 4])),
  },
  prefix: { not: 3 },
  chains: ['and', 'or'],
  spellings: {
    ...Object.fromEntries(names.map((name) => [`-${name}`, name])),
    $null: 'null',
    $true: 'true',
    $false: 'false',
  },
  escape: '`',
}

/** Groups as Microsoft Graph lists them: `GET /v1.0/groups?$select=id,displayName,groupTypes,membershipRule,membershipRuleProcessingState`. */
export function readEntra(text: string): SourceRule[] {
  return recordsOf(text, 'value').flatMap((group) => {
    const rule = textAt(group, 'membershipRule')
    const isDynamic = listAt(group, 'groupTypes').includes('DynamicMembership')
    if (rule === '' && !isDynamic) return []
    const isPaused = textAt(group, 'membershipRuleProcessingState') === 'Paused'
    return {
      name: textAt(group, 'displayName') || textAt(group, 'id'),
      text: rule,
      group: { type: 'idp_group', vendor_id: textAt(group, 'id') },
      expression:
        rule === ''
          ? untold('the file does not have its rule: add membershipRule to $select')
          : translateEntra(rule),
      except: isPaused ? ['it is paused in Entra'] : [],
    }
  })
}

/** A rule for dynamic membership of users. */
export function translateEntra(text: string): Expression {
  if (/^\s*direct reports for\s/i.test(text))
    return untold('it names a manager by object id: write { type: direct_reports_of, email: … }')
  return readTree(() => translate(readExpression(text, grammar)))
}

function translate(node: Node): Expression {
  if (node.kind === 'prefix') return not(translate(node.of))
  if (node.kind === 'chain')
    return { kind: node.operator === 'and' ? 'all' : 'any', of: node.of.map(translate) }
  if (node.kind !== 'infix') return untold('a value alone is no test')
  const { operator, left, right } = node
  if (operator === 'any') return anyOf(left, right)
  if (operator === 'all')
    return untold('-all asks every value: here a test holds if any value meets it')
  const key = keyOf(left)
  return typeof key === 'string' ? compared(operator, key, right) : key
}

/** `user.proxyAddresses -any (_ -startsWith "smtp:")` */
function anyOf(left: Node, right: Node): Expression {
  const key = keyOf(left)
  if (typeof key !== 'string') return key
  const isPlain =
    right.kind === 'infix' && right.left.kind === 'name' && right.left.path.join('.') === '_'
  if (!isPlain) return untold(`-any over parts of ${key} has no counterpart`)
  const isNegative = /^n(?:e|ot)/.test(right.operator) || isNothing(right.right)
  return isNegative
    ? untold(`-any with a negative test of ${key} has no counterpart`)
    : compared(right.operator, key, right.right)
}

const tests: Readonly<Record<string, TestOperator>> = {
  eq: 'equals',
  startswith: 'starts_with',
  endswith: 'ends_with',
  contains: 'contains',
  match: 'matches',
  in: 'in',
}
const negatives: Readonly<Record<string, string>> = {
  ne: 'eq',
  notstartswith: 'startswith',
  notendswith: 'endswith',
  notcontains: 'contains',
  notmatch: 'match',
  notin: 'in',
}

function compared(operator: string, property: string, right: Node): Expression {
  // Every user has both.
  const key = property === 'objectId' && isNothing(right) ? 'userPrincipalName' : property
  if (key === 'objectId') return untold('user.objectId is no value of a profile: name the person')
  const positive = Object.hasOwn(negatives, operator) ? negatives[operator] : undefined
  if (positive !== undefined) return not(compared(positive, key, right))
  const kind = Object.hasOwn(tests, operator) ? tests[operator] : undefined
  if (kind === undefined) return untold(`-${operator} compares dates in a way that no test does`)
  const unsure = unsureOf(key)
  if (kind === 'in') {
    const values = right.kind === 'list' ? right.of.map(valueOf) : []
    const texts = values.filter((value) => value !== undefined)
    return texts.length > 0 && texts.length === values.length
      ? { ...test(key, 'in', texts), ...unsure }
      : untold(`-in takes a list of texts`)
  }
  if (isNothing(right) && kind === 'equals') return not({ ...exists(key), ...unsure })
  const value = valueOf(right)
  if (value === undefined || value === '')
    return untold(`${key} is compared with something else than a value`)
  if (kind !== 'matches') return { ...test(key, kind, value), ...unsure }
  const refusal = judgePattern(value)
  if (refusal !== null) return untold(`the pattern ${value}: ${refusal}`)
  // A pattern of Entra may match a part.
  return { ...test(key, kind, `(?s:.*)(?:${value})(?s:.*)`), ...unsure }
}

function isNothing(node: Node): boolean {
  return node.kind === 'value' && (node.value === null || node.value === '')
}

function valueOf(node: Node): string | undefined {
  if (node.kind === 'number') return node.value
  return node.kind === 'value' && node.value !== null ? String(node.value) : undefined
}

/** The properties that the source reads, whose names rules may spell in any case. */
const read =
  'userPrincipalName mail displayName givenName surname accountEnabled createdDateTime userType externalUserState employeeId ' +
  'employeeType employeeHireDate jobTitle department companyName officeLocation city state country usageLocation ' +
  'preferredLanguage onPremisesSamAccountName employeeOrgData.costCenter employeeOrgData.division'
const known = new Map(read.split(' ').map((name) => [name.toLowerCase(), name]))
for (let number = 1; number <= 15; number += 1)
  known.set(
    `extensionattribute${number}`,
    `onPremisesExtensionAttributes.extensionAttribute${number}`,
  )
// Rules have a name of their own for it.
known.set('physicaldeliveryofficename', 'officeLocation')
const sure = new Set(known.values())

function unsureOf(key: string): { unsure?: string } {
  return sure.has(key) ? {} : { unsure: `the source may not have ${key}` }
}

/** The profile key of a property of users, or why there is none. */
function keyOf(node: Node): string | Expression {
  if (node.kind !== 'name') return untold('a test begins with a property of the user')
  const [object = '', ...path] = node.path
  const name = path.join('.')
  if (object.toLowerCase() === 'device') return untold('it is about devices')
  if (object.toLowerCase() !== 'user' || name === '')
    return untold(`${node.path.join('.')} is no property of a user`)
  if (/^memberof$/i.test(name)) return untold('user.memberOf asks for another group of the account')
  if (/^objectid$/i.test(name)) return 'objectId'
  return known.get(name.toLowerCase()) ?? name
}
