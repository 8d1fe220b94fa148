import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { dryRun } from '../../database/dry-run.ts'
import { carriedOut } from '../limits/stopped.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { day, onProfile, policyServer } from '../rules/policy-for-tests.ts'
import { lookAhead } from './run-plan.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales' } },
  { email: 'bob@x.example', profile: { department: 'Sales' } },
  { email: 'cy@x.example', profile: { department: 'Legal' } },
])
const { expect } = server
const ruleset = await server.rulesetId('12')

const operations = [
  {
    op: 'create_rule' as const,
    ref: 'sales',
    ruleset_id: ruleset,
    role: 'member',
    conditions: [{ ...onProfile('department', 'Sales'), type: 'identity' as const }],
  },
  { op: 'activate_rule' as const, rule_id: '$sales' },
]

/** Does `work` while another transaction holds the policy lock, as an import does, and what it has written. */
async function besideLongChange(
  write: (tx: Transaction) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const locked = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const change = dryRun(server.database, async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    await write(tx)
    locked.resolve()
    await end.promise
  })
  await locked.promise
  try {
    await work()
  } finally {
    end.resolve()
    await change
  }
}

function deactivateAll(tx: Transaction): Promise<unknown> {
  return tx.updateTable('directory_user').set({ base_state: 'deactivated' }).execute()
}

test('a plan that is made while a long change holds the policy lock shows what is committed', async () => {
  await besideLongChange(deactivateAll, async () => {
    const { body } = await expect(201, 'POST', '/policy/plans', { operations })
    assert.equal(body.state, 'ready')
    assert.equal(body.totals.people, 2)
  })
})

test('what is due and not settled yet is not in a plan', async () => {
  const at = new Date(server.now() + day).toISOString()
  const bob = await server.personId('bob@x.example')
  await expect(200, 'POST', `/directory/users/${bob}/expire`, { at })
  await besideLongChange(
    async () => undefined,
    async () => {
      server.pass(2 * day)
      const { body } = await expect(201, 'POST', '/policy/plans', { operations })
      assert.equal(body.totals.people, 1)
    },
  )
  const { body: plan } = await expect(201, 'POST', '/policy/plans', { operations })
  await expect(200, 'POST', `/policy/plans/${plan.id}/apply`)
  assert.deepEqual(await server.manifest('12'), ['ada@x.example member active'])
})

test('no one waits for a plan that is being worked out', async () => {
  const ada = await server.personId('ada@x.example')
  const { body: rules } = await expect(200, 'GET', `/policy/rulesets/${ruleset}/rules`)
  const ends = [{ op: 'deactivate_rule' as const, rule_id: String(rules.data[0].id) }]
  await dryRun(
    server.database,
    async ({ tx }) => {
      const context = { tx, actor: testActor, ask: async () => undefined, may: () => true }
      const { effect } = carriedOut(await lookAhead({ ...context, isDryRun: true }, ends))
      assert.equal(effect.totals.people, 1)
      const metadata = { desk: '7' }
      await expect(200, 'PATCH', `/directory/users/${ada}`, { metadata })
      await expect(200, 'POST', `/directory/users/${ada}/suspend`)
      await expect(200, 'PATCH', `/policy/rulesets/${ruleset}`, { expires_after_days: 5 })
    },
    { onSnapshot: true },
  )
  assert.deepEqual(await server.manifest('12'), [])
})
