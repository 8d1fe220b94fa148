import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'
import { instantOf } from '../../database/policy-lock.ts'
import { evaluatePerson } from '../../engine/evaluate-person.ts'
import { loadCompiledPolicy, type LoadedPolicy } from '../../policy/model/compiled-policy.ts'
import { explainAccess } from '../../policy/explain/explain-access.ts'
import { presentExplanation } from '../../policy/explain/present-explanation.ts'
import { peopleFacts } from '../../policy/model/people-facts.ts'
import { homesOf } from './export-folder.ts'
import type { FolderResource } from './folder-file.ts'
import type { Folder } from './read-folder.ts'
import { resourceName } from './render-folder.ts'
import { rulesetFinder } from './resource-index.ts'
import { senselessTests } from './senseless-tests.ts'
import { faultAt, type Place } from './step.ts'
import type { FolderFault } from './folder-error.ts'
import { loadSavedPolicy } from './saved-policy.ts'

export type TestReport = { passed: number; failures: FolderFault[] }

/** One test: of the resource that it names, or of the resource of its file. */
type Test = Place & {
  person: string
  has: boolean
  role: string | undefined
  named: FolderResource
  resource: string
  rulesetId: string | undefined
}

type World = { tx: Transaction; database: Database; policy: LoadedPolicy; now: Date }

/** The maximum number of explained failures, because each is looked up separately. */
const explained = 50

/** Runs the tests of a folder, in the transaction that has done what it says. Grace does not count: no rule admits then. */
export async function evaluateTests(
  tx: Transaction,
  database: Database,
  folder: Folder,
): Promise<TestReport> {
  const tests = await findTests(tx, folder)
  const now = await instantOf(tx)
  const world = { tx, database, policy: await loadCompiledPolicy(tx), now }
  const people = await findPeople(tx, tests)
  const roles = await rolesOf(world, [...people.values()].flat())
  const faultOf = await senselessTests(tx, tests)
  const failures: FolderFault[] = []
  for (const test of tests) {
    const fault = faultOf(test)
    if (fault !== undefined) {
      failures.push(fault)
      continue
    }
    const bearers = people.get(test.person) ?? []
    const [personId] = bearers
    if (personId === undefined || bearers.length > 1) {
      const who = bearers.length === 0 ? 'no one has' : `${bearers.length} people have`
      failures.push(faultAt(test, `${who} the address ${test.person}`, '.person'))
      continue
    }
    const role = roles.get(personId)?.get(test.rulesetId ?? '')
    if (isMet(test, role)) continue
    const why = failures.length < explained ? await explain(world, test, personId) : ''
    failures.push(
      faultAt(
        test,
        `${wanted(test)}${role === undefined ? ' has nothing there' : ` has ${role}`}${why}`,
      ),
    )
  }
  return { passed: tests.length - failures.length, failures }
}

async function findTests(tx: Transaction, folder: Folder): Promise<Test[]> {
  const policy = await loadSavedPolicy(tx)
  const homes = homesOf(policy, folder.rulesets)
  const rulesetOf = new Map([...homes].map(([id, source]) => [source, id]))
  const find = rulesetFinder(policy)
  const own = folder.rulesets.flatMap((source) =>
    (source.data.tests ?? []).map(({ person, has = true, role }, index): Test => {
      const resource = resourceName(source.data.resource)
      const rulesetId = rulesetOf.get(source)
      const named = source.data.resource
      return { source, path: `tests[${index}]`, person, has, role, named, resource, rulesetId }
    }),
  )
  const free = folder.settings.flatMap((source) =>
    (source.data.tests ?? []).map(({ person, has = true, role, resource: named }, index): Test => {
      const resource = resourceName(named)
      const rulesetId = find(named)
      return { source, path: `tests[${index}]`, person, has, role, named, resource, rulesetId }
    }),
  )
  return [...own, ...free]
}

async function findPeople(tx: Transaction, tests: readonly Test[]): Promise<Map<string, string[]>> {
  const emails = [...new Set(tests.map(({ person }) => person))]
  const { rows } = await sql<{ email: string; id: string }>`
    select given.email, u.id from unnest(${emails}::text[]) as given (email)
    join directory_user u on u.email_key = email_key(given.email) and u.deleted_at is null`.execute(
    tx,
  )
  const found = Map.groupBy(rows, ({ email }) => email)
  return new Map([...found].map(([email, bearers]) => [email, bearers.map(({ id }) => id)]))
}

/** Person → ruleset → the role that they have there by a rule in force. */
async function rolesOf(
  { tx, policy, now }: World,
  people: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const roleOf = new Map(policy.source.rules.map(({ id, role }) => [id, role]))
  const found = new Map<string, Map<string, string>>()
  for await (const { people: batch, directory } of peopleFacts(tx, policy.reads, people)) {
    const setting = { policy: policy.compiled, directory, now: now.getTime() }
    for (const person of batch) {
      const { admitted } = evaluatePerson(setting, person)
      const roles = [...admitted].map(
        ([ruleset, rule]) => [ruleset, roleOf.get(rule) ?? ''] as const,
      )
      found.set(person.id, new Map(roles))
    }
  }
  return found
}

function isMet({ has, role }: Test, held: string | undefined): boolean {
  const isHeld = held !== undefined && (role === undefined || role === held)
  return isHeld === has
}

function wanted({ person, has, role, resource }: Test): string {
  return `${person} should ${has ? 'have' : 'not have'} ${role ?? 'any role'} of ${resource}, but`
}

async function explain(
  { tx, database, now }: World,
  { rulesetId, resource }: Test,
  userId: string,
): Promise<string> {
  if (rulesetId === undefined) return `: no ruleset is about ${resource}`
  const found = await explainAccess({ db: tx, services: { database }, now }, { userId, rulesetId })
  const viewer = { seesProfileValues: true, seesPeople: true, hiddenRulesets: new Set<string>() }
  const { why } = presentExplanation(found.policy, found, { ...viewer, baseUrl: '' })
  return `: ${why}`
}
