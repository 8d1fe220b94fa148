import {
  all,
  any,
  not,
  test,
  untold,
  type Expression,
  type SourceRule,
  type TestOperator,
} from './expression.ts'
import { readExpression, type Grammar, type Node } from './infix.ts'
import { caseOf } from './okta.ts'
import { listAt, recordsOf, textAt } from './read-json.ts'
import { UnreadableExpression } from './tokens.ts'

const grammar: Grammar = {
  infix: { '||': 1, '&&': 2, '==': 3, '!=': 3, '=': 3 },
  prefix: { '!': 4 },
  spellings: {},
  escape: '\\',
}

/** Groups as Cloud Identity gives them, with their queries: `groups.get`, `groups.search` with the full view, or a list of them. */
export function readGoogle(text: string): SourceRule[] {
  return recordsOf(text, 'groups').flatMap((group) => {
    const queries = listAt(group, 'dynamicGroupMetadata', 'queries')
    const query = queries.map((each) => textAt(each, 'query')).join(' || ')
    if (query === '') return []
    const address = textAt(group, 'groupKey', 'id')
    return {
      name: textAt(group, 'displayName') || address,
      text: query,
      group: { type: 'suite_identity_group', vendor_id: textAt(group, 'name') },
      expression: translateGoogle(query),
      except: [],
    }
  })
}

/** A membership query, which is in CEL. */
export function translateGoogle(text: string): Expression {
  try {
    return translate(readExpression(text, grammar), undefined)
  } catch (error) {
    if (!(error instanceof UnreadableExpression)) throw error
    return untold(`it can't be read ${error.message}`)
  }
}

/** An entry of a list of the user, as `exists` names it, and where it is in the profile. */
type Entry = { name: string; path: readonly string[] }

function translate(node: Node, entry: Entry | undefined): Expression {
  if (node.kind === 'prefix') return not(translate(node.of, entry))
  if (node.kind === 'call') return called(node, entry)
  if (node.kind === 'infix') {
    const { operator, left, right } = node
    if (operator === '&&') return both(translate(left, entry), translate(right, entry), entry)
    if (operator === '||') return any(translate(left, entry), translate(right, entry))
    return compared(operator, left, right, entry)
  }
  const key = keyOf(node, entry)
  return typeof key === 'string' ? test(key, 'equals', 'true') : key
}

/** Two tests of one entry of a list. Muster tests the values of all entries under a key together. */
function both(left: Expression, right: Expression, entry: Entry | undefined): Expression {
  if (entry === undefined) return all(left, right)
  const except = `several ${entry.path.join('.')} of one person count together, not each on its own`
  const noted = (of: Expression): Expression =>
    of.kind === 'test' ? { ...of, except: [...(of.except ?? []), except] } : of
  return all(noted(left), noted(right))
}

function compared(operator: string, left: Node, right: Node, entry: Entry | undefined): Expression {
  if (operator === '!=') return not(compared('==', left, right, entry))
  const key = keyOf(left, entry)
  if (typeof key !== 'string') return key
  if (right.kind === 'call') return untold(`${right.path.join('.')} has no counterpart`)
  if (right.kind !== 'value' || right.value === null)
    return untold(`${key} is compared with something else than a value`)
  if (typeof right.value === 'number')
    return untold(`${key} is a number here, for which the source gives a word`)
  return test(key, 'equals', String(right.value), caseOf(right.value))
}

const methods: Readonly<Record<string, TestOperator>> = {
  equalsIgnoreCase: 'equals',
  contains: 'contains',
  startsWith: 'starts_with',
  endsWith: 'ends_with',
}

function called(
  { path, args }: Extract<Node, { kind: 'call' }>,
  entry: Entry | undefined,
): Expression {
  const method = path.at(-1) ?? ''
  const of: Node = { kind: 'name', path: path.slice(0, -1) }
  const [first, second] = args
  if (method === 'exists' && first?.kind === 'name' && second !== undefined) {
    const [object, ...list] = of.path
    if (object !== 'user' || list.length === 0 || entry !== undefined)
      return untold(`${of.path.join('.')} is no list of the user`)
    return translate(second, { name: first.path.join('.'), path: list.map(camelCase) })
  }
  const operator = methods[method]
  if (operator === undefined) return untold(`${path.join('.')} has no counterpart`)
  const key = keyOf(of, entry)
  if (typeof key !== 'string') return key
  if (first?.kind !== 'value' || typeof first.value !== 'string')
    return untold(`${method} takes a text`)
  return test(
    key,
    operator,
    first.value,
    method === 'equalsIgnoreCase' ? undefined : caseOf(first.value),
  )
}

/** Names that the Admin SDK spells in another way than queries do. */
const spellings: Readonly<Record<string, string>> = {
  is_2sv_enforced: 'isEnforcedIn2Sv',
  is_enrolled_in_2sv: 'isEnrolledIn2Sv',
  'name.value': 'name.fullName',
}

/** The profile key of a field of the user, or of the entry, or why there is none. */
function keyOf(node: Node, entry: Entry | undefined): string | Expression {
  if (node.kind !== 'name') return untold('a test begins with a field of the user')
  const [object = '', ...path] = node.path
  const isEntry = entry !== undefined && object === entry.name
  if ((!isEntry && object !== 'user') || path.length === 0)
    return untold(`${node.path.join('.')} is no field of the user`)
  const name = path.join('.')
  if (/^org_units?(?:_id)?$/.test(path[0] ?? ''))
    return untold(`${name} is not in the profile: the source gives orgUnitPath`)
  if (name.startsWith('custom_schemas.')) return ['customSchemas', ...path.slice(1)].join('.')
  const key = spellings[name] ?? path.map(camelCase).join('.')
  return isEntry ? [...entry.path, key].join('.') : key
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
