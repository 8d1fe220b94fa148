import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { importWorlds, type ImportWorld } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { findIntegrationByHandle } from '../../workspace/integrations/queries.ts'
import type { SourceAccount } from '../file/source-record.ts'
import { waitForImports } from './import-lock.ts'
import { importPush } from './import-push.ts'
import { importRecords } from './import-records.ts'

const importWorld = await importWorlds()

const departments = ['Sales', 'Legal'] as const
const id = fc.constantFrom('a', 'b', 'c', 'd')
const pushed = fc.record({
  source: fc.constantFrom('okta', 'okta', 'okta', 'slack', 'gitlab'),
  id,
  name: fc.constantFrom('Ann Lee', 'Bob Ray', 'Cyd Fox'),
  email: fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', null),
  number: fc.constantFrom('N-71', 'N-72', null, null),
  department: fc.constantFrom(...departments),
  managerId: fc.option(id, { freq: 2 }),
  state: fc.constantFrom('active', 'active', 'active', 'suspended', 'deactivated'),
  nickname: fc.constantFrom('One', 'Two'),
})
type Pushed = typeof pushed extends fc.Arbitrary<infer T> ? T : never

test('a push does what an import of the same record does, whatever came before', async () => {
  const seen = { created: 0, linked: 0, waiting: 0, ended: 0, manifests: 0 }
  const property = fc.asyncProperty(
    fc.array(pushed, { minLength: 4, maxLength: 9 }),
    async (steps) => {
      const [byPush, byImport] = [await after(steps, push), await after(steps, importOne)]
      assert.deepEqual(byPush, byImport)
      for (const { linked_by: how, state } of byPush.accounts) {
        if (how === null) seen.waiting += 1
        else if (how === 'created') seen.created += 1
        else seen.linked += 1
        if (state === 'deactivated') seen.ended += 1
      }
      seen.manifests += byPush.stays.length
    },
  )
  await holdsWithMatter(property, {
    runs: 10,
    isEnough: () =>
      seen.created > 20 &&
      seen.linked > 5 &&
      seen.waiting > 5 &&
      seen.ended > 5 &&
      seen.manifests > 20,
    told: () => JSON.stringify(seen),
  })
})

type Way = (world: ImportWorld, source: string, account: SourceAccount) => Promise<unknown>

const push: Way = ({ database }, source, account) =>
  database.transaction(async (context) => {
    const integration = await findIntegrationByHandle(context.tx, source)
    assert.ok(integration)
    await waitForImports(context.tx, source)
    const one = { integration, name: 'one', records: [account] }
    await importPush(context, database, { push: one, actor: testActor })
  })

const importOne: Way = ({ database }, source, account) => {
  async function* records() {
    yield account
  }
  const state = { bytesRead: 0, shape: null, unfinished: null }
  return importRecords(
    database,
    {
      integrationHandle: source,
      isComplete: false,
      name: 'one',
      bytesTotal: 0,
      reportPath: null,
      open: async () => ({ records: records(), state }),
    },
    { actor: testActor },
  )
}

async function after(steps: readonly Pushed[], way: Way) {
  const world = await importWorld({
    employeeIdProfileKey: 'number',
    managerProfileKey: 'managerId',
  })
  // A column that is lost is judged in imports only.
  await world.query('update policy_settings set account_limit_people = 1000')
  await world.query(
    `insert into dimension (integration_id, handle, name, profile_key, attributes_enabled)
     select id, 'department', 'Department', 'department', true from integration where is_primary`,
  )
  // A push makes attributes of what it wrote itself, so both values have been seen.
  for (const [at, department] of departments.entries()) {
    const first = { id: `first-${at}`, email: `first-${at}@x.example`, name: `First ${at}` }
    const facts = { number: null, managerId: null, nickname: 'One' } as const
    await importOne(world, 'okta', accountOf({ ...first, ...facts, department, state: 'active' }))
  }
  for (const { source, ...step } of steps) await way(world, source, accountOf(step))
  return stateOf(world)
}

type Told = Omit<Pushed, 'source' | 'id' | 'name' | 'email'> & {
  id: string
  name: string
  email: string | null
}

function accountOf({ id: vendorId, name, email, state, ...facts }: Told): SourceAccount {
  const [firstName = '', lastName = ''] = name.split(' ')
  const profile = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
  return {
    kind: 'account',
    line: 1,
    vendorId,
    handle: vendorId,
    email,
    firstName,
    lastName,
    fullName: name,
    state,
    isNew: false,
    createdAt: null,
    profile,
    notes: [],
  }
}

/** Who and what there is, by vendor ids: uuids differ. */
async function stateOf({ query }: ImportWorld) {
  const named = `person (id, name) as (
    select u.id, coalesce(string_agg(g.handle || ' ' || i.vendor_id, ', ' order by g.handle, i.vendor_id), u.email, u.full_name)
    from directory_user u left join identity i on i.directory_user_id = u.id left join integration g on g.id = i.integration_id
    group by u.id)`
  return {
    accounts: await query<{ linked_by: string | null; state: string }>(`with ${named}
      select g.handle, i.vendor_id, i.state, i.vendor_state, i.email, i.full_name, i.profile, i.linked_by, i.link_evidence,
        i.never_active, p.name as person, s.name as suggested
      from identity i join integration g on g.id = i.integration_id left join person p on p.id = i.directory_user_id
      left join person s on s.id = i.suggested_directory_user_id order by 1, 2`),
    people: await query(`with ${named}
      select p.name, u.state, u.base_state, u.base_state_set_by, u.first_name, u.last_name, u.email, u.username, m.name as manager,
        u.manager_problem, u.manager_reference, u.review_reason, u.org, u.deprovisioned_at is null as is_here
      from directory_user u join person p on p.id = u.id left join person m on m.id = u.manager_id order by 1, 5, 6`),
    stays: await query(`with ${named}
      select p.name, a.profile_value, y.state, y.deleted_at is null as is_current
      from policy_user y join person p on p.id = y.directory_user_id join ruleset s on s.id = y.ruleset_id
      left join attribute a on a.id = s.attribute_id order by 1, 2, 3, 4`),
    candidates: await query(`with ${named}
      select i.vendor_id, p.name, c.agrees, c.contradicts
      from identity_candidate c join identity i on i.id = c.identity_id join person p on p.id = c.directory_user_id order by 1, 2`),
    ends: await query(
      'select i.vendor_id from account_end e join identity i on i.id = e.identity_id order by 1',
    ),
    waiting: await query(
      'select i.vendor_id from orphan_to_match o join identity i on i.id = o.identity_id order by 1',
    ),
    audit: await query(
      // The end of an import is an event, that of a push is not.
      `select event, changes from audit_log where event not like 'policy.%' and event <> 'workspace.integration.run' order by id`,
    ).then((rows) =>
      rows.map((row) =>
        JSON.stringify(row)
          .replaceAll(/"[a-z]+_[0-9a-z]{26}"/g, '"id"')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'),
      ),
    ),
  }
}
