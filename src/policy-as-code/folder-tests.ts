import { sql } from 'kysely'
import { profileValuePermission } from '../contract/permissions.ts'
import type { Database, Transaction } from '../database/database.ts'
import { instantOf } from '../database/policy-lock.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import { refusedKey, selectReadableIntegrations } from '../policy/conditions/policy-keys.ts'
import { explainAccess } from '../policy/explain/explain-access.ts'
import { presentExplanation } from '../policy/explain/present-explanation.ts'
import { loadCompiledPolicy } from '../policy/model/compiled-policy.ts'
import { mayViewRuleset } from '../policy/rights/visible-ruleset.ts'
import { homesOf } from './export-folder.ts'
import type { FolderFault } from './folder-error.ts'
import type { FolderResource, FolderTest, TestedValues } from './folder-file.ts'
import type { Folder } from './read-folder.ts'
import { resourceName, rulesetFinder } from './render-folder.ts'
import { loadSavedPolicy } from './saved-policy.ts'
import { faultsOfTests } from './test-faults.ts'
import { visiblePolicy } from './caller-rights.ts'
import { faultAt, type Place } from './step.ts'
import {
  evaluateMadeUp,
  evaluateTested,
  maximumTested,
  peopleByAddress,
  peopleWith,
  type TestedPerson,
  type TestedPolicy,
} from './tested-people.ts'

export type TestReport = {
  passed: number
  /** `rulesetId`: the ruleset (uuid) that the test is about. */
  failures: (FolderFault & { rulesetId: string | undefined })[]
}

/** One test: of the resource that it names, or of the resource of its file. */
type Test = Place & {
  about: Subject
  role: string | undefined
  named: FolderResource
  resource: string
  rulesetId: string | undefined
}

type Subject =
  | { kind: 'person'; email: string; has: boolean }
  | { kind: 'made_up'; values: TestedValues; has: boolean }
  | { kind: 'everyone' | 'nobody'; values: TestedValues; has: boolean }

/**
 * The caller of tests: what a failure says is what they may see. Without the database it names no people that a test does not
 * name, and no reasons.
 */
export type Tester = Pick<OperationContext, 'tx' | 'may'> & { database?: Database }

type World = Tester &
  TestedPolicy & { refusedKeyOf: (values: TestedValues) => KeyFault | undefined }
type KeyFault = { key: string; message: string }

/** Failures that say why at most, because each is looked up separately. */
const maximumExplained = 50
/** Sets of values of people at most: each is looked up among all people. */
const maximumSets = 100
const maximumNames = 5

/** Runs the tests of a folder, in the transaction that has done what it says. Grace does not count: no rule admits then. */
export async function evaluateTests(tester: Tester, folder: Folder): Promise<TestReport> {
  const { tx } = tester
  const tests = await findTests(tester, folder)
  const policy = await loadCompiledPolicy(tx)
  const world: World = {
    ...tester,
    policy,
    now: await instantOf(tx),
    refusedKeyOf: await keyChecker(tx),
  }
  const peopleOf = await findPeople(world, tests)
  const rulesets = new Set(tests.flatMap(({ rulesetId }) => rulesetId ?? []))
  const ids = [...new Set([...peopleOf.values()].flatMap((people) => people ?? []))]
  const evaluated = await evaluateTested(world, ids, rulesets)
  const senseless = await faultsOfTests(tester, tests)
  const failures: TestReport['failures'] = []
  for (const test of tests) {
    const isExplained = failures.length < maximumExplained
    const fault =
      senseless(test) ??
      (await faultOf(world, test, { peopleOf, evaluated, rulesets, isExplained }))
    if (fault !== undefined) failures.push({ ...fault, rulesetId: test.rulesetId })
  }
  return { passed: tests.length - failures.length, failures }
}

async function findTests(tester: Tester, folder: Folder): Promise<Test[]> {
  const policy = visiblePolicy(tester, await loadSavedPolicy(tester.tx))
  const homes = homesOf(policy, folder.rulesets)
  const rulesetOf = new Map([...homes].map(([id, source]) => [source, id]))
  const find = rulesetFinder(policy)
  const own = folder.rulesets.flatMap((source) =>
    (source.data.tests ?? []).map((test, index): Test => {
      const rulesetId = rulesetOf.get(source)
      return testOf(test, { source, named: source.data.resource, rulesetId, index })
    }),
  )
  const free = folder.settings.flatMap((source) =>
    (source.data.tests ?? []).map(({ resource: named, ...test }, index): Test =>
      testOf(test, { source, named, rulesetId: find(named), index }),
    ),
  )
  return [...own, ...free]
}

type TestPlace = Pick<Test, 'source' | 'named' | 'rulesetId'> & { index: number }

function testOf(test: FolderTest, { index, ...place }: TestPlace): Test {
  const resource = resourceName(place.named)
  const path = `tests[${index}]`
  return { about: subjectOf(test), role: test.role, resource, path, ...place }
}

function subjectOf({ person, everyone, nobody = {}, has = true }: FolderTest): Subject {
  if (typeof person === 'string') return { kind: 'person', email: person, has }
  if (person !== undefined) return { kind: 'made_up', values: person, has }
  return everyone === undefined
    ? { kind: 'nobody', values: nobody, has: false }
    : { kind: 'everyone', values: everyone, has: true }
}

