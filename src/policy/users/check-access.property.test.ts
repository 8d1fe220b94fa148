import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { recalculate } from '../manifests/recalculate.ts'
import { closingAfter, testServer, type TestServer } from '../../../test/harness.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { day, onProfile, policyServer, type PolicyServer } from '../rules/policy-for-tests.ts'

const names = ['ada', 'bo', 'cy', 'adm'] as const
const groups = ['12', '13'] as const
const departments = ['Sales', 'Legal']

type World = { server: PolicyServer; users: string[]; rulesets: string[] }
type Step = (world: World) => Promise<unknown>

const at = ({ server }: World, days: number) => new Date(server.now() + days * day).toISOString()

/** What a step asks may be refused in the state that the steps before it made. */
const onUser =
  (who: number, verb: string, body: (world: World) => object): Step =>
  (world) =>
    world.server.send('POST', `/directory/users/${world.users[who]}/${verb}`, body(world))

const makeRule =
  (group: number, role: string, department: string, grace: number): Step =>
  async (world) => {
    const { id } = (
      await world.server.expect(201, 'POST', `/policy/rulesets/${world.rulesets[group]}/rules`, {
        role,
        conditions: [onProfile('department', department)],
        expires_after_days: grace,
      })
    ).body
    await world.server.send('POST', `/policy/rules/${id}/activate`, {})
  }

const endRules =
  (group: number, verb: string, days: number): Step =>
  async (world) => {
    const list = `/policy/rulesets/${world.rulesets[group]}/rules?filter[state]=active`
    for (const { id } of (await world.server.expect(200, 'GET', list)).body.data)
      await world.server.send(
        'POST',
        `/policy/rules/${id}/${verb}`,
        days === 0 ? {} : { at: at(world, days) },
      )
  }

const move =
  (who: number, department: string): Step =>
  async ({ server }) => {
    await server.query(
      `update identity set profile = profile || jsonb_build_object('department', $1::text) where vendor_id = $2`,
      [department, `${names[who]}@x.example`],
    )
    await server.database.transaction(({ tx, now }) =>
      recalculate(tx, { now, actor: testActor, people: 'all', isApproved: true }),
    )
  }

const person = fc.nat(names.length - 1)
const group = fc.nat(groups.length - 1)
const department = fc.constantFrom(...departments)
const days = fc.integer({ min: 1, max: 3 })

type Named = readonly [name: string, run: Step]
const named = (name: string, run: Step): Named => [name, run]

const step: fc.Arbitrary<Named> = fc.oneof(
  fc.tuple(person, days).map(([who, after]) =>
    named(
      `${who} expires in ${after}`,
      onUser(who, 'expire', (world) => ({ at: at(world, after) })),
    ),
  ),
  fc.tuple(person, fc.constantFrom('activate', 'suspend', 'deactivate')).map(([who, verb]) =>
    named(
      `${verb} ${who}`,
      onUser(who, verb, () => ({})),
    ),
  ),
  fc
    .tuple(group, fc.constantFrom('developer', 'owner'), department, fc.nat(3))
    .map(([of, role, value, grace]) =>
      named(`${role} of ${of} for ${value}`, makeRule(of, role, value, grace)),
    ),
  fc
    .tuple(group, days)
    .map(([of, after]) =>
      named(`rules of ${of} end in ${after}`, endRules(of, 'deprecate', after)),
    ),
  group.map((of) => named(`rules of ${of} end`, endRules(of, 'deactivate', 0))),
  fc.tuple(person, department).map(([who, to]) => named(`${who} moves to ${to}`, move(who, to))),
  days.map((after) => named(`${after} days pass`, async ({ server }) => server.pass(after * day))),
)

type Stay = {
  timestamp: { expires_at: string | null }
  included: { directory_user: { id: string }; policy_rule: { role_handle: string } }
}

/** What the lists of manifests say of all pairs, with the ends that describes show. */
async function expected({ server, users, rulesets }: World) {
  const ends = await Promise.all(
    users.map(
      async (id): Promise<string | null> =>
        (await server.expect(200, 'GET', `/directory/users/${id}`)).body.timestamp.expires_at,
    ),
  )
  const [adaEnd, admEnd] = [ends[0] ?? null, ends[3] ?? null]
  const rows = await Promise.all(
    rulesets.map(async (id) => {
      const { resource_id: resource } = (await server.expect(200, 'GET', `/policy/rulesets/${id}`))
        .body
      const { data } = (await server.expect(200, 'GET', `/policy/rulesets/${id}/manifest-users`))
        .body
      return users.map((user, at) => {
        const stay: Stay | undefined = data.find(
          ({ included }: Stay) => included.directory_user.id === user,
        )
        const known = [
          stay?.timestamp.expires_at ?? null,
          ...(at === 3 ? [adaEnd, admEnd] : [ends[at] ?? null]),
        ].filter((end) => end !== null)
        return {
          user_id: user,
          resource_id: resource,
          is_in: stay !== undefined,
          role_handle: stay?.included.policy_rule.role_handle ?? null,
          until: stay === undefined ? null : (known.sort()[0] ?? null),
        }
      })
    }),
  )
  return rows.flat()
}

type Checked = { role_name: string | null; [key: string]: unknown }
const withoutName = ({ role_name: _name, ...row }: Checked) => row

async function compare(world: World, servers: readonly TestServer[], after: string): Promise<void> {
  const rows = await expected(world)
  const { token } = world.server.owner
  const pairs = rows.map(({ user_id, resource_id }) => ({ user_id, resource_id }))
  for (const on of servers) {
    const many = await on.call('POST', '/policy/check', { token, body: { pairs } })
    assert.deepEqual(many.body.data.map(withoutName), rows, after)
    for (const from of ['first', 'second'])
      for (const row of rows) {
        const path = `/policy/check?user=${row.user_id}&resource=${row.resource_id}`
        assert.deepEqual(withoutName((await on.get(path, token)).body), row, `${after}, ${from}`)
      }
  }
}

async function run(steps: readonly Named[], count: number): Promise<void> {
  const server = await policyServer([
    ...names.slice(0, 3).map((name) => ({
      email: `${name}@x.example`,
      profile: { department: 'Sales' },
    })),
    { email: 'adm@x.example', profile: { department: 'Sales' }, parent: 'ada@x.example' },
  ])
  const others =
    count === 1 ? [] : [await testServer({ over: server, clock: () => new Date(server.now()) })]
  const world: World = {
    server,
    users: await Promise.all(names.map((name) => server.personId(`${name}@x.example`))),
    rulesets: await Promise.all(groups.map((id) => server.rulesetId(id))),
  }
  await makeRule(0, 'developer', 'Sales', 1)(world)
  await compare(world, [server, ...others], 'the beginning')
  for (const [name, change] of steps) {
    await change(world)
    await compare(world, [server, ...others], name)
  }
  assert.equal(server.app.services.lease.isAlone(), count === 1)
}

suite('a check says what the list of the manifest says, after any change and at any time', () => {
  for (const count of [1, 2])
    test(`${count} processes`, { timeout: 900_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), (steps) =>
          closingAfter(() => run(steps, count)),
        ),
        {
          numRuns: 4,
          interruptAfterTimeLimit: 30_000,
          markInterruptAsFailure: false,
          endOnFailure: true,
        },
      )
    })
})
