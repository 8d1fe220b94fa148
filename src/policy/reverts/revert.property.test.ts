import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { emptyWorld, makeWorld, storeWorld } from '../../../test/policy-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { decodeId } from '../../contract/ids.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { clockActor, settleDue } from '../manifests/settle.ts'
import {
  operation,
  operationsOf,
  peopledFacts,
  planWhatCanBe,
  worldStart,
  type OperationFacts,
} from '../plans/random-operations-for-tests.ts'

const start = Date.parse(worldStart)
let now = start
const server = await testServer({ clock: () => new Date(now) })
let token = ''
const call = (path: string, body?: object) =>
  server.call('POST', path, { token, ...(body === undefined ? {} : { body }) })

/** What a policy says, whatever its records are called, and who is where by it. */
type Policy = { rules: unknown; states: unknown; people: Map<string, string>; ties: Set<string> }

test('what a plan did is undone, but for what was changed since, which is said', async () => {
  let undone = 0
  let returned = 0
  let left = 0
  const compared = { asBefore: 0, withOthers: 0 }
  await holdsWithMatter(
    fc.asyncProperty(
      peopledFacts,
      fc.array(operation, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('nothing', 'something', 'the same again'),
      fc.array(operation, { minLength: 1, maxLength: 3 }),
      async (facts, wanted, meanwhile, something) => {
        const others = { nothing: [], something, 'the same again': wanted.map(otherwise) }[
          meanwhile
        ]
        now = start
        await server.query(emptyWorld)
        const world = makeWorld(facts, start)
        await server.database.transaction(({ tx }) => storeWorld(tx, world))
        await server.query(`update integration set policy_keys = '{department,a.b,tags,missing}'`)
        await follow()
        now += 3_600_000
        token = (await makeOwner(server)).token
        const applied = async (some: typeof wanted, ref: string) => {
          if (some.length === 0) return undefined
          const steps = some.map((each, at) => operationsOf(world, each, `${ref}${at}`))
          const planned = await planWhatCanBe(call, steps)
          if (planned.status !== 201) return undefined
          const { status, text } = await call(`/policy/plans/${planned.body.id}/apply`)
          assert.equal(status, 200, text)
          return String(planned.body.id)
        }
        const before = await policy()
        const plan = await applied(wanted, 'r')
        if (plan === undefined) return
        now += 3_600_000
        const since = await applied(others, 's')
        const answer = await call(`/policy/plans/${plan}/revert`)
        assert.ok([201, 409].includes(answer.status), answer.text)
        if (answer.status === 409) {
          left += 1
          return
        }
        const done = await call(`/policy/plans/${answer.body.id}/apply`)
        assert.equal(done.status, 200, done.text)
        undone += 1
        left += answer.body.not_reverted.length
        returned += await checkReturned(plan, answer.body.id)
        if (since !== undefined) {
          assert.deepEqual(await writtenByBoth(since, answer.body.id), [], 'it was changed since')
          compared.withOthers += 1
        } else if (answer.body.not_reverted.length === 0) {
          assertAsBefore(before, await policy())
          compared.asBefore += 1
        }
      },
    ),
    {
      runs: 20,
      isEnough: () =>
        undone > 10 &&
        returned > 3 &&
        left > 3 &&
        compared.asBefore >= 5 &&
        compared.withOthers >= 5,
      told: () =>
        `${undone} plans were undone, ${returned} people returned, ${left} changes were left, ${compared.asBefore} policies were compared with the one before, and ${compared.withOthers} reverts with what was changed since`,
    },
  )
})

/** A change of the same record, to something else. */
function otherwise(facts: OperationFacts): OperationFacts {
  if (facts.op === 'change_settings')
    return { ...facts, expires_after_days: facts.expires_after_days === 0 ? 6 : 0 }
  if (facts.op !== 'change_rule') return facts
  return 'priority' in facts
    ? { ...facts, priority: 201 - facts.priority }
    : { ...facts, expires_after_days: facts.expires_after_days === 2 ? 0 : 2 }
}

async function follow(): Promise<void> {
  await settleDue(server.database)
  await server.database.transaction(({ tx, now: instant }) =>
    recalculate(tx, { now: instant, actor: clockActor, people: 'all' }),
  )
}

async function policy(): Promise<Policy> {
  const rules = await server.query<{ ruleset: string; priority: number; said: string }>(
    `select r.ruleset_id as ruleset, r.priority, concat_ws(' ', r.ruleset_id, r.policy_role_id, r.priority, r.key,
       coalesce(r.reason, '-'), r.everyone_else, coalesce(r.expires_after_days, -1), coalesce(iso(r.expires_at), 'open'),
       (select string_agg(concat_ws('|', c.type, c.attribute_id, c.directory_user_id, c.integration_id, c.profile_key,
         c.profile_operator, c.profile_value), ';' order by c.type, c.attribute_id, c.directory_user_id, c.profile_key,
         c.profile_operator, c.profile_value) from condition c where c.rule_id = r.id)) as said
     from rule r where r.state in ('active', 'expiring') and r.deleted_at is null
     order by 3`,
  )
  const states = await server.query(
    `select 'a' || id as record, state || name || profile_value as is from attribute
     union all select 'd' || id, state || name || attributes_enabled from dimension
     union all select 's' || id, state || coalesce(expires_after_days, -1) from ruleset
     union all select 'settings', expires_after_days::text from policy_settings order by 1`,
  )
  const stays = await server.query<{ place: string; held: string }>(
    `select s.ruleset_id || ' ' || s.directory_user_id as place,
       concat_ws(' ', s.state, case when s.expires_by = 'grace' then 'grace' else coalesce(iso(s.expires_at), '') end,
         r.policy_role_id) as held
     from policy_user s join rule r on r.id = s.rule_id where s.deleted_at is null`,
  )
  const count = Map.groupBy(rules, ({ ruleset, priority }) => `${ruleset} ${priority}`)
  const tied = [...count.values()].flatMap((some) =>
    some.length > 1 ? (some[0]?.ruleset ?? []) : [],
  )
  return {
    rules: rules.map(({ said }) => said),
    states,
    people: new Map(stays.map(({ place, held }) => [place, held])),
    ties: new Set(tied),
  }
}

/** Grace is not given back, nor taken: who no longer qualifies has it anew. Of rules of one priority the one in force for longer admits. */
function assertAsBefore(before: Policy, after: Policy): void {
  assert.deepEqual(after.rules, before.rules)
  assert.deepEqual(after.states, before.states)
  const placesOf = ({ people }: Policy) =>
    [...people].flatMap(([place, held]) => {
      const ruleset = place.split(' ')[0] ?? ''
      if (held.includes('grace')) return []
      return before.ties.has(ruleset) || after.ties.has(ruleset) ? place : `${place} ${held}`
    })
  assert.deepEqual(placesOf(after).sort(), placesOf(before).sort())
}

const transactionOf = (parameter: string) =>
  `(select transaction from audit_log where record_id = ${parameter}::uuid and event = 'policy.plan.apply')`

/** What both plans have written of one record. */
async function writtenByBoth(one: string, other: string): Promise<string[]> {
  const rows = await server.query<{ what: string }>(
    `select distinct record_id || ' ' || k as what from audit_log, jsonb_object_keys(changes) k
     where transaction = ${transactionOf('$1')} and actor_type <> 'system' and record_type not in ('pousr', 'popln')
     intersect
     select record_id || ' ' || k from audit_log, jsonb_object_keys(changes) k
     where transaction = ${transactionOf('$2')} and actor_type <> 'system'`,
    [decodeId('plan', one), decodeId('plan', other)],
  )
  return rows.map(({ what }) => what)
}

/** Whoever left by the plan and came back by its revert has a new stay that names the former. @returns how many */
async function checkReturned(plan: string, revert: string): Promise<number> {
  const rows = await server.query<{ former: string | null; left: string }>(
    `select t.former_id as former, o.id as left
     from audit_log e join policy_user o on o.id = e.record_id
     join audit_log b on b.transaction = ${transactionOf('$2')} and b.event = 'policy.user.create'
     join policy_user n on n.id = b.record_id and (n.ruleset_id, n.directory_user_id) = (o.ruleset_id, o.directory_user_id)
     left join returned_stay t on t.policy_user_id = n.id
     where e.transaction = ${transactionOf('$1')} and e.event = 'policy.user.end'`,
    [decodeId('plan', plan), decodeId('plan', revert)],
  )
  for (const { former, left } of rows) assert.equal(former, left)
  return rows.length
}