async function keyChecker(tx: Transaction): Promise<World['refusedKeyOf']> {
  const primary = (await selectReadableIntegrations(tx)).find(({ isPrimary }) => isPrimary)
  return ({ state: _state, ...values }) => {
    for (const key of Object.keys(values)) {
      const message = primary === undefined ? 'no integration is primary' : refusedKey(primary, key)
      if (message !== null) return { key, message }
    }
    return undefined
  }
}

/** By {@link keyOf} the people (uuids) that tests are about; null for too many. */
type People = ReadonlyMap<string, readonly string[] | null>

const keyOf = (about: Subject) =>
  about.kind === 'person' ? about.email : JSON.stringify(about.values)

async function findPeople(world: World, tests: readonly Test[]): Promise<People> {
  const addresses = tests.flatMap(({ about }) => (about.kind === 'person' ? about.email : []))
  const found = new Map<string, readonly string[] | null>(
    await peopleByAddress(world.tx, addresses),
  )
  let sets = 0
  for (const { about } of tests) {
    if (about.kind !== 'everyone' && about.kind !== 'nobody') continue
    if (found.has(keyOf(about)) || world.refusedKeyOf(about.values) !== undefined) continue
    sets += 1
    if (sets > maximumSets) break
    found.set(keyOf(about), await peopleWith(world, about.values))
  }
  return found
}

type Evaluated = {
  peopleOf: People
  evaluated: ReadonlyMap<string, TestedPerson>
  rulesets: ReadonlySet<string>
  isExplained: boolean
}

async function faultOf(
  world: World,
  test: Test,
  { peopleOf, evaluated, rulesets, isExplained }: Evaluated,
): Promise<FolderFault | undefined> {
  const { about } = test
  const refused = about.kind === 'person' ? undefined : world.refusedKeyOf(about.values)
  if (refused !== undefined) {
    const name = about.kind === 'made_up' ? 'person' : about.kind
    return faultAt(test, refused.message, `.${name}.${refused.key}`)
  }
  if (about.kind === 'made_up') {
    const role = roleIn(test, evaluateMadeUp(world, about.values, rulesets))
    return isMet(test, role) ? undefined : faultAt(test, sentence(test, role))
  }
  const people = peopleOf.get(keyOf(about))
  if (about.kind === 'person') {
    const [personId] = people ?? []
    if (personId === undefined || (people ?? []).length > 1) {
      const who = personId === undefined ? 'no one has' : `${people?.length} people have`
      return faultAt(test, `${who} the address ${about.email}`, '.person')
    }
    const role = roleIn(test, evaluated.get(personId))
    if (isMet(test, role)) return undefined
    const why = isExplained ? await explain(world, test, personId) : ''
    return faultAt(test, `${sentence(test, role)}${why}`)
  }
  if (people === undefined)
    return faultAt(test, `has one of more than ${maximumSets} sets of values; use fewer`)
  if (people === null)
    return faultAt(test, `more than ${maximumTested} people have these values; name fewer`)
  const judged = people.filter((id) => evaluated.get(id)?.isEligible === true)
  const failing = judged.filter((id) => !isMet(test, roleIn(test, evaluated.get(id))))
  if (failing.length === 0) return undefined
  const who = world.database === undefined ? '' : `: ${await namesOf(world.tx, failing)}`
  const count = `${failing.length} of ${judged.length} ${about.has ? 'do not' : 'do'}`
  return faultAt(test, `${wanted(test)}${count}${who}`)
}

function roleIn({ rulesetId = '' }: Test, person: TestedPerson | undefined): string | undefined {
  return person?.roles.get(rulesetId)
}

function isMet({ about: { has }, role }: Test, held: string | undefined): boolean {
  const isHeld = held !== undefined && (role === undefined || role === held)
  return isHeld === has
}

function sentence(test: Test, role: string | undefined): string {
  return `${wanted(test)}${role === undefined ? 'has nothing there' : `has ${role}`}`
}

function wanted({ about, role, resource }: Test): string {
  const should = about.has || about.kind === 'nobody' ? 'should have' : 'should not have'
  return `${whoOf(about)} ${should} ${role ?? 'any role'} of ${resource}, but `
}

function whoOf(about: Subject): string {
  if (about.kind === 'person') return about.email
  const who = about.kind === 'made_up' ? 'a person' : about.kind
  return `${who} with ${Object.entries(about.values)
    .map(([key, value]) => `${key} ${value}`)
    .join(' and ')}`
}

async function namesOf(tx: Transaction, ids: readonly string[]): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(u.email, nullif(u.full_name, ''), u.id::text) as name from directory_user u
    where u.id = any (${ids.slice(0, maximumNames)}::uuid[]) order by 1`.execute(tx)
  const names = rows.map(({ name }) => name).join(', ')
  return ids.length > maximumNames ? `${names}, …` : names
}

async function explain(
  { tx, database, now, may }: World,
  { rulesetId, resource }: Test,
  userId: string,
): Promise<string> {
  if (database === undefined) return ''
  if (rulesetId === undefined) return `: no ruleset is about ${resource}`
  const found = await explainAccess({ db: tx, services: { database }, now }, { userId, rulesetId })
  const hidden = found.mentions.rulesets.filter((id) => !mayViewRuleset({ may }, id))
  const viewer = {
    seesProfileValues: may(profileValuePermission),
    seesPeople: may('directory.user.view'),
    hiddenRulesets: new Set(hidden),
  }
  const { why } = presentExplanation(found.policy, found, { ...viewer, baseUrl: '' })
  return `: ${why}`
}
