import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { testDatabase } from '../../../test/harness.ts'
import {
  emptyWorld,
  makePerson,
  makeWorld,
  personFacts,
  readDerived,
  storePerson,
  storeWorld,
  worldFacts,
  type StoredWorld,
} from '../../../test/policy-world.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { evaluateWorld } from '../../engine/evaluate-world.ts'
import type { Rule } from '../../engine/model.ts'
import { isEligible } from '../../engine/effective-state.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { clockActor, settleDue } from '../manifests/settle.ts'
import { freezeRulesets } from './freeze-rulesets.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const detail = { people: 0, size: 0, percent: 0, least: 0 }
const change = fc.record({ who: fc.nat(1000), facts: personFacts, listed: fc.boolean() })

const shownUnqualified = `
  select u.id, o.key, o.value from directory_user u, jsonb_each_text(u.org) o
  where not exists (
    select from dimension d join attribute a on a.dimension_id = d.id and a.name = o.value
      join ruleset s on s.attribute_id = a.id join rule r on r.ruleset_id = s.id
      join qualification q on q.rule_id = r.id and q.directory_user_id = u.id
    where d.handle = o.key)`

/** What a frozen ruleset's rules are met by, and who is in it: as it was when it froze. */
type Kept = { qualified: string[]; stays: Map<string, Set<string>>; decided: ReadonlySet<string> }

test('a frozen manifest loses who is no longer eligible and nobody else, and dependants see who qualified', async () => {
  const db = await testDatabase({ clock: () => new Date(start) })
  const { database } = db
  await fc.assert(
    fc.asyncProperty(
      worldFacts,
      fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (facts, which, changes, beginRules) => {
        await db.query(emptyWorld)
        const world = makeWorld(facts, start)
        await database.transaction(({ tx }) => storeWorld(tx, world))
        await follow(database, 'all')
        const frozen = world.policy.rulesets.filter(
          ({ state }, at) => state === 'managed' && which.includes(at),
        )
        const ids = new Set(frozen.map(({ id }) => id))
        const decided = new Set(inForce(world).map(({ rulesetId }) => rulesetId))
        await database.transaction(async ({ tx, now }) => {
          if (beginRules) await beginStaged(tx, world, ids)
          await freezeRulesets(
            tx,
            clockActor,
            frozen.map(({ id }) => ({ rulesetId: id, reason: 'removal_limit', detail })),
          )
          await recalculate(tx, { now, actor: clockActor, people: 'all' })
        })
        const kept = { decided, ...(await readKept(database, world, ids)) }
        for (const each of changes) {
          const position = each.who % world.people.length
          const after = makePerson(each.facts, position, world.people.slice(0, position), start)
          if (world.people.some(({ parentId }) => parentId === after.id)) after.parentId = null
          world.people[position] = after
          await database.transaction(({ tx }) => storePerson(tx, after))
          await follow(database, each.listed ? [after.id] : 'all')
          await assertFrozen(database, world, ids, kept)
          // A filter on org finds people by what they qualify for (directory/users/org-filter.ts).
          assert.deepEqual(await db.query(shownUnqualified), [])
        }
      },
    ),
    { numRuns: propertyRuns(30) },
  )
})

async function follow(database: Database, people: 'all' | string[]): Promise<void> {
  await settleDue(database)
  await database.transaction(({ tx, now }) =>
    recalculate(tx, { now, actor: clockActor, people, withReports: true }),
  )
}

async function readKept(
  database: Database,
  world: StoredWorld,
  frozen: ReadonlySet<string>,
): Promise<Omit<Kept, 'decided'>> {
  const { people, stays } = await database.transaction(({ tx }) => readDerived(tx))
  const rules = new Set(rulesOf(world, frozen))
  const qualified = people.flatMap(({ id, qualified: met }) =>
    met.filter((rule) => rules.has(rule)).map((rule) => `${id} ${rule}`),
  )
  const live = stays.filter((stay) => stay.deleted_at === null && frozen.has(stay.ruleset_id))
  const byRuleset = Map.groupBy(live, (stay) => stay.ruleset_id)
  return {
    qualified,
    stays: new Map(
      [...byRuleset].map(([id, of]) => [id, new Set(of.map((stay) => stay.person_id))]),
    ),
  }
}

