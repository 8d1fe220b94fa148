import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../test/harness.ts'
import {
  countAuditRows,
  manifestOf,
  storeIntegrations,
  storePeople,
  testActor,
} from '../../../test/people-fixture.ts'
import { insertRules } from '../stored-rules/write-rules.ts'
import { noLimits } from '../limits/limit-values.ts'
import { insertRulesets } from '../rulesets/write-rulesets.ts'
import { recalculate } from './recalculate.ts'
import { settleDue } from './settle.ts'

const start = Date.parse('2026-05-01T00:00:00Z')
const day = 86_400_000
let now = start
const db = await testDatabase({ clock: () => new Date(now) })
await storeIntegrations(db.database)
await storePeople(db.database, [
  { email: 'ada@x.example', profile: { userType: 'employee' } },
  { email: 'ada.admin@x.example', profile: { userType: 'employee' }, parent: 'ada@x.example' },
  { email: 'bob@x.example', profile: { userType: 'employee' } },
])
await addRule({ graceDays: 3 })
await recalculateAll()

async function addRule({ graceDays }: { graceDays: number }) {
  await db.database.transaction(async ({ tx, now: at }) => {
    const resource = await tx
      .selectFrom('resource')
      .select('id')
      .where('vendor_id', '=', '12')
      .executeTakeFirstOrThrow()
    const role = await tx
      .selectFrom('policy_role')
      .select(['id', 'handle'])
      .where('resource_type', '=', 'codehost_group')
      .where('handle', '=', 'member')
      .executeTakeFirstOrThrow()
    const [rulesetId = ''] = await insertRulesets(tx, testActor, [
      {
        owner: { type: 'codehost_group', resourceId: resource.id },
        values: {
          state: 'managed',
          isAuthoritative: false,
          expiresAfterDays: graceDays,
          limits: noLimits,
        },
      },
    ])
    await insertRules(tx, testActor, [
      {
        rulesetId,
        key: 'employees',
        roleHandle: role.handle,
        values: {
          state: 'active',
          roleId: role.id,
          description: '',
          descriptionIsWritten: false,
          reason: null,
          isImported: false,
          everyoneElse: false,
          priority: 1,
          expiresAfterDays: null,
          activatedAt: at.toISOString(),
          expiresAt: null,
        },
        conditions: [
          {
            type: 'identity',
            attributeId: null,
            integrationId: null,
            directoryUserId: null,
            vendorResourceId: null,
            profileKey: 'userType',
            profileOperator: 'equals',
            profileValue: 'employee',
            orAbsent: false,
            description: '',
            isImported: false,
          },
        ],
      },
    ])
  })
}

function recalculateAll() {
  return db.database.transaction(({ tx, now: at }) =>
    recalculate(tx, { now: at, actor: testActor, people: 'all' }),
  )
}

async function change(statement: string) {
  await db.database.transaction(async ({ tx, now: at }) => {
    await sql.raw(statement).execute(tx)
    await recalculate(tx, { now: at, actor: testActor, people: 'all' })
  })
}

/** Not through `db.query`: the injected clock is the transaction's. */
async function expire(email: string, at: number) {
  await db.database.transaction(({ tx }) =>
    tx
      .updateTable('directory_user')
      .set({ expires_at: new Date(at) })
      .where('email', '=', email)
      .execute(),
  )
}

const phasesOf = (email: string) =>
  db.query(
    `select p.state, iso(lower(p.valid)) as since, iso(upper(p.valid)) as until from policy_user_history p
     join policy_user s on s.id = p.policy_user_id
     join directory_user u on u.id = s.directory_user_id where u.email = $1 order by p.valid`,
    [email],
  )

test('nothing due is nothing done', async () => {
  const rows = await countAuditRows(db)
  assert.equal((await settleDue(db.database)).taken, 0)
  assert.equal(await countAuditRows(db), rows)
})

test('who no longer qualifies stays through the grace, which the clock ends at its instant', async () => {
  now = start + day
  await change(
    `update identity set profile = '{"userType": "guest"}' where vendor_id = 'bob@x.example'`,
  )
  assert.deepEqual((await manifestOf(db, '12')).at(-1), 'bob@x.example member expiring')
  now = start + 10 * day
  assert.equal((await settleDue(db.database)).taken, 1)
  assert.deepEqual(await manifestOf(db, '12'), [
    'ada.admin@x.example member active',
    'ada@x.example member active',
  ])
  assert.deepEqual(await phasesOf('bob@x.example'), [
    { state: 'active', since: '2026-05-01T00:00:00.000Z', until: '2026-05-02T00:00:00.000Z' },
    { state: 'expiring', since: '2026-05-02T00:00:00.000Z', until: '2026-05-05T00:00:00.000Z' },
  ])
  const [stay] = await db.query(
    `select p.state, iso(deleted_at) as deleted_at from policy_user p where deleted_at is not null`,
  )
  assert.deepEqual(stay, { state: 'expired', deleted_at: '2026-05-05T00:00:00.000Z' })
})

