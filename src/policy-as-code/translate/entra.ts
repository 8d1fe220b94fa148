import {
  all,
  any,
  exists,
  not,
  test,
  untold,
  type Expression,
  type SourceRule,
  type TestOperator,
} from './expression.ts'
import { readExpression, type Grammar, type Node } from './infix.ts'
import { listAt, recordsOf, textAt } from './read-json.ts'
import { UnreadableExpression } from './tokens.ts'

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
  spellings: {
    ...Object.fromEntries(names.map((name) => [`-${name}`, name])),
    $null: 'null',
    $true: 'true',
    $false: 'false',
  },
  escape: '`',
}

/** Groups as Microsoft Graph lists them: `GET /v1.0/groups?$select=id,displayName,membershipRule,membershipRuleProcessingState`. */
export function readEntra(text: string): SourceRule[] {
  return recordsOf(text, 'value')
    .filter((group) => textAt(group, 'membershipRule') !== '')
    .map((group) => ({
      name: textAt(group, 'displayName'),
      text: textAt(group, 'membershipRule'),
      group: { type: 'idp_group', vendor_id: textAt(group, 'id') },
      expression: translateEntra(textAt(group, 'membershipRule')),
      except: [
        ...(textAt(group, 'membershipRuleProcessingState') === 'Paused'
          ? ['it is paused in Entra']
          : []),
        ...(listAt(group, 'groupTypes').includes('DynamicMembership') ||
        group['groupTypes'] === undefined
          ? []
          : ['the group is not dynamic in Entra']),
      ],
    }))
}

/** A rule for dynamic membership of users. */
export function translateEntra(text: string): Expression {
  if (/^\s*direct reports for\s/i.test(text))
    return untold('it names a manager by object id: write { type: direct_reports_of, email: … }')
  try {
    return translate(readExpression(text, grammar))
  } catch (error) {
    if (!(error instanceof UnreadableExpression)) throw error
    return untold(`it can't be read ${error.message}`)
  }
}

function translate(node: Node): Expression {
  if (node.kind === 'prefix') return not(translate(node.of))
  if (node.kind !== 'infix') return untold('a value alone is no test')
  const { operator, left, right } = node
  if (operator === 'and') return all(translate(left), translate(right))
  if (operator === 'or') return any(translate(left), translate(right))
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
  const isNegative = /^n(?:e|ot)/.test(right.operator)
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
  const isOfNothing = right.kind === 'value' && (right.value === null || right.value === '')
  // Every user has both.
  const key = property === 'objectId' && isOfNothing ? 'userPrincipalName' : property
  if (key === 'objectId') return untold('user.objectId is no value of a profile: name the person')
  const positive = negatives[operator]
  if (positive !== undefined) return not(compared(positive, key, right))
  const kind = tests[operator]
  if (kind === undefined)
    return untold(`-${operator} compares with the time of day, which no test does`)
  if (kind === 'in') {
    const values = right.kind === 'list' ? right.of.map(valueOf) : []
    const texts = values.filter((value) => value !== undefined)
    return texts.length > 0 && texts.length === values.length
      ? test(key, 'in', texts)
      : untold(`-in takes a list of texts`)
  }
  if (isOfNothing && kind === 'equals') return not(exists(key))
  const value = valueOf(right)
  if (value === undefined) return untold(`${key} is compared with something else than a value`)
  // A pattern of Entra may match a part.
  return test(key, kind, kind === 'matches' ? `(?s:.*)(?:${value})(?s:.*)` : value)
}

function valueOf(node: Node): string | undefined {
  return node.kind === 'value' && node.value !== null ? String(node.value) : undefined
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
  if (/^extensionAttribute\d+$/i.test(name))
    return `onPremisesExtensionAttributes.e${name.slice(1)}`
  return name
}
