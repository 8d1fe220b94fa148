import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
import type { AuditActor } from '../../audit/record.ts'
import {
  changeIntegration,
  ensureIntegration,
  type IntegrationChanges,
  type IntegrationOptions,
} from './create-integration.ts'

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

async function change(wanted: IntegrationChanges) {
  const { integration } = await ensure()
  return db.database.transaction(({ tx }) => changeIntegration(tx, actor, integration, wanted))
}

test('what changes of an integration is written once, with what it was before', async () => {
  const wanted = { name: 'Directory', trustsEmail: true, mapping: { account: { id: 'uid' } } }
  const changed = await change(wanted)
  assert.deepEqual(
    [changed.name, changed.trusts_email, changed.mapping],
    ['Directory', true, wanted.mapping],
  )
  assert.deepEqual(await change(wanted), changed, 'the same again is no change')
  assert.deepEqual(await change({}), changed)
  const rows = await db.query(
    `select changes from audit_log where event = 'workspace.integration.update'`,
  )
  assert.deepEqual(rows, [
    {
      changes: {
        name: { old: 'Okta', new: 'Directory' },
        trusts_email: { old: false, new: true },
        mapping: { old: { account: {} }, new: wanted.mapping },
      },
    },
  ])
})

test('an integration stays with its vendor, and is not made primary beside another', async () => {
  await assert.rejects(change({ vendor: 'chat' }), /"okta" is of vendor idp/)
  const { integration } = await ensure({ handle: 'second', isPrimary: false })
  await assert.rejects(
    db.database.transaction(({ tx }) =>
      changeIntegration(tx, actor, integration, { isPrimary: true }),
    ),
    /"second" can't be primary: "okta" is/,
  )
})

test('a handle or a name that does not fit is refused saying what is allowed', async () => {
  await assert.rejects(ensure({ handle: 'My IdP' }), /"My IdP" can't be a handle: .*a to z/)
  await assert.rejects(change({ name: 'x'.repeat(201) }), /1 to 200 characters/)
})
