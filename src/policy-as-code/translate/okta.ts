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

const grammar: Grammar = {
  infix: { or: 1, and: 2, '==': 3, '!=': 3, '<': 4, '>': 4, '<=': 4, '>=': 4 },
  prefix: { not: 5 },
  spellings: { '||': 'or', '&&': 'and', '!': 'not' },
  escape: '\\',
}

/** Rules as the Okta API lists them: `GET /api/v1/groups/rules`, or one of them. */
export function readOkta(text: string): SourceRule[] {
  return recordsOf(text, 'rules').flatMap((rule) => {
    const expression = textAt(rule, 'conditions', 'expression', 'value')
    const ids = listAt(rule, 'actions', 'assignUserToGroups', 'groupIds')
    return ids.map((id) => ({
      name: textAt(rule, 'name'),
      text: expression,
      group: { type: 'idp_group', vendor_id: String(id) },
      expression: translateOkta(expression),
      except: exceptOf(rule),
    }))
  })
}

function exceptOf(rule: Record<string, unknown>): string[] {
  const excluded = [
    ...listAt(rule, 'conditions', 'people', 'users', 'exclude'),
    ...listAt(rule, 'conditions', 'people', 'groups', 'exclude'),
  ]
  const leaves = `Okta leaves out ${excluded.join(', ')}: add a condition { type: user, operator: not_equals, email: … } for each`
  const status = textAt(rule, 'status')
  return [
    ...(excluded.length > 0 ? [leaves] : []),
    ...(status === 'INACTIVE' || status === 'INVALID'
      ? [`it is ${status.toLowerCase()} in Okta`]
      : []),
  ]
}

/** An expression of a group rule in Okta Expression Language. */
export function translateOkta(text: string): Expression {
  try {
    return translate(readExpression(text, grammar))
  } catch (error) {
    if (!(error instanceof UnreadableExpression)) throw error
    return untold(`it can't be read ${error.message}`)
  }
}

function translate(node: Node): Expression {
  if (node.kind === 'prefix') return not(translate(node.of))
  if (node.kind === 'infix') {
    const { operator, left, right } = node
    if (operator === 'and') return all(translate(left), translate(right))
    if (operator === 'or') return any(translate(left), translate(right))
    return compared(operator, left, right)
  }
  if (node.kind === 'call') return called(node)
  const key = keyOf(node)
  return key === undefined ? untold(cannot(node)) : test(key, 'equals', 'true')
}

function compared(operator: string, left: Node, right: Node): Expression {
  if (left.kind === 'value' && right.kind !== 'value')
    return compared(turned[operator] ?? operator, right, left)
  const lowered = loweredOf(left)
  const key = keyOf(lowered ?? left)
  if (key === undefined || right.kind !== 'value')
    return untold(cannot(key === undefined ? left : right))
  const { value } = right
  if (operator === '!=') return not(compared('==', left, right))
  if (operator === '==') {
    if (value === null || value === '') return not(exists(key))
    return test(key, 'equals', String(value), lowered === undefined ? caseOf(value) : undefined)
  }
  if (typeof value !== 'number')
    return untold(`texts are not ordered here: ${key} ${operator} ${JSON.stringify(value)}`)
  const strict = test(key, operator.startsWith('<') ? 'less_than' : 'greater_than', String(value))
  return operator.endsWith('=') ? any(strict, test(key, 'equals', String(value))) : strict
}

const turned: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

const textTests: Readonly<Record<string, TestOperator>> = {
  'String.stringContains': 'contains',
  'String.startsWith': 'starts_with',
  'Arrays.contains': 'equals',
}

function called(node: Extract<Node, { kind: 'call' }>): Expression {
  const name = node.path.join('.')
  const [of, what] = node.args
  if (name === 'Arrays.isEmpty' && of !== undefined) {
    const key = keyOf(of)
    return key === undefined ? untold(cannot(of)) : not(exists(key))
  }
  const operator = textTests[name]
  if (operator === undefined || of === undefined) return untold(cannot(node))
  const lowered = loweredOf(of)
  const key = keyOf(lowered ?? of)
  if (key === undefined || what?.kind !== 'value' || what.value === null)
    return untold(cannot(node))
  return test(
    key,
    operator,
    String(what.value),
    lowered === undefined ? caseOf(what.value) : undefined,
  )
}

/** What a text is made of whose letters are changed to one case: Muster ignores case. */
function loweredOf(node: Node): Node | undefined {
  const isCase = node.kind === 'call' && /^String\.to(?:Lower|Upper)Case$/.test(node.path.join('.'))
  return isCase ? node.args[0] : undefined
}

/** The profile key of `user.department` and `user.profile.department`. */
function keyOf(node: Node): string | undefined {
  if (node.kind !== 'name') return undefined
  const [first, ...path] = node.path
  const key = path[0] === 'profile' ? path.slice(1) : path
  return first === 'user' && key.length > 0 ? key.join('.') : undefined
}

export function caseOf(value: unknown): string | undefined {
  const text = String(value)
  return typeof value === 'string' && text.toLowerCase() !== text.toUpperCase()
    ? 'case is ignored here'
    : undefined
}

function cannot(node: Node): string {
  if (node.kind === 'call' && /[mM]emberOf/.test(node.path.join('.')))
    return `${node.path.join('.')} asks for another group of the account`
  if (node.kind === 'call') return `${node.path.join('.')} has no counterpart`
  if (node.kind === 'name') return `${node.path.join('.')} is no value of a profile`
  return 'a comparison of two values of a profile, or of a computed one, has no counterpart'
}
