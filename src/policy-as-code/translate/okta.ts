import {
  any,
  exists,
  not,
  test,
  untold,
  exactnessOf,
  readTree,
  type Expression,
  type SourceRule,
  type TestOperator,
} from './expression.ts'
import { readExpression, type Grammar, type Node } from './infix.ts'
import { listAt, recordsOf, textAt } from './read-json.ts'

const grammar: Grammar = {
  infix: { or: 1, and: 2, '==': 3, '!=': 3, '<': 4, '>': 4, '<=': 4, '>=': 4 },
  prefix: { not: 5 },
  chains: ['and', 'or'],
  spellings: { '||': 'or', '&&': 'and', '!': 'not' },
  escape: '\\',
}

/** Rules as the Okta API lists them: `GET /api/v1/groups/rules`, or one of them. */
export function readOkta(text: string): SourceRule[] {
  return recordsOf(text, 'rules').flatMap((rule) => {
    const asked = translateOkta(ruleText(rule))
    const ids = listAt(rule, 'actions', 'assignUserToGroups', 'groupIds')
    return ids.length === 0
      ? [ruleFor('', rule, untold('it assigns no group'))]
      : ids.map((id) => ruleFor(String(id), rule, asked))
  })
}

const ruleText = (rule: unknown) => textAt(rule, 'conditions', 'expression', 'value')

function ruleFor(groupId: string, rule: unknown, expression: Expression): SourceRule {
  return {
    name: textAt(rule, 'name'),
    text: ruleText(rule),
    group: { type: 'idp_group', vendor_id: groupId },
    expression,
    except: exceptOf(rule),
  }
}

function exceptOf(rule: unknown): string[] {
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
  return readTree(() => translate(readExpression(text, grammar)))
}

function translate(node: Node): Expression {
  if (node.kind === 'prefix') return not(translate(node.of))
  if (node.kind === 'chain')
    return { kind: node.operator === 'and' ? 'all' : 'any', of: node.of.map(translate) }
  if (node.kind === 'infix') return compared(node.operator, node.left, node.right)
  if (node.kind === 'call') return called(node)
  const key = keyOf(node)
  return key === undefined ? untold(cannot(node)) : test(key, 'equals', 'true')
}

const isLiteral = (node: Node) => node.kind === 'value' || node.kind === 'number'

function compared(operator: string, left: Node, right: Node): Expression {
  if (isLiteral(left) && !isLiteral(right))
    return compared(turned[operator] ?? operator, right, left)
  const lowered = loweredOf(left)
  const key = keyOf(lowered?.of ?? left)
  if (key === undefined) return untold(cannot(left))
  if (right.kind !== 'value' && right.kind !== 'number') return untold(cannot(right))
  if (operator === '!=') return not(compared('==', left, right))
  const { value } = right
  if (operator === '==') {
    if (value === null) return not(exists(key))
    if (value === '')
      return not({ ...exists(key), except: ['an empty text and no value are one here'] })
    return whole(key, 'equals', { right, lowered })
  }
  if (right.kind !== 'number')
    return untold(`texts are not ordered here: ${key} ${operator} ${JSON.stringify(value)}`)
  const strict = test(key, operator.startsWith('<') ? 'less_than' : 'greater_than', right.value)
  return operator.endsWith('=') ? any(strict, test(key, 'equals', right.value)) : strict
}

type Lowered = { of: Node; isUpper: boolean }

/** A test of a text. Where its letters are changed to one case, the value must be in that case too. */
function whole(
  key: string,
  operator: TestOperator,
  { right, lowered }: { right: Node; lowered: Lowered | undefined },
): Expression {
  if (right.kind !== 'value' && right.kind !== 'number') return untold(cannot(right))
  const value = String(right.value)
  if (lowered === undefined) return test(key, operator, value, exactnessOf(right.value, right.kind))
  return value === (lowered.isUpper ? value.toUpperCase() : value.toLowerCase())
    ? test(key, operator, value)
    : untold(`${JSON.stringify(value)} is not in the case that it is compared in`)
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
  const lowered = of && loweredOf(of)
  const key = of && keyOf(lowered?.of ?? of)
  if (key === undefined) return untold(cannot(node))
  if (name === 'Arrays.isEmpty') return not(exists(key))
  const operator = Object.hasOwn(textTests, name) ? textTests[name] : undefined
  const isText = what !== undefined && isLiteral(what) && what.kind !== 'number'
  if (operator === undefined || !isText || what.value === null || what.value === '')
    return untold(cannot(node))
  return whole(key, operator, { right: what, lowered })
}

/** What a text is made of whose letters are changed to one case: Muster ignores case. */
function loweredOf(node: Node): Lowered | undefined {
  if (node.kind !== 'call') return undefined
  const [, change] = /^String\.to(Lower|Upper)Case$/.exec(node.path.join('.')) ?? []
  const [of] = node.args
  return change === undefined || of === undefined ? undefined : { of, isUpper: change === 'Upper' }
}

/** What Okta knows of a user beside the profile. */
const ofUser = new Set(
  'id status created activated statusChanged lastLogin lastUpdated passwordChanged type realmId'.split(
    ' ',
  ),
)

/** The profile key of `user.department` and `user.profile.department`. */
function keyOf(node: Node): string | undefined {
  if (node.kind !== 'name') return undefined
  const [first, ...path] = node.path
  const key = path[0] === 'profile' ? path.slice(1) : path
  const isOfProfile = path[0] === 'profile' || !ofUser.has(key[0] ?? '')
  return first === 'user' && key.length > 0 && isOfProfile ? key.join('.') : undefined
}

function cannot(node: Node): string {
  if (node.kind === 'call' && /[mM]emberOf/.test(node.path.join('.')))
    return `${node.path.join('.')} asks for another group of the account`
  if (node.kind === 'call') return `${node.path.join('.')} has no counterpart`
  if (node.kind === 'name') return `${node.path.join('.')} is no value of a profile`
  return 'a comparison of two values of a profile, or of a computed one, has no counterpart'
}
