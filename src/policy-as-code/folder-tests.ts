import { instantOf } from '../database/policy-lock.ts'
import { loadCompiledPolicy } from '../policy/model/compiled-policy.ts'
import { visiblePolicy } from './caller-rights.ts'
import type { FolderFault } from './folder-error.ts'
import type { FolderTest } from './folder-file.ts'
import {
  faultOf,
  keyFault,
  keyOf,
  maximumSets,
  type People,
  type Subject,
  type Test,
  type Tester,
  type World,
} from './judge-test.ts'
import { findOwners, rulesetFinder, type FindOwners } from './named-resources.ts'
import type { Folder } from './read-folder.ts'
import { roleFault, selectPeople, selectRoles, type Roles } from './references.ts'
import { resourceName } from './resource-name.ts'
import { loadSavedPolicy } from './saved-policy.ts'
import type { Homes } from './run-steps.ts'
import { faultAt } from './step.ts'
import { evaluateTested, peopleWith } from './tested-people.ts'

export type TestReport = {
  passed: number
  /** `rulesetId`: the ruleset (uuid) that the test is about. */
  failures: (FolderFault & { rulesetId: string | undefined })[]
}

/** Failures that say why at most, because each is looked up separately. */
const maximumExplained = 50

/**
 * Runs the tests of a folder, in the transaction that has done what it says. Grace does not count: no rule admits then. `homes`:
 * the files of rulesets.
 */
export async function evaluateTests(
  tester: Tester,
  folder: Folder,
  homes: Homes,
): Promise<TestReport> {
  const { tx } = tester
  const saved = visiblePolicy(tester, await loadSavedPolicy(tx))
  const policy = await loadCompiledPolicy(tx)
  const world: World = { ...tester, policy, saved, now: await instantOf(tx) }
  const tests = testsOf(folder, homes)
  const find = await findOwners(
    tester,
    saved,
    tests.map(({ named }) => named),
  )
  const findRuleset = rulesetFinder(saved, find)
  for (const test of tests) test.rulesetId ??= findRuleset(test.named)?.id
  const peopleOf = await findPeople(world, tests)
  const rulesets = new Set(tests.flatMap(({ rulesetId }) => rulesetId ?? []))
  const ids = [...new Set([...peopleOf.values()].flatMap((people) => people ?? []))]
  const evaluated = await evaluateTested(world, ids, rulesets)
  const roles = await selectRoles(tx)
  const failures: TestReport['failures'] = []
  for (const test of tests) {
    const isExplained = failures.length < maximumExplained
    const fault =
      pointlessFault(world, test, { roles, find }) ??
      (await faultOf(world, test, { peopleOf, evaluated, rulesets, isExplained }))
    if (fault !== undefined) failures.push({ ...fault, rulesetId: test.rulesetId })
  }
  return { passed: tests.length - failures.length, failures }
}

/** Those of the files of rulesets, and those that name their resource. */
function testsOf({ settings, rulesets }: Folder, homes: Homes): Test[] {
  const rulesetOf = new Map([...homes].map(([id, source]) => [source, id]))
  const own = rulesets.flatMap((source) => {
    const { resource, tests = [] } = source.data
    const place = { source, named: resource, rulesetId: rulesetOf.get(source) }
    return tests.map((test, index) => testOf(test, index, place))
  })
  const free = settings.flatMap((source) =>
    (source.data.tests ?? []).map(({ resource, ...test }, index) =>
      testOf(test, index, { source, named: resource, rulesetId: undefined }),
    ),
  )
  return [...own, ...free]
}

type TestPlace = Pick<Test, 'source' | 'named' | 'rulesetId'>

function testOf(test: FolderTest, index: number, place: TestPlace): Test {
  const resource = resourceName(place.named)
  const about = subjectOf(test)
  return { ...place, path: `tests[${index}]`, about, role: test.role, resource }
}

function subjectOf({ person, everyone, nobody = {}, has = true }: FolderTest): Subject {
  if (person !== undefined) return { kind: 'person', of: person, has }
  return everyone === undefined
    ? { kind: 'nobody', of: nobody, has: false }
    : { kind: 'everyone', of: everyone, has: true }
}

/**
 * Faults of a test that are independent of the policy: it names a role or a resource that does not exist, so that
 * `has: false` would always hold.
 */
function pointlessFault(
  { may }: World,
  test: Test,
  { roles, find }: { roles: Roles; find: FindOwners },
): FolderFault | undefined {
  const { named, role, rulesetId } = test
  // A ruleset that the caller may not see is reported as missing, and so is its resource.
  const isSeen =
    rulesetId !== undefined || (may('directory.resource.view') && may('policy.rule.view'))
  if (!isSeen || find(named).length === 0)
    return faultAt(test, `there is no ${test.resource}`, '.resource')
  const noRole = role === undefined ? null : roleFault(role, named.type, roles)
  return noRole === null ? undefined : faultAt(test, noRole, '.role')
}

async function findPeople(world: World, tests: readonly Test[]): Promise<People> {
  const named = await selectPeople(
    world.tx,
    tests.flatMap(({ about: { of } }) => (typeof of === 'string' ? { email: of } : [])),
  )
  const found = new Map<string, readonly string[] | null>(
    [...named].map(([key, people]) => [
      key,
      people.flatMap(({ id, isDeleted }) => (isDeleted ? [] : id)),
    ]),
  )
  let sets = 0
  for (const { about } of tests) {
    const { kind, of } = about
    if (kind === 'person' || typeof of === 'string') continue
    if (found.has(keyOf(about)) || keyFault(world, of) !== undefined) continue
    sets += 1
    if (sets > maximumSets) break
    found.set(keyOf(about), await peopleWith(world, of))
  }
  return found
}