function rulesOf({ policy }: StoredWorld, rulesets: ReadonlySet<string>): string[] {
  return policy.rules.filter(({ rulesetId }) => rulesets.has(rulesetId)).map(({ id }) => id)
}

async function assertFrozen(
  database: Database,
  world: StoredWorld,
  frozen: ReadonlySet<string>,
  kept: Kept,
): Promise<void> {
  const stored = await database.transaction(({ tx }) => readDerived(tx))
  const live = stored.stays.filter((stay) => stay.deleted_at === null)
  const inRuleset = (id: string) =>
    live.filter((stay) => stay.ruleset_id === id).map((stay) => stay.person_id)
  for (const id of frozen) {
    const before = kept.stays.get(id) ?? new Set()
    for (const person of before) if (!isPersonEligible(world, person)) before.delete(person)
    assert.deepEqual(inRuleset(id).toSorted(), [...before].toSorted(), 'a frozen manifest')
  }
  const alive = new Set(world.people.filter((each) => each.deletedAt === null).map(({ id }) => id))
  kept.qualified = kept.qualified.filter((pair) => alive.has(pair.slice(0, 36)))
  const expected = evaluateWorld(seenFrozen(world, frozen, kept), start)
  const keptRules = new Set(rulesOf(world, frozen))
  for (const { id, qualified } of stored.people) {
    const decided = (expected.qualified.get(id) ?? []).filter((rule) => !keptRules.has(rule))
    const held = kept.qualified.filter((pair) => pair.startsWith(id)).map((pair) => pair.slice(37))
    assert.deepEqual(qualified, [...decided, ...held].toSorted(), 'qualified')
  }
  for (const [id, entries] of expected.manifests) {
    if (frozen.has(id)) continue
    const byRight = live.filter((stay) => stay.ruleset_id === id && stay.expires_by !== 'grace')
    assert.deepEqual(
      byRight.map((stay) => stay.person_id).toSorted(),
      entries.map(({ personId }) => personId).toSorted(),
      'a manifest beside it',
    )
  }
}

/** The world as the evaluator knows it: who holds a frozen attribute is a fact of each person. */
function seenFrozen(world: StoredWorld, frozen: ReadonlySet<string>, kept: Kept) {
  const attributes = world.policy.rulesets.filter(
    ({ id, type }) => frozen.has(id) && type === 'directory_attribute',
  )
  const people = world.people.map((person) => ({
    ...person,
    heldAttributes: attributes
      .filter(({ id }) =>
        rulesOf(world, new Set([id])).some((rule) =>
          kept.qualified.includes(`${person.id} ${rule}`),
        ),
      )
      .map(({ resourceId }) => resourceId),
  }))
  // What nothing decided before it froze goes on deciding nothing, whatever began with the freeze.
  const byDecided = Map.groupBy(attributes, ({ id }) => kept.decided.has(id))
  const idsOf = (decided: boolean) =>
    byDecided.get(decided)?.map(({ resourceId }) => resourceId) ?? []
  const attributesBefore = { frozenAttributes: idsOf(true), undecidedAttributes: idsOf(false) }
  return { people, policy: { ...world.policy, ...attributesBefore } }
}

function inForce({ policy }: StoredWorld): Rule[] {
  return policy.rules.filter(({ state }) => state === 'active' || state === 'expiring')
}

/** In the change that freezes these rulesets their staged rules begin. */
async function beginStaged(
  tx: Transaction,
  world: StoredWorld,
  rulesets: ReadonlySet<string>,
): Promise<void> {
  for (const [at, rule] of world.policy.rules.entries()) {
    if (rule.state !== 'staged' || rule.expiresAt !== null || !rulesets.has(rule.rulesetId))
      continue
    world.policy.rules[at] = { ...rule, state: 'active', activatedAt: start }
    const active = { state: 'active', activated_at: new Date(start) }
    await tx.updateTable('rule').set(active).where('id', '=', rule.id).execute()
  }
}

function isPersonEligible({ people }: StoredWorld, id: string): boolean {
  const person = people.find((each) => each.id === id)
  assert.ok(person)
  return isEligible(person, people.find((each) => each.id === person.parentId) ?? null, start)
}
