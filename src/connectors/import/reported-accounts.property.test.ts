import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterEachStatement } from '../../../test/between-statements.ts'
import { importWorlds, okta, slack, type ImportWorld } from '../../../test/import-world.ts'
import { assertManifestsFollow } from '../../../test/manifests-follow.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { recalculate } from '../../policy/manifests/recalculate.ts'
import { integrationDefaults } from '../vendors.ts'

const importWorld = await importWorlds()

const { mapping } = integrationDefaults('idp', 'okta')
const withDays = {
  ...mapping,
  account: {
    ...mapping.account,
    state: { ...mapping.account.state, ended_at: ['profile.last'] },
  },
}

const name = fc.constantFrom('ada', 'bob', 'cyd', 'dan', 'eve')
const account = fc.record({
  id: name,
  status: fc.constantFrom(
    'ACTIVE',
    'ACTIVE',
    'ACTIVE',
    'STAGED',
    'SUSPENDED',
    'DEPROVISIONED',
    'ODD',
  ),
  department: fc.constantFrom('Sales', 'Legal', null),
  managerId: fc.option(name, { freq: 2 }),
  managerEmail: fc.option(fc.constant('ada@example.com'), { freq: 4 }),
  email: fc.option(fc.constantFrom('shared@example.com', 'free@example.com', null), {
    nil: undefined,
    freq: 3,
  }),
  last: fc.option(fc.constantFrom('2020-01-01', '2050-01-01'), { freq: 5 }),
  isBad: fc.constantFrom(false, false, false, false, true),
})
type Account = typeof account extends fc.Arbitrary<infer T> ? T : never

/** A row of a name that is too long can't be taken. */
const rowOf = ({ id, status, email, isBad, ...profile }: Account) =>
  okta(id, {
    status,
    ...(email === undefined ? {} : { email }),
    profile: isBad ? { ...profile, login: {}, firstName: 'x'.repeat(70_000) } : profile,
  })

const of = (who: string) => sql`vendor_id = ${who}`
const personOf = (who: string) =>
  sql`id = (select directory_user_id from identity where ${of(who)} limit 1)`

/** What others do beside imports. */
const acts = {
  rename: (who) => sql`update identity set full_name = 'Renamed' where ${of(who)}`,
  erase: (who) =>
    sql`update identity set full_name = '', email = null, profile = '{}' where ${of(who)}`,
  unlink: (who) => sql`
    update identity set directory_user_id = null, state = 'orphan', linked_by = null, link_evidence = null
    where ${of(who)} and vendor_state <> 'deactivated'
      and id not in (select primary_identity_id from directory_user where primary_identity_id is not null)`,
  move: (who) => sql`update directory_user set email = 'free@example.com' where ${personOf(who)}`,
  stray: (who) => sql`update directory_user set manager_id = null where ${personOf(who)}`,
  tight: () => sql`update policy_settings set account_limit_percent = 0, account_limit_people = 0`,
  loose: () =>
    sql`update policy_settings set account_limit_percent = 100, account_limit_people = 100`,
  newWord: () => sql`
    update integration set mapping = jsonb_set(mapping, '{account,state,new_values}', '[]') where is_primary`,
  otherKey: () => sql`
    update integration set manager_profile_key = case manager_profile_key when 'managerId' then 'managerEmail' else 'managerId' end
    where is_primary`,
} satisfies Record<string, (who: string) => ReturnType<typeof sql>>

const act = fc.record({
  act: fc.constantFrom(
    'rename',
    'erase',
    'unlink',
    'move',
    'stray',
    'tight',
    'loose',
    'newWord',
    'otherKey',
  ),
  who: name,
})

