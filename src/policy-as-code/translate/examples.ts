import { compilePolicy } from '../../engine/compile-policy.ts'
import { directoryOf } from '../../engine/directory.ts'
import { evaluatePerson } from '../../engine/evaluate-person.ts'
import type { Condition, Person } from '../../engine/model.ts'
import { storedValue } from './translate.ts'
import type { Tested } from './branches.ts'

type Values = Readonly<Record<string, string>>

/** A test of a folder: whether somebody with only these values should have the group. */
export type Example = { person: Values; has?: false }

/** Somebody for each way in, and the same but for one condition each, as far as that person is out. */
export function examplesOf(branches: readonly (readonly Tested[])[]): Example[] {
  const isIn = judgeOf(branches)
  const found = branches.flatMap((branch): Example[] => {
    const values = valuesOf(branch)
    // A test names at least one value, and `state` is the state of the person there.
    const isPlain = values !== undefined && Object.keys(values).length > 0 && !('state' in values)
    if (!isPlain || !isIn(values)) return []
    const others = branch.map((tested) => ({ ...values, [tested.key]: unmetBy(tested) }))
    const out = others.filter((other) => !('state' in other) && !isIn(other))
    return [{ person: values }, ...out.map((person) => ({ person, has: false as const }))]
  })
  return [...new Map(found.map((example) => [JSON.stringify(example), example])).values()]
}

function unmetBy({ operator, value }: Tested): string {
  const [first = 'a value'] = [value ?? []].flat()
  return operator.startsWith('not_') ? first : 'another value'
}

/** Values that meet all conditions; undefined where none are found by looking. */
function valuesOf(branch: readonly Tested[]): Values | undefined {
  const values: Record<string, string> = {}
  for (const { key, operator, value } of branch) {
    const [first = ''] = [value ?? 'a value'].flat()
    const met: Partial<Record<Tested['operator'], string>> = {
      equals: first,
      in: first,
      contains: first,
      starts_with: first,
      ends_with: first,
      exists: first,
      greater_than: String(Number(first) + 1),
      less_than: String(Number(first) - 1),
    }
    const meets = met[operator]
    if (meets !== undefined) values[key] ??= meets
    else if (operator === 'matches') return undefined
  }
  return values
}

/** Whether somebody with a profile meets the conditions of one branch. */
export function judgeOf(
  branches: readonly (readonly Tested[])[],
): (profile: Readonly<Record<string, unknown>>) => boolean {
  const policy = compilePolicy({
    primaryIntegrationId: 'source',
    rulesets: [
      {
        id: 'group',
        resourceId: 'group',
        type: 'idp_group',
        state: 'managed',
        expiresAfterDays: null,
      },
    ],
    rules: branches.map((branch, at) => ({
      id: String(at),
      rulesetId: 'group',
      state: 'active',
      role: 'member',
      priority: 1,
      activatedAt: 0,
      expiresAt: null,
      expiresAfterDays: null,
      everyoneElse: true,
      conditions: branch.map(conditionOf),
    })),
  })
  return (profile) => {
    const person: Person = {
      id: 'person',
      baseState: 'active',
      expiresAt: null,
      deletedAt: null,
      managerId: null,
      parentId: null,
      identities: [{ integrationId: 'source', profile }],
    }
    const setting = { policy, directory: directoryOf([person]), now: 0 }
    return evaluatePerson(setting, person).qualified.length > 0
  }
}

function conditionOf(tested: Tested): Condition {
  const { key, operator, orAbsent } = tested
  return {
    type: 'identity',
    resourceId: null,
    profileKey: key,
    operator,
    value: storedValue(tested),
    ...(orAbsent && { orAbsent }),
  }
}