test('a person who expires takes their secondary accounts out of every manifest', async () => {
  await expire('ada@x.example', start + 12 * day)
  now = start + 13 * day
  await settleDue(db.database)
  assert.deepEqual(await manifestOf(db, '12'), [])
  const [ada] = await db.query(`select state from directory_user where email = 'ada@x.example'`)
  assert.equal(ada?.['state'], 'expired')
  const events = await db.query(
    `select event, iso(at) as at, count(*)::integer from audit_log where at > $1 group by 1, 2 order by 1`,
    [new Date(start + 12 * day)],
  )
  assert.deepEqual(events, [
    { event: 'directory.user.expired', at: '2026-05-14T00:00:00.000Z', count: 1 },
    { event: 'policy.user.end', at: '2026-05-14T00:00:00.000Z', count: 2 },
  ])
})

test('the audit rows of the clock name the records that they are about', async () => {
  const at = now + day
  const [ada] = await db.query<{ id: string }>(
    `select id from directory_user where email = 'ada@x.example'`,
  )
  const people = await db.database.transaction(({ tx }) =>
    tx
      .insertInto('workspace_user')
      .values([
        {
          provider: 'p',
          provider_id: 'tied',
          directory_user_id: ada?.id ?? null,
          expires_at: new Date(at),
        },
        { provider: 'p', provider_id: 'free', expires_at: new Date(at) },
      ])
      .returning('id')
      .execute(),
  )
  await expire('bob@x.example', at)
  const [rule] = await db.query<{ id: string; ruleset_id: string }>(
    `insert into rule (ruleset_id, policy_role_id, state, activated_at, expires_at)
     select ruleset_id, policy_role_id, 'expiring', $1, $2 from rule limit 1 returning id, ruleset_id`,
    [new Date(now), new Date(at)],
  )
  now = at
  await settleDue(db.database)
  const rows = await db.query(
    `select event, record_type, record_id, parent_type, parent_id, related_id, subject_id from audit_log
     where at = $1 order by event, subject_id nulls last`,
    [new Date(at)],
  )
  const [bob] = await db.query<{ id: string }>(
    `select id from directory_user where email = 'bob@x.example'`,
  )
  const none = { parent_type: null, parent_id: null, related_id: null }
  const workspace = { event: 'workspace.user.expired', record_type: 'wsusr', ...none }
  assert.deepEqual(rows, [
    {
      event: 'directory.user.expired',
      record_type: 'drusr',
      record_id: bob?.id,
      ...none,
      subject_id: bob?.id,
    },
    {
      event: 'policy.rule.expired',
      record_type: 'porul',
      record_id: rule?.id,
      parent_type: 'poset',
      parent_id: rule?.ruleset_id,
      related_id: null,
      subject_id: null,
    },
    { ...workspace, record_id: people[0]?.id, subject_id: ada?.id },
    { ...workspace, record_id: people[1]?.id, subject_id: null },
  ])
  await db.database.transaction(({ tx }) =>
    tx
      .updateTable('directory_user')
      .set({ expires_at: null })
      .where('id', '=', bob?.id ?? '')
      .execute(),
  )
})

test('coming back is a new stay', async () => {
  await change(`update directory_user set expires_at = null where email = 'ada@x.example'`)
  const stays = await db.query(
    `select p.state from policy_user p join directory_user u on u.id = p.directory_user_id where u.email = 'ada@x.example' order by p.id`,
  )
  assert.deepEqual(
    stays.map(({ state }) => state),
    ['expired', 'active'],
  )
})

test('two processes settle what is due once', async () => {
  await expire('bob@x.example', now + day)
  now += 2 * day
  const taken = await Promise.all([settleDue(db.database), settleDue(db.database)])
  assert.deepEqual(
    taken.map((settled) => settled.taken).toSorted((a, b) => a - b),
    [0, 1],
  )
})

test('an end that was written finer than a millisecond comes with the next one, and so does what is due by then', async () => {
  const next = new Date(now + day + 1)
  const emails = ['bob@x.example', 'ada.admin@x.example']
  const [fine, whole] = emails
  await db.database.transaction(async ({ tx }) => {
    await sql`update directory_user set expires_at = ${next}::timestamptz - interval '1 microsecond' where email = ${fine}`.execute(
      tx,
    )
    await sql`update directory_user set expires_at = ${next} where email = ${whole}`.execute(tx)
  })
  now = next.getTime() - 1
  assert.equal((await settleDue(db.database)).taken, 0)
  now += 1
  assert.equal((await settleDue(db.database)).taken, 2)
  const people = await db.query('select state from directory_user where email = any ($1::text[])', [
    emails,
  ])
  assert.deepEqual(people, [{ state: 'expired' }, { state: 'expired' }])
})

test('a change taken back at the same instant leaves no empty phase', async () => {
  await change(
    `update identity set profile = '{"userType": "guest"}' where vendor_id = 'ada@x.example'`,
  )
  await change(
    `update identity set profile = '{"userType": "employee"}' where vendor_id = 'ada@x.example'`,
  )
  const phases = await phasesOf('ada@x.example')
  assert.deepEqual(phases.at(-1), { state: 'active', since: iso(now), until: null })
})

function iso(instant: number): string {
  return new Date(instant).toISOString()
}
