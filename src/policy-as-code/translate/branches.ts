import type { ConditionOperator } from '../../contract/states.ts'
import type { Expression, Test } from './expression.ts'

/** A condition of a draft, on a value. */
export type Tested = {
  key: string
  operator: ConditionOperator
  value: Test['value']
  orAbsent?: true
}

/**
 * The ways into a group: an account that meets all conditions of a branch is in. `untold`: why there are ways that are left out, because
 * Muster can't ask them. `except`: in what the branches differ from what was asked.
 */
export type Branches = {
  branches: readonly (readonly Tested[])[]
  untold: readonly string[]
  except: readonly string[]
}

/** More would be hard to read, and a rule of few conditions says it better. */
const mostBranches = 40

/** Writes an expression as alternatives of conditions. What can't be asked never widens one: its branch is left out. */
export function branchesOf(expression: Expression): Branches {
  const ways = waysOf(expression, false)
  if (ways === 'too many')
    return { branches: [], untold: [`it has more than ${mostBranches} ways in`], except: [] }
  const untold = ways.flatMap((way) => way.flatMap((part) => ('why' in part ? part.why : [])))
  const told = ways.filter((way) => !way.some((part) => 'why' in part))
  const tests = told.map((way) => way.flatMap((part) => ('why' in part ? [] : [part])))
  const except = tests.flat().flatMap((part) => part.except)
  const branches = joined(tests.map((way) => uniqueOf(way.map(({ tested }) => tested))))
  return { branches, untold: [...new Set(untold)], except: [...new Set(except)] }
}

/** A condition of a way in, or why it can't be asked. */
type Part = { tested: Tested; except: readonly string[] } | { why: string }
type Ways = readonly (readonly Part[])[] | 'too many'

function waysOf(expression: Expression, isDenied: boolean): Ways {
  switch (expression.kind) {
    case 'not':
      return waysOf(expression.of, !isDenied)
    case 'always':
      return isDenied ? [] : [[]]
    case 'untold':
      return [[{ why: expression.why }]]
    case 'test':
      return [[isDenied ? denied(expression) : asked(expression)]]
    default: {
      const parts = merged(expression).map((part) => waysOf(part, isDenied))
      return (expression.kind === 'all') === isDenied ? sum(parts) : product(parts)
    }
  }
}

function sum(parts: readonly Ways[]): Ways {
  const told: (readonly Part[])[] = []
  for (const part of parts) {
    if (part === 'too many') return part
    told.push(...part)
  }
  return told.length > mostBranches ? 'too many' : told
}

function product(parts: readonly Ways[]): Ways {
  let ways: readonly (readonly Part[])[] = [[]]
  for (const part of parts) {
    if (part === 'too many') return part
    ways = ways.flatMap((way) => part.map((more) => way.concat(more)))
    if (ways.length > mostBranches) return 'too many'
  }
  return ways
}

function asked({ key, operator, value, except = [], unsure }: Test): Part {
  return { tested: { key, operator, value }, except: [...except, ...[unsure ?? []].flat()] }
}

const opposites: Partial<Record<Test['operator'], ConditionOperator>> = {
  equals: 'not_equals',
  in: 'not_in',
  contains: 'not_contains',
  exists: 'not_exists',
}

/** What is not so also holds where there is no value, in every language that is translated. */
function denied({ key, operator: positive, value, except = [], unsure }: Test): Part {
  if (unsure !== undefined) return { why: `${unsure}, and what is denied of it lets in everybody` }
  const operator = opposites[positive]
  if (operator === undefined)
    return { why: `there is no test that ${key} does not meet ${positive.replaceAll('_', ' ')}` }
  const orAbsent = operator === 'not_exists' ? {} : { orAbsent: true as const }
  return { tested: { key, operator, value, ...orAbsent }, except }
}

/** With whole values of one key that are alternatives (or, where they are denied, all excluded) as one test. */
function merged({ kind, of }: Extract<Expression, { kind: 'all' | 'any' }>): readonly Expression[] {
  const flat = of.flatMap((each) => (each.kind === kind ? merged(each) : [each]))
  const values = new Map<string, { value: string[]; except: string[] }>()
  const rest: Expression[] = []
  for (const each of flat) {
    const positive = kind === 'any' ? each : each.kind === 'not' ? each.of : undefined
    const isWhole =
      positive?.kind === 'test' &&
      positive.unsure === undefined &&
      (positive.operator === 'equals' || positive.operator === 'in')
    if (!isWhole) rest.push(each)
    else {
      const known = values.get(positive.key) ?? { value: [], except: [] }
      known.value.push(...[positive.value ?? []].flat())
      known.except.push(...(positive.except ?? []))
      values.set(positive.key, known)
    }
  }
  const tests = [...values].map(([key, { value, except }]): Expression => {
    const { operator, value: asked } = wholeOf([...new Set(value)])
    const test: Test = { kind: 'test', key, operator, value: asked, except }
    return kind === 'any' ? test : { kind: 'not', of: test }
  })
  return [...tests, ...rest]
}

function wholeOf(values: readonly string[]): Pick<Test, 'operator' | 'value'> {
  const [only, another] = values
  return only !== undefined && another === undefined
    ? { operator: 'equals', value: only }
    : { operator: 'in', value: values }
}

const keyOf = (tested: Tested) => JSON.stringify(tested)

function uniqueOf(way: readonly Tested[]): readonly Tested[] {
  return [...new Map(way.map((tested) => [keyOf(tested), tested])).values()]
}

/** Without a branch that another one says already, with fewer conditions or the same. */
function joined(ways: readonly (readonly Tested[])[]): readonly (readonly Tested[])[] {
  const sets = ways.map((way) => new Set(way.map(keyOf)))
  return ways.filter((_, at) =>
    sets.every((other, place) => {
      const own = sets[at] ?? new Set()
      const isWider = other.isSubsetOf(own)
      return place === at || !isWider || (other.size === own.size && place > at)
    }),
  )
}
