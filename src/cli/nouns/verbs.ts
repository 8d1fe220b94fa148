import type { Noun, Owner, Verb, VerbSpec } from './noun.ts'
import { idsIn, operationAt, stepsOf, type Field, type Operation } from './operations.ts'

/** The operation of a verb on the records of an owner; undefined where the API has none. */
export function operationOf(
  verb: Pick<Verb, 'noun' | 'method' | 'suffix' | 'isOfList'>,
  owner?: Owner,
): Operation | undefined {
  const { list, one } = owner ?? verb.noun
  return operationAt(verb.method, `${verb.isOfList ? (list ?? '') : one}${verb.suffix}`)
}

type Bare = Pick<Verb, 'method' | 'suffix' | 'isOfList'>

/** The commands that change records of a noun, as the API has operations for them. */
export function verbsOf(noun: Noun): Verb[] {
  const known = new Map<string, Bare>([
    ['create', { method: 'post', suffix: '', isOfList: true }],
    ['update', { method: 'patch', suffix: '', isOfList: false }],
    ['delete', { method: 'delete', suffix: '', isOfList: false }],
    ...stepsOf(noun.one).map((step): [string, Bare] => [
      step,
      { method: 'post', suffix: `/${step}`, isOfList: false },
    ]),
  ])
  const others = Object.entries(noun.verbs ?? {}).filter(([key]) => !known.has(key))
  return [...known.keys(), ...others.map(([key]) => key)].flatMap((key) => {
    const spec = noun.verbs?.[key] ?? {}
    const bare = spec === false ? undefined : known.get(spec.of ?? key)
    return spec === false || bare === undefined ? [] : verbOf(noun, spec, { key, bare })
  })
}

function verbOf(noun: Noun, spec: VerbSpec, { key, bare }: { key: string; bare: Bare }): Verb[] {
  const operation = [undefined, ...noun.owners]
    .map((owner) => operationOf({ noun, ...bare }, owner))
    .find((each) => each !== undefined)
  if (operation === undefined) return []
  const { name = key, of, aliases = [], arguments: given = idsIn(operation.path) } = spec
  // The verb of the API is understood too.
  const names = name === key || of !== undefined ? aliases : [...aliases, key]
  return [{ ...spec, ...bare, noun, operation, name, aliases: names, arguments: given }]
}

/** Whether its effect is planned and shown before anything is changed, and how: as an operation of a plan, or by the request itself. */
export function plannedBy({
  operation,
  plansOnRequest,
}: Pick<Verb, 'operation' | 'plansOnRequest'>): 'operation' | 'request' | undefined {
  const { op, status, mayBeLeft, body = [] } = operation
  // A draft has no effect yet.
  if (op !== undefined) return status === 201 && mayBeLeft !== true ? undefined : 'operation'
  return plansOnRequest !== true && body.some(({ name }) => name === 'plan') ? 'request' : undefined
}

/** Whether it names the record and asks, unless `--yes` is given. */
export function asksFirst({
  operation,
  method,
  isHarmless = false,
}: Pick<Verb, 'operation' | 'method' | 'isHarmless'>): boolean {
  return method === 'delete' || (method === 'post' && operation.status !== 201 && !isHarmless)
}

/** The fields of the body that are options of the command. */
export function optionsOf({
  operation,
  preset = {},
  without = [],
  arguments: given,
}: Verb): readonly Field[] {
  const { body = [] } = operation
  const others = new Set(['plan', ...Object.keys(preset), ...without, ...given])
  return body.filter(({ name }) => !others.has(name))
}
