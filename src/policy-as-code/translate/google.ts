import { isRecord } from '../../contract/json.ts'
import {
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
  infix: { '||': 1, '&&': 2, '==': 3, '!=': 3, '=': 3 },
  prefix: { '!': 4 },
  chains: ['&&', '||'],
  spellings: {},
  escape: '\\',
}

/** Groups as Cloud Identity gives them, with their queries: `groups.get`, `groups.search` with the full view, or a list of them. */
export function readGoogle(text: string): SourceRule[] {
  return recordsOf(text, 'groups').flatMap((group) => {
    const queries = listAt(group, 'dynamicGroupMetadata', 'queries')
    const query = queries.map((each) => textAt(each, 'query')).join(' || ')
    const isDynamic = isRecord(group) && isRecord(group['labels']) && dynamic in group['labels']
    if (query === '' && !isDynamic) return []
    const address = textAt(group, 'groupKey', 'id')
    const status = textAt(group, 'dynamicGroupMetadata', 'status', 'status')
    return {
      name: textAt(group, 'displayName') || address,
      text: query,
      // As the Admin SDK lists it, by which sources read groups.
      group: { type: 'suite_workspace_group', handle: address },
      expression:
        query === ''
          ? untold('the file does not have its query: ask for the full view')
          : { kind: 'any', of: queries.map((each) => translateGoogle(textAt(each, 'query'))) },
      except: status === 'INVALID_QUERY' ? ['its query is not valid at Google'] : [],
    }
  })
}

const dynamic = 'cloudidentity.googleapis.com/groups.dynamic'

/** A membership query, which is in CEL. */
export function translateGoogle(text: string): Expression {
  return readTree(() => translate(readExpression(text, grammar), undefined))
}

/** An entry of a list of the user, as `exists` names it, and where it is in the profile. */
type Entry = { name: string; path: readonly string[] }

function translate(node: Node, entry: Entry | undefined): Expression {
  if (node.kind === 'prefix')
    return entry === undefined ? not(translate(node.of, entry)) : deniedOfEntry(entry)
  if (node.kind === 'call') return called(node, entry)
  if (node.kind === 'chain') {
    const of = node.of.map((each) => translate(each, entry))
    return { kind: node.operator === '&&' ? 'all' : 'any', of }
  }
  if (node.kind === 'infix') return compared(node.operator, node.left, node.right, entry)
  const key = keyOf(node, entry)
  return typeof key === 'string' ? test(key, 'equals', 'true') : key
}

/** Of several entries, one that is not so is not the same as none that is so. */
function deniedOfEntry({ path }: Entry): Expression {
  return untold(`what is denied of one of several ${path.join('.')} has no counterpart`)
}

/** Says in each of its tests that those of one entry of a list are of all entries together. */
function together(of: Expression, except: string): Expression {
  if (of.kind === 'test') return { ...of, except: [...(of.except ?? []), except] }
  if (of.kind === 'not') return not(together(of.of, except))
  if (of.kind !== 'all' && of.kind !== 'any') return of
  return { kind: of.kind, of: of.of.map((each) => together(each, except)) }
}

const hasSeveral = (node: Node): boolean =>
  node.kind === 'chain' && (node.operator === '&&' || node.of.some(hasSeveral))

function compared(operator: string, left: Node, right: Node, entry: Entry | undefined): Expression {
  if (operator === '!=')
    return entry === undefined ? not(compared('==', left, right, entry)) : deniedOfEntry(entry)
  const key = keyOf(left, entry)
  if (typeof key !== 'string') return key
  if (right.kind === 'call') return untold(`${right.path.join('.')} has no counterpart`)
  if (right.kind === 'number')
    return untold(`${key} is a number here, for which the source gives a word`)
  if (right.kind !== 'value' || right.value === null || right.value === '')
    return untold(`${key} is compared with something else than a value`)
  return test(key, 'equals', String(right.value), exactnessOf(right.value))
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
    if (!lists.has(list.join('.'))) return untold(`user.${list.join('.')} is not known`)
    const inner = { name: first.path.join('.'), path: list.map(camelCase) }
    const asked = translate(second, inner)
    const except = `several ${inner.path.join('.')} of one person count together, not each on its own`
    return hasSeveral(second) ? together(asked, except) : asked
  }
  const operator = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (operator === undefined) return untold(`${path.join('.')} has no counterpart`)
  const key = keyOf(of, entry)
  if (typeof key !== 'string') return key
  if (first?.kind !== 'value' || typeof first.value !== 'string' || first.value === '')
    return untold(`${method} takes a text`)
  const isBlind = method === 'equalsIgnoreCase'
  return test(key, operator, first.value, isBlind ? undefined : exactnessOf(first.value))
}

const lists = new Set(
  'addresses emails external_ids ims keywords languages locations organizations phones relations websites'.split(
    ' ',
  ),
)
const fields = new Set(
  'archived change_password_at_next_login is_2sv_enforced is_enrolled_in_2sv is_mailbox_setup suspended suspension_reason custom_schemas name gender'.split(
    ' ',
  ),
)

/** Names that the Admin SDK spells in another way than queries do. */
const spellings = new Map([
  ['is_2sv_enforced', 'isEnforcedIn2Sv'],
  ['is_enrolled_in_2sv', 'isEnrolledIn2Sv'],
  ['name.value', 'name.fullName'],
])

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
  if (!isEntry && !fields.has(path[0] ?? '')) return untold(`user.${name} is not known`)
  const key = spellings.get(name) ?? path.map(camelCase).join('.')
  return isEntry ? [...entry.path, key].join('.') : key
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
