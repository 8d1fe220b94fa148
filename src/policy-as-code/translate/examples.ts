import { evaluateWorld } from '../../engine/evaluate-world.ts'
import type { Condition, Policy } from '../../engine/model.ts'
import { storedValue } from './translate.ts'
import type { Tested } from './branches.ts'

type Values = Readonly<Record<string, string>>

/** A test of a folder: whether somebody with only these values should have the group. */
export type Example = { person: Values; has?: false }

/** Somebody for each way in, and the same without what it asks first, as far as that person is out. */
export function examplesOf(branches: readonly (readonly Tested[])[]): Example[] {
  const found = branches.flatMap((branch): Example[] => {
    const values = valuesOf(branch)
    const [key] = Object.keys(values ?? {})
    // A test names at least one value.
    if (values === undefined || key === undefined || !isIn(branches, values)) return []
    const other = { ...values, [key]: 'another value' }
    return [
      { person: values },
      ...(isIn(branches, other) ? [] : [{ person: other, has: false as const }]),
    ]
  })
  return [...new Map(found.map((example) => [JSON.stringify(example), example])).values()]
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

/** Whether somebody with these values meets the conditions of one branch. */
export function isIn(
  branches: readonly (readonly Tested[])[],
  profile: Readonly<Record<string, unknown>>,
): boolean {
  const policy: Policy = {
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
  }
  const person = {
    id: 'person',
    baseState: 'active' as const,
    expiresAt: null,
    deletedAt: null,
    managerId: null,
    parentId: null,
    identities: [{ integrationId: 'source', profile }],
  }
  const { manifests } = evaluateWorld({ people: [person], policy }, 0)
  return manifests.get('group')?.length === 1
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