const accounts = fc.uniqueArray(account, { selector: ({ id }) => id, minLength: 3 })
const step = fc.record({
  /** Rows that say something else than those of the first import, also of the same accounts. */
  rows: fc.array(account, { maxLength: 2 }),
  isRepeated: fc.boolean(),
  isComplete: fc.constantFrom(true, true, true, false),
  before: fc.array(act, { maxLength: 2 }),
  /** Between comparing and writing. */
  meanwhile: fc.array(
    fc.record({ act: fc.constantFrom('erase', 'rename', 'unlink', 'move'), who: name }),
    {
      maxLength: 2,
    },
  ),
  chat: fc.option(name, { freq: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function perform({ database }: ImportWorld, done: Step['before']): Promise<void> {
  if (done.length === 0) return
  await database.transaction(async ({ tx }) => {
    const now = await lockPolicy(tx, 'exclusive')
    for (const { act: what, who } of done) await acts[what](who).execute(tx)
    await recalculate(tx, { now, actor: testActor, people: 'all' })
  })
}

function rowsOf(first: readonly Account[], { rows, isRepeated }: Step): object[] {
  const told = new Set(rows.map(({ id }) => id))
  const others = first.filter(({ id }) => isRepeated || !told.has(id))
  return [...others, ...rows].map(rowOf)
}

const label = (alias: string) =>
  `coalesce((select vendor_id from identity where id = ${alias}.primary_identity_id), ${alias}.email)`

/** Everything that is left of some imports. Nothing of it differs from one world to another. */
async function leftOf({ query }: ImportWorld) {
  return Promise.all(
    [
      `select i.vendor_id, i.state, i.vendor_state, i.never_active, i.full_name, i.email, i.profile, i.days, i.linked_by,
         i.version, ${label('u')} as person
       from identity i left join directory_user u on u.id = i.directory_user_id order by 1`,
      `select ${label('u')} as person, u.first_name, u.email, u.state, u.base_state, u.manager_problem, u.manager_reference,
         ${label('m')} as manager, u.review_reason, u.org, u.version
       from directory_user u left join directory_user m on m.id = u.manager_id order by 1, 2, 3, 4, 5, 6, 7, 8`,
      `select i.vendor_id, h.state, h.email, h.profile, h.days, h.is_account_end, h.is_new_account, h.rejected,
         h.incident_id is not null as is_pending
       from held_account h join identity i on i.id = h.identity_id order by 1`,
      `select event, count(*) as rows from audit_log group by event order by event`,
    ].map((text) => query(text)),
  )
}

async function runAll(first: readonly Account[], steps: readonly Step[], isShort: boolean) {
  const world = await importWorld({ mapping: withDays })
  await world.database.transaction(({ tx }) => acts.loose().execute(tx))
  const told: unknown[] = []
  const load = async (rows: object[], { isComplete, meanwhile }: Omit<Step, 'rows'>) => {
    if (!isShort) await world.query('delete from reported_account')
    let transactions = 0
    const outcome = await world.load('okta', rows, {
      isComplete,
      transaction: async (work, options) => {
        transactions += 1
        if (transactions === 2) await perform(world, meanwhile)
        return world.database.transaction(work, options)
      },
    })
    const { accounts: written, people, missing, remarks, rowsBad, notes, refused } = outcome
    told.push({ written, people, missing, remarks, rowsBad, notes, refused })
  }
  const usual = { isComplete: true, isRepeated: false, before: [], meanwhile: [], chat: null }
  await load(first.map(rowOf), usual)
  for (const each of steps) {
    if (each.chat !== null)
      await world.load('slack', [slack(`U${each.chat}`, `${each.chat}@example.com`)])
    await perform(world, each.before)
    await load(rowsOf(first, each), each)
    await assertManifestsFollow(world.database)
  }
  return { told, left: await leftOf(world) }
}

let packed = 0
afterEachStatement((await importWorld()).database, async ({ text }) => {
  if (text.includes('insert into import_packed')) packed += 1
})

test('an import that stages only what was not reported before leaves the same as one that stages everything', async () => {
  await holdsWithMatter(
    fc.asyncProperty(
      accounts,
      fc.array(step, { minLength: 1, maxLength: 4 }),
      async (first, steps) => {
        const long = await runAll(first, steps, false)
        const short = await runAll(first, steps, true)
        assert.deepEqual([short.told, short.left], [long.told, long.left])
      },
    ),
    { runs: 12, isEnough: () => packed >= 12, told: () => `${packed} batches were packed` },
  )
})
