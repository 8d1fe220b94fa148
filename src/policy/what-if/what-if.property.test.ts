import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { acts } from '../../../test/history-acts.ts'
import { historyServers, HistoryWorld, iso } from '../../../test/history-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import type { WhatIfJson } from './schema.ts'

const questionsPerWorld = 15
const servers = await historyServers()
const seen = new Map<string, number>()

test('what a person would have is what they have once the source has said exactly that, now or by a date', async () => {
  const property = fc.asyncProperty(fc.nat(), async (roll) => {
    const world = new HistoryWorld(servers)
    world.seed(roll)
    await world.begin()
    for (let rules = 0; rules < 8; rules += 1) await act(world, 'rule')
    for (let question = 0; question < questionsPerWorld; question += 1) {
      await act(world, world.pick(Object.keys(acts)))
      if (world.chance(30)) world.pass()
      await ask(world)
    }
  })
  await holdsWithMatter(property, {
    runs: 1,
    isEnough: () =>
      ['gain', 'lose', 'grace', 'end', 'later'].every((kind) => (seen.get(kind) ?? 0) > 0),
    told: () => JSON.stringify(Object.fromEntries(seen)),
  })
})

async function act(world: HistoryWorld, name: string): Promise<void> {
  await acts[name]?.(world)
  world.model.follow()
}

/** Asks about a change of one account, lets the source say it, and compares. */
async function ask(world: HistoryWorld): Promise<void> {
  const index = world.nat(world.accounts.size)
  const account = world.account(index)
  const { managerId, department = '', level = '', tags = [] } = account
  const ids = await idsOf(world)
  const person = ids.get(`p${index}`)
  if (person === undefined || world.model.people.get(person)?.isDeleted !== false) return
  const at = world.chance(40) ? world.ahead() : undefined
  const query = new URLSearchParams({
    'set[department]': department,
    'set[level]': String(level),
    'set[okta:tags]': JSON.stringify(tags),
    manager: managerId === undefined ? 'none' : (ids.get(managerId) ?? 'none'),
    ...(at !== undefined && { at: iso(at) }),
  })
  const asked = `/directory/users/${person}/what-if?${query.toString()}`
  const before = await accessOf(world, person)
  const answer = await world.call('GET', asked)
  // Nobody is above themself: the source may say so, and is not heard.
  if (answer.status === 400) return assert.match(answer.text, /nobody is above themself/)
  assert.equal(answer.status, 200, answer.text)
  const again = await accessOf(world, person)
  assert.deepEqual(again, before, 'a question changes nothing')
  if (at !== undefined) world.passTo(at)
  world.accounts.set(`p${index}`, account)
  const known = new Set(world.model.rulesets.keys())
  await world.feed()
  const after = await accessOf(world, person)
  const foretold = foretoldBy(answer.body)
  assert.deepEqual(foretold, difference(before, after, known), `${asked}\n${answer.text}`)
  for (const { kind } of answer.body.data) count(kind)
  if (at !== undefined && foretold.length > 0) count('later')
}

function count(kind: string): void {
  seen.set(kind, (seen.get(kind) ?? 0) + 1)
}

async function idsOf(world: HistoryWorld): Promise<Map<string, string>> {
  const { body } = await world.must('GET', '/directory/identities?page[size]=500')
  return new Map(
    body.data.map((each: { vendor_id: string; directory_user_id: string | null }) => [
      each.vendor_id,
      each.directory_user_id ?? '',
    ]),
  )
}

type Held = { role: string; state: string; until: string | null; rule: string }

/** Ruleset → what the person has of it. */
async function accessOf(world: HistoryWorld, person: string): Promise<Map<string, Held>> {
  const { body } = await world.must('GET', `/directory/users/${person}/access?page[size]=500`)
  return new Map(
    body.data.map(
      (each: Record<'policy_ruleset_id' | 'role_handle' | 'policy_rule_id', string> & Held) => [
        each.policy_ruleset_id,
        {
          role: each.role_handle,
          state: each.state,
          until: each.until,
          rule: each.policy_rule_id,
        },
      ],
    ),
  )
}

type Line = { ruleset: string; before: Held | null; after: Held | null }

/** The places that differ in more than the rule. A value that is new makes an attribute, which nobody could be asked about. */
function difference(
  before: ReadonlyMap<string, Held>,
  after: ReadonlyMap<string, Held>,
  known: ReadonlySet<string>,
): Line[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((ruleset) => known.has(ruleset))
    .map((ruleset) => ({
      ruleset,
      before: before.get(ruleset) ?? null,
      after: after.get(ruleset) ?? null,
    }))
    .filter(
      (line) =>
        JSON.stringify(withoutRule(line.before)) !== JSON.stringify(withoutRule(line.after)),
    )
    .toSorted(byRuleset)
}

function withoutRule(held: Held | null) {
  return held && { ...held, rule: '' }
}

function foretoldBy({ data, count: counts }: WhatIfJson): Line[] {
  const { unchanged: _, ...kinds } = counts
  const all = Object.values(kinds).reduce((sum, each) => sum + each, 0)
  assert.equal(data.length, all)
  return data
    .map((each) => ({
      ruleset: each.policy_ruleset_id,
      before: heldIn(each.before),
      after: heldIn(each.after),
    }))
    .toSorted(byRuleset)
}

function heldIn(access: WhatIfJson['data'][number]['before']): Held | null {
  if (access === null) return null
  const { role_handle: role, state, until, policy_rule_id: rule } = access
  return { role, state, until, rule }
}

function byRuleset(a: Line, b: Line): number {
  return a.ruleset < b.ruleset ? -1 : 1
}
