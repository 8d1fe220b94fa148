import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { acts } from './history-acts.ts'
import type { ModelPerson } from './history-model.ts'
import { historyServers, HistoryWorld, iso } from './history-world.ts'
import { propertyRuns } from './property-runs.ts'

const servers = await historyServers()

const step = fc.record({
  act: fc.oneof(
    { weight: 2, arbitrary: fc.constant('pass') },
    // Changes of people move them out of rules, and back within their grace.
    { weight: 3, arbitrary: fc.constantFrom('feed', 'feed', 'feed', 'dimension', 'rule') },
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(acts)) },
  ),
  roll: fc.nat(),
  /** Whether anybody looks before the next step. */
  isSeen: fc.boolean(),
})

test('who is where, since when and why, now and then, is what the definitions say of everything that was done', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(step, { minLength: 25, maxLength: 60 }),
      async (roll, steps) => {
        const world = new HistoryWorld(servers)
        world.seed(roll)
        await world.begin()
        for (let rules = 0; rules < 4; rules++) await acts['rule']?.(world)
        world.model.follow()
        for (const each of steps) {
          world.seed(each.roll)
          if (each.act === 'pass') world.pass()
          else {
            await acts[each.act]?.(world)
            world.model.follow()
          }
          if (each.isSeen) await look(world)
        }
        await look(world)
      },
    ),
    { numRuns: propertyRuns(3) },
  )
})

async function look(world: HistoryWorld): Promise<void> {
  for (const ruleset of world.model.rulesets.keys()) await lookAtManifest(world, ruleset)
  await lookAtStaged(world, world.anyRuleset())
  for (const person of world.model.people.values()) await lookAtPerson(world, person)
  const turns = world.model.turns()
  for (let times = 0; times < 3 && turns.length > 0; times++) {
    const at = Math.min(world.now, world.pick(turns) + world.pick([-1, 0, 0, 1]))
    await lookBack(world, at)
  }
}

type ListedStay = {
  state: string
  included: Record<'directory_user' | 'policy_rule', { id: string }>
  timestamp: { activated_at: string; expires_at: string | null }
}

const page = 'page[size]=500'

async function read(world: HistoryWorld, path: string) {
  return (await world.must('GET', path)).body
}

async function lookAtManifest(world: HistoryWorld, ruleset: string): Promise<void> {
  const { data } = await read(world, `/policy/rulesets/${ruleset}/manifest-users?${page}`)
  const shown = data.map(({ included, state, timestamp }: ListedStay) =>
    [
      included.directory_user.id,
      included.policy_rule.id,
      state,
      timestamp.activated_at,
      timestamp.expires_at ?? 'no end',
    ].join(' '),
  )
  const wanted = world.model
    .manifest(ruleset)
    .map(({ person, rule, state, since, expiresAt }) =>
      [person, rule, state, iso(since), expiresAt === null ? 'no end' : iso(expiresAt)].join(' '),
    )
  assert.deepEqual(shown.toSorted(), wanted.toSorted(), `the manifest of ${ruleset}`)
}

async function lookAtStaged(world: HistoryWorld, ruleset: string): Promise<void> {
  const { data } = await read(world, `/policy/rulesets/${ruleset}/staged-users?${page}`)
  const shown = data.map(
    ({ id, policy_rule_ids }: { id: string; policy_rule_ids: readonly string[] }) =>
      [id, ...policy_rule_ids.toSorted()].join(' '),
  )
  const wanted = [...world.model.people.values()].flatMap((person) => {
    const rules = world.model.staged(person).filter((rule) => rule.ruleset === ruleset)
    return rules.length === 0 ? [] : [[person.id, ...idsOf(rules)].join(' ')]
  })
  assert.deepEqual(shown.toSorted(), wanted.toSorted(), `who is staged for ${ruleset}`)
  const { count } = await read(world, `/policy/rulesets/${ruleset}`)
  assert.equal(count.staged_users, wanted.length, `how many are staged for ${ruleset}`)
}

function idsOf(records: readonly { id: string }[]): string[] {
  return records.map(({ id }) => id).toSorted()
}

async function lookAtPerson(world: HistoryWorld, person: ModelPerson): Promise<void> {
  const { model } = world
  const { state, manager_id, org, timestamp, count, included } = await read(
    world,
    `/directory/users/${person.id}?include=policy-rules-staged`,
  )
  const { policy_users, policy_rulesets, manifest_rules, qualified_rules, staged_rules } = count
  const staged = idsOf(model.staged(person))
  const stays = [...model.rulesets.keys()]
    .flatMap((ruleset) => model.manifest(ruleset))
    .filter((stay) => stay.person === person.id).length
  assert.deepEqual(
    {
      state,
      manager_id,
      org,
      expires_at: timestamp.expires_at,
      policy_users,
      policy_rulesets,
      manifest_rules,
      qualified_rules,
      staged_rules,
      staged: idsOf(included.policy_rules_staged),
    },
    {
      state: model.stateOf(person),
      manager_id: person.manager,
      org: model.orgOf(person),
      expires_at: person.expiresAt === null ? null : iso(person.expiresAt),
      policy_users: stays,
      policy_rulesets: stays,
      manifest_rules: stays,
      qualified_rules: model.rulesInForce().filter((rule) => model.qualifies(person, rule)).length,
      staged_rules: staged.length,
      staged,
    },
    `the person ${person.id}`,
  )
}

/** Checks a past instant: one manifest, and the access of one person. */
async function lookBack(world: HistoryWorld, at: number): Promise<void> {
  const then = world.model.at(at)
  const ruleset = world.anyRuleset()
  const list = `/policy/rulesets/${ruleset}/manifest-users?${page}&at=${iso(at)}`
  const shown = (await read(world, list)).data.map(({ included, state, timestamp }: ListedStay) =>
    [included.directory_user.id, included.policy_rule.id, state, timestamp.activated_at].join(' '),
  )
  const wanted = then
    .filter((stay) => stay.ruleset === ruleset)
    .map(({ person, rule, state, since }) => [person, rule, state, iso(since)].join(' '))
  assert.deepEqual(shown.toSorted(), wanted.toSorted(), `${ruleset} at ${iso(at)}`)

  const person = world.anybody().id
  const access = (await read(world, `/directory/users/${person}/access?${page}&at=${iso(at)}`)).data
  const had = then
    .filter((stay) => stay.person === person)
    .map((stay) => [stay.ruleset, stay.rule, stay.state, iso(stay.since)].join(' '))
  const told = access.map(
    (each: Record<'policy_ruleset_id' | 'policy_rule_id' | 'state' | 'since', string>) =>
      [each.policy_ruleset_id, each.policy_rule_id, each.state, each.since].join(' '),
  )
  assert.deepEqual(told.toSorted(), had.toSorted(), `what ${person} had at ${iso(at)}`)
}
