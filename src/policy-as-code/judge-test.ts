import { sql } from 'kysely'
import { profileValuePermission } from '../contract/permissions.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import { refusedKey } from '../policy/conditions/policy-keys.ts'
import { explainAccess } from '../policy/explain/explain-access.ts'
import { presentExplanation } from '../policy/explain/present-explanation.ts'
import { mayViewRuleset } from '../policy/rights/visible-ruleset.ts'
import type { FolderFault } from './folder-error.ts'
import type { FolderResource, TestedValues } from './folder-file.ts'
import { personKey } from './references.ts'
import type { SavedPolicy } from './saved-policy.ts'
import { faultAt, type Place } from './step.ts'
import {
  evaluateMadeUp,
  maximumTested,
  type TestedPerson,
  type TestedPolicy,
} from './tested-people.ts'

/** One test: of the resource that it names, or of the resource of its file. */
export type Test = Place & {
  about: Subject
  role: string | undefined
  named: FolderResource
  resource: string
  rulesetId: string | undefined
}

/** A person by address, or people with these values; a `person` with values is made up. */
export type Subject = {
  kind: 'person' | 'everyone' | 'nobody'
  of: string | TestedValues
  has: boolean
}

/**
 * The caller of tests: what a failure says is what they may see. Without the database it names no people that a test does not
 * name, and no reasons.
 */
export type Tester = Pick<OperationContext, 'tx' | 'may'> & { database?: Database }

export type World = Tester & TestedPolicy & { saved: SavedPolicy }

/** Sets of values of people at most: each is looked up among all people. */
export const maximumSets = 100
const maximumNames = 5

/** A key of these values that policy may not read. */
export function keyFault(
  { saved }: World,
  of: Subject['of'],
): { key: string; message: string } | undefined {
  if (typeof of === 'string') return undefined
  const primary = [...saved.integrations.values()].find(({ isPrimary }) => isPrimary)
  for (const key of Object.keys(of)) {
    if (key === 'state') continue
    const message = primary === undefined ? 'no integration is primary' : refusedKey(primary, key)
    if (message !== null) return { key, message }
  }
  return undefined
}

/** By {@link keyOf} the people (uuids) that tests are about; null for too many. */
export type People = ReadonlyMap<string, readonly string[] | null>

export const keyOf = ({ of }: Subject) =>
  typeof of === 'string' ? personKey({ email: of }) : JSON.stringify(of)

type Evaluated = {
  peopleOf: People
  evaluated: ReadonlyMap<string, TestedPerson>
  rulesets: ReadonlySet<string>
  isExplained: boolean
}

/** Why a test fails; undefined for one that passes. */
export async function faultOf(
  world: World,
  test: Test,
  found: Evaluated,
): Promise<FolderFault | undefined> {
  const { kind, of } = test.about
  const refused = keyFault(world, of)
  if (refused !== undefined) return faultAt(test, refused.message, `.${kind}.${refused.key}`)
  const people = found.peopleOf.get(keyOf(test.about))
  if (kind !== 'person') return faultOfMany(world, test, people, found.evaluated)
  if (typeof of === 'object') return faultOfOne(test, evaluateMadeUp(world, of, found.rulesets))
  const [id, ...others] = people ?? []
  if (id === undefined || others.length > 0) {
    const who = id === undefined ? 'no one has' : `${others.length + 1} people have`
    return faultAt(test, `${who} the address ${of}`, '.person')
  }
  const fault = faultOfOne(test, found.evaluated.get(id))
  if (fault === undefined || !found.isExplained) return fault
  return { ...fault, message: `${fault.message}${await explain(world, test, id)}` }
}

function faultOfOne(test: Test, person: TestedPerson | undefined): FolderFault | undefined {
  const role = roleIn(test, person)
  if (isMet(test, role)) return undefined
  return faultAt(test, `${wanted(test)}has ${role ?? 'nothing there'}`)
}

async function faultOfMany(
  world: World,
  test: Test,
  people: readonly string[] | null | undefined,
  evaluated: Evaluated['evaluated'],
): Promise<FolderFault | undefined> {
  if (people === undefined)
    return faultAt(test, `has one of more than ${maximumSets} sets of values; use fewer`)
  if (people === null)
    return faultAt(test, `more than ${maximumTested} people have these values; name fewer`)
  const judged = people.filter((id) => evaluated.get(id)?.isEligible === true)
  const failing = judged.filter((id) => !isMet(test, roleIn(test, evaluated.get(id))))
  if (failing.length === 0) return undefined
  const who = world.database === undefined ? '' : `: ${await namesOf(world.tx, failing)}`
  const count = `${failing.length} of ${judged.length} ${test.about.has ? 'do not' : 'do'}`
  return faultAt(test, `${wanted(test)}${count}${who}`)
}

function roleIn({ rulesetId = '' }: Test, person: TestedPerson | undefined): string | undefined {
  return person?.roles.get(rulesetId)
}

function isMet({ about: { has }, role }: Test, held: string | undefined): boolean {
  const isHeld = held !== undefined && (role === undefined || role === held)
  return isHeld === has
}

function wanted({ about, role, resource }: Test): string {
  const should = about.has || about.kind === 'nobody' ? 'should have' : 'should not have'
  return `${whoOf(about)} ${should} ${role ?? 'any role'} of ${resource}, but `
}

function whoOf({ kind, of }: Subject): string {
  if (typeof of === 'string') return of
  return `${kind === 'person' ? 'a person' : kind} with ${Object.entries(of)
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
