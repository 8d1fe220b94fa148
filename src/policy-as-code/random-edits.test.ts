import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { stringify } from 'yaml'
import { testDatabase } from '../../test/harness.ts'
import { storeIntegrations, storePeople } from '../../test/people-fixture.ts'
import { apply, plan, type Files } from '../../test/policy-folder.ts'
import { propertyRuns } from '../../test/property-runs.ts'
import { encodeId } from '../contract/ids.ts'
import { settleDue } from '../policy/manifests/settle.ts'

const dayMs = 86_400_000
let now = Date.parse('2026-03-01T00:00:00Z')
const db = await testDatabase({ clock: () => new Date(now) })
await storeIntegrations(db.database)
const departments = ['Sales', 'Legal', 'Finance']
await storePeople(
  db.database,
  Array.from({ length: 9 }, (_, index) => ({
    email: `person${index}@x.example`,
    profile: { department: departments[index % 3], level: `${index % 4}` },
    baseState: index === 8 ? 'suspended' : 'active',
  })),
)

const condition = fc.oneof(
  fc.record({
    type: fc.constant('attribute'),
    dimension: fc.constant('department'),
    value: fc.constantFrom(...departments, 'sales'),
  }),
  fc.record({
    type: fc.constant('attribute'),
    dimension: fc.constant('crew'),
    value: fc.constant('Builders'),
  }),
  fc.record({
    type: fc.constant('identity'),
    profile_key: fc.constant('level'),
    operator: fc.constantFrom('greater_than', 'equals', 'not_equals'),
    value: fc.constantFrom('1', '2'),
  }),
  fc.record(
    {
      type: fc.constant('identity'),
      profile_key: fc.constant('level'),
      operator: fc.constantFrom('not_equals', 'not_contains'),
      value: fc.constantFrom('1', '2'),
      or_absent: fc.constant(true),
    },
    { requiredKeys: ['type', 'profile_key', 'operator', 'value'] },
  ),
  fc.record({
    type: fc.constantFrom('user', 'all_reports_of'),
    email: fc.nat(8).map((index) => `person${index}@x.example`),
  }),
)
const rule = fc.record(
  {
    role: fc.constantFrom('member', 'guest', 'owner'),
    state: fc.constantFrom('active', 'active', 'staged'),
    priority: fc.constantFrom(1, 2, 100),
    expires_after_days: fc.constantFrom(0, 3),
    expires_at: fc.constantFrom('2036-09-01T00:00:00Z', '2036-10-01T02:00:00+02:00'),
    reason: fc.constantFrom('a', 'b'),
    description: fc.constantFrom('Some words', 'Others'),
    everyone_else: fc.constant(true),
    conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['role', 'state', 'everyone_else', 'conditions'] },
)
const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 4 })
const group = fc.record({
  state: fc.constantFrom('managed', 'managed', 'managed', 'monitored', 'unmanaged'),
  expires_after_days: fc.constantFrom(0, 7),
  keys,
  rules: fc.array(rule, { minLength: 4, maxLength: 4 }),
  /** For how many days another rule waits to take over from the first in force; null where none does. */
  waits: fc.constantFrom(null, -9, 0, 1, 150),
})
const edit = fc.record({
  groups: fc.tuple(group, group),
  builders: fc.array(fc.constantFrom(...departments), { maxLength: 2 }),
  departmentGrace: fc.constantFrom(0, 4),
  days: fc.nat(3),
})
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function filesOf({ groups, builders, departmentGrace }: Edit): Files {
  const dimension = (handle: string, profile_key: string, attributes_enabled: boolean) => ({
    handle,
    name: handle,
    integration: 'idp',
    profile_key,
    attributes_enabled,
    ...(attributes_enabled ? { expires_after_days: departmentGrace } : {}),
  })
  const rulesets = groups.map(({ keys: named, rules, waits, ...values }, index) => {
    const drafted = named.map((key, position) => ({ key, ...rules[position] }))
    const running = drafted.find(({ state }) => state === 'active')
    const activates_at = new Date(now + (waits ?? 0) * dayMs).toISOString()
    const waiting = {
      ...running,
      key: 'waiting',
      state: 'staged',
      activates_at,
      replaces: running?.key,
    }
    return {
      resource: { type: 'codehost_group', integration: 'codehost', vendor_id: `${12 + index}` },
      ...values,
      rules: waits === null || running === undefined ? drafted : [waiting, ...drafted],
    }
  })
  const crew = {
    resource: { type: 'directory_attribute', dimension: 'crew', value: 'Builders' },
    state: 'managed',
    rules: [...new Set(builders)].map((value) => ({
      key: value.toLowerCase(),
      role: 'member',
      state: 'active',
      conditions: [{ type: 'attribute', dimension: 'department', value }],
    })),
  }
  return {
    'settings.yaml': stringify({
      dimensions: [dimension('department', 'department', true), dimension('crew', 'level', false)],
    }),
    'crew.yaml': stringify(crew),
    ...Object.fromEntries(rulesets.map((each, index) => [`${index}.yaml`, stringify(each)])),
  }
}

/** `<ruleset> <person>` → `<role> <state> <end>` and the cause of the end, for everybody in a manifest. */
async function access(): Promise<Map<string, string>> {
  const rows = await db.query<{ place: string; held: string }>(
    `select s.ruleset_id || ' ' || s.directory_user_id as place, o.handle || ' ' || s.state || ' ' ||
       coalesce(iso(s.expires_at), '') || ' ' || coalesce(s.expires_by, '') as held
     from policy_user s join rule r on r.id = s.rule_id join policy_role o on o.id = r.policy_role_id
     where s.deleted_at is null`,
  )
  return new Map(rows.map(({ place, held }) => [place, held]))
}

test('after any edits, apply does what the plan has shown, and then there is nothing left to do, a day later neither', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 4 }), async (edits) => {
      for (const each of edits) {
        now += each.days * dayMs
        const files = filesOf(each)
        await settleDue(db.database, {})
        const before = await access()
        const shown = await plan(db, files)
        const done = await apply(db, files)
        const after = await access()
        assert.equal(done.digest, shown.digest)
        const moved = [...new Set([...before.keys(), ...after.keys()])].filter(
          (place) => before.get(place) !== after.get(place),
        )
        assert.equal(
          people(shown).length,
          moved.length,
          JSON.stringify({ shown: people(shown), moved }),
        )
        for (const place of moved) {
          const [, person = ''] = place.split(' ')
          const held = after.get(place)?.replace(/ \w*$/, '') ?? 'nothing'
          const id = encodeId('directoryUser', person)
          assert.ok(people(shown).includes(`${id} ${held}`), `${id} ${held}`)
        }
        const again = await plan(db, files)
        assert.equal(again.has_changes, false, JSON.stringify(again))
        now += dayMs
        await settleDue(db.database, {})
        const later = await plan(db, files)
        assert.equal(later.has_changes, false, JSON.stringify(later))
      }
    }),
    { numRuns: propertyRuns(8), endOnFailure: true },
  )
})

/** The people whose place changed, and what they have then. */
function people({ resources }: Awaited<ReturnType<typeof plan>>): string[] {
  return resources.flatMap((resource) =>
    resource.people.map(({ id, after }) =>
      after === null
        ? `${id} nothing`
        : `${id} ${after.role} ${after.state} ${after.expires_at ?? ''}`,
    ),
  )
}
