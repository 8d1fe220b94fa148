import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { importWorlds, okta, slack } from '../../../test/import-world.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import type { Mapping } from '../file/mapping.ts'
import { integrationDefaults } from '../vendors.ts'

const importWorld = await importWorlds()

const names = ['ada', 'bob', 'cyd', 'dan', 'eve'] as const
const name = fc.constantFrom(...names)
const addressOf = (id: string) => `${id}@example.com`
const numberOf = (id: string) => `E-${id}`

const { mapping } = integrationDefaults('idp', 'okta')
const readingNames: Mapping = {
  ...mapping,
  account: { ...mapping.account, profile_extra: { managerName: ['profile.managerName'] } },
}

const account = fc.record({
  id: name,
  manager: fc.option(name),
  parent: fc.option(name, { freq: 4 }),
  email: name,
  status: fc.constantFrom('ACTIVE', 'ACTIVE', 'SUSPENDED', 'DEPROVISIONED'),
  title: fc.constantFrom('lead', 'staff'),
})
const accounts = fc.uniqueArray(account, { selector: ({ id }) => id, minLength: 1 })
type Account = typeof account extends fc.Arbitrary<infer T> ? T : never

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ step: fc.constant('push' as const), account }) },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant('import' as const), accounts }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant('crowd' as const), accounts, shift: fc.nat(12) }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('slack' as const), id: name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('person' as const),
      id: name,
      change: fc.constantFrom(
        `email = 'other@example.com'`,
        `deleted_at = now(), base_state = 'deactivated'`,
        `deleted_at = null`,
        `base_state = 'deactivated'`,
        `manager_id = null`,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('key' as const) }) },
)

/** More accounts than are few, who name each other, in cycles too, and those of `names`. */
function crowdOf(accounts: readonly Account[], shift: number): Listed[] {
  const members = Array.from({ length: 110 }, (_, at) => ({
    id: `crowd-${at}`,
    manager: at % 10 === 0 ? (names[(at / 10 + shift) % 7] ?? null) : `crowd-${(at * shift) % 115}`,
    parent: null,
    email: `crowd-${at}`,
    status: 'ACTIVE',
    title: 'staff',
  }))
  return [...accounts, ...members]
}
type Listed = Record<'id' | 'email' | 'status' | 'title', string> &
  Record<'manager' | 'parent', string | null>

// A run that changes few of all people resolves only the managers that its changes affect.
for (const [named, parentProfileKey] of [
  ['vendor_id', 'parentId'],
  ['email', 'parentId'],
  ['vendor_id', null],
  ['email', null],
  ['employee_id', null],
  ['name', null],
] as const)
  test(`managers by ${named} and ${parentProfileKey === null ? 'no ' : ''}parents are the same, whether or not they were confirmed before a run`, async () => {
    let confirmed = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const { query, load } = await importWorld({
          managerProfileHolds: named === 'name' ? 'vendor_id' : named,
          parentProfileKey,
          ...(named === 'employee_id' && { employeeIdProfileKey: 'employeeNumber' }),
          ...(named === 'name' && { mapping: readingNames }),
        })
        await query('delete from confirmed_hierarchy')
        // A crowd is few of so many.
        await query(
          `select pg_restore_relation_stats('schemaname', 'public', 'relname', 'directory_user', 'reltuples', 1e6::real)`,
        )
        const references = {
          vendor_id: (id: string) => id,
          email: addressOf,
          employee_id: numberOf,
        }
        const rowOf = ({ id, manager, parent, email, status, title }: Listed) =>
          okta(id, {
            status,
            email: addressOf(email),
            profile: {
              firstName: email,
              ...(named === 'name'
                ? { managerName: manager && `${manager} Last` }
                : { managerId: manager && references[named](manager) }),
              employeeNumber: numberOf(email),
              parentId: parent,
              title,
            },
          })
        const push = (rows: readonly object[]) => load('okta', rows, { isComplete: false })
        const hierarchy = () =>
          query(
            `select i.vendor_id, u.manager_id, u.manager_problem, u.manager_reference, u.parent_user_id
             from directory_user u left join identity i on i.id = u.primary_identity_id order by u.id`,
          )
        for (const each of steps) {
          if (each.step === 'person')
            await query(
              `update directory_user set ${each.change} where id in (select directory_user_id from identity where vendor_id = $1)`,
              [each.id],
            )
          if (each.step === 'key')
            await query(
              `update integration set manager_profile_key = case manager_profile_key when 'managerId' then 'parentId' else 'managerId' end where is_primary`,
            )
          if (each.step === 'slack')
            await load('slack', [slack(`U${each.id}`, addressOf(each.id))], { isComplete: false })
          if (each.step === 'import') await load('okta', each.accounts.map(rowOf))
          if (each.step !== 'push' && each.step !== 'crowd') continue
          const rows = each.step === 'push' ? [each.account] : crowdOf(each.accounts, each.shift)
          const [before] = await query(
            'select from confirmed_hierarchy where change = (select last_value from hierarchy_change)',
          )
          if (before !== undefined) confirmed += 1
          await push(rows.map(rowOf))
          const found = await hierarchy()
          await query('delete from confirmed_hierarchy')
          await push(rows.map(rowOf))
          assert.deepEqual(found, await hierarchy())
        }
      }),
      { numRuns: propertyRuns(parentProfileKey === null ? 8 : 12), endOnFailure: true },
    )
    assert.ok(confirmed > 3, `only ${confirmed} runs began confirmed`)
  })
