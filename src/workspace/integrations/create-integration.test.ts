import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
import type { AuditActor } from '../../audit/record.ts'
import { ensureIntegration, type IntegrationOptions } from './create-integration.ts'

const actor: AuditActor = { type: 'system', id: null, via: 'cli', requestId: null }
const db = await testDatabase()

const idp: IntegrationOptions = {
  handle: 'okta',
  vendor: 'idp',
  type: 'okta',
  name: 'Okta',
  isPrimary: true,
  trustsEmail: false,
  badgeIdProfileKey: 'badge',
  employeeIdProfileKey: null,
  employeeAltIdProfileKey: null,
  managerProfileKey: 'managerId',
  managerProfileHolds: 'vendor_id',
  parentProfileKey: null,
  policyKeys: ['department'],
  mapping: { account: {} },
}

function ensure(changes: Partial<IntegrationOptions> = {}) {
  return db.database.transaction(({ tx }) => ensureIntegration(tx, actor, { ...idp, ...changes }))
}

test('an integration is made once, with one audit row, and comes back as it is', async () => {
  const made = await ensure()
  assert.equal(made.isNew, true)
  assert.deepEqual(made.integration.policy_keys, ['department'])
  const again = await ensure({ name: 'Another name', trustsEmail: true })
  assert.deepEqual(again, { integration: made.integration, isNew: false })
  const rows = await db.query(`select event from audit_log where record_id = $1`, [
    made.integration.id,
  ])
  assert.deepEqual(rows, [{ event: 'workspace.integration.create' }])
})

test('a handle stays with its vendor and type', async () => {
  await ensure()
  await assert.rejects(
    ensure({ vendor: 'chat', type: 'slack' }),
    /"okta" is of vendor idp and type okta/,
  )
})

test('a second primary is refused by the name of the first', async () => {
  await ensure()
  await assert.rejects(ensure({ handle: 'other' }), /"other" can't be primary: "okta" is/)
})
