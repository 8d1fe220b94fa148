import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
  type Made,
} from '../../../test/people.ts'
import { makeRule, makeRuleset, makeStay } from '../../../test/policy-records.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const codehost = await makeIntegration(server, { vendor: 'codehost', type: 'gitlab' })
const roles = ['member', 'developer', 'owner']

const role = fc.constantFrom(...roles)
const maybeRole = fc.option(role, { nil: null })
const facts = fc.record({
  state: fc.constantFrom('managed', 'managed', 'monitored', null),
  isAuthoritative: fc.boolean(),
  people: fc.array(
    fc.record({
      should: maybeRole,
      wasHeld: fc.boolean(),
      accounts: fc.array(maybeRole, { maxLength: 3 }),
    }),
    { maxLength: 8 },
  ),
  orphans: fc.array(role, { maxLength: 2 }),
})
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never
type Line = { id: string; status: string; should: string | null; has: string[] }

/** The difference of the two sets, computed without SQL. */
function expectedOf(
  { isAuthoritative, state }: Facts,
  { should, wasHeld, accounts }: Facts['people'][number],
): string | null {
  const has = accounts.filter((each) => each !== null)
  const isDue = state === 'managed' && should !== null
  if (has.length === 0) return isDue ? 'missing' : null
  if (isDue) return has.every((each) => each === should) ? 'in_sync' : 'role_differs'
  if (state !== 'managed') return 'unmanaged'
  return isAuthoritative || wasHeld ? 'extra' : 'unmanaged'
}

async function store(world: Facts): Promise<{ resource: Made; lines: Line[] }> {
  const resource = await makeResource(server, codehost, { type: 'codehost_group' })
  const ruleset = world.state && (await makeRuledBy(resource, world))
  const lines: Line[] = []
  for (const person of world.people) {
    const made = await makeDirectoryUser(server)
    if (ruleset !== null) await makeStays(ruleset, made, world, person)
    for (const held of person.accounts) {
      const account = await makeIdentity(server, codehost, made)
      if (held !== null) await makeMember(server, resource, account, held)
    }
    const status = expectedOf(world, person)
    const has = person.accounts.filter((each) => each !== null).toSorted()
    const should = world.state === 'managed' ? person.should : null
    if (status !== null) lines.push({ id: made.id, status, should, has })
  }
  const status = world.state === 'managed' && world.isAuthoritative ? 'extra' : 'unmanaged'
  // Accounts have the first name in the alphabet.
  const orphans: Line[] = []
  for (const held of world.orphans) {
    const account = await makeIdentity(server, codehost, null)
    await makeMember(server, resource, account, held)
    orphans.push({ id: account.id, status, should: null, has: [held] })
  }
  return { resource, lines: [...orphans, ...lines] }
}

async function makeRuledBy(resource: Made, { state, isAuthoritative }: Facts) {
  const values = {
    type: 'codehost_group',
    state: state ?? 'managed',
    is_authoritative: isAuthoritative,
  }
  const ruleset = await makeRuleset(server, resource, values)
  const rules = new Map<string, Made>()
  for (const each of roles) {
    const rule = await makeRule(server, ruleset, { state: 'active' })
    await server.query(
      `update rule set policy_role_id = (select id from policy_role where handle = $1 and resource_type = 'codehost_group') where id = $2`,
      [each, rule.uuid],
    )
    rules.set(each, rule)
  }
  return { ruleset, rules }
}

async function makeStays(
  { ruleset, rules }: Awaited<ReturnType<typeof makeRuledBy>>,
  person: Made,
  { state }: Facts,
  { should, wasHeld }: Facts['people'][number],
) {
  const rule = rules.get(should ?? 'member')
  assert.ok(rule)
  if (wasHeld) {
    const ended = { state: 'deactivated' as const, deleted_at: new Date() }
    await makeStay(server, { ruleset, rule, person }, ended)
  }
  if (should !== null && state === 'managed') await makeStay(server, { ruleset, rule, person })
}

type Row = {
  id: string
  status: string
  should: { role_handle: string } | null
  has: { role_handle: string } | null
  accounts: { has: { role_handle: string } | null }[]
}

const lineOf = ({ id, status, should, accounts }: Row): Line => ({
  id,
  status,
  should: should && should.role_handle,
  has: accounts.flatMap(({ has }) => has?.role_handle ?? []).toSorted(),
})

async function read(path: string) {
  const answer = await server.get(path, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const relative = (link: string | null) => link?.replace('https://muster.example/api/v1', '') ?? null

/** Every row, read forwards by pages of two and then backwards again: both must say the same. */
async function rowsOf(path: string): Promise<Row[]> {
  const forwards: Row[] = []
  let next: string | null = `${path}${path.includes('?') ? '&' : '?'}page[size]=2`
  let last = next
  while (next !== null) {
    last = next
    const page = await read(next)
    forwards.push(...page.data)
    next = relative(page.links.next)
  }
  const end = await read(last)
  const backwards: Row[] = end.data
  let before = relative(end.links.prev)
  while (before !== null) {
    const page = await read(before)
    backwards.unshift(...page.data)
    before = relative(page.links.prev)
  }
  assert.deepEqual(backwards, forwards)
  return forwards
}

const isDeveloper = ({ should, has }: Line) => [should, ...has].includes('developer')

/** A row shows a role that differs, if there is one, and its accounts with these first. */
function assertShown({ id, status, should, has, accounts }: Row): void {
  const differs = accounts.map((account) => account.has?.role_handle !== should?.role_handle)
  assert.deepEqual(
    differs,
    [...differs.filter((each) => each), ...differs.filter((each) => !each)],
    id,
  )
  if (has !== null) assert.deepEqual(has, accounts[0]?.has, id)
  if (should !== null && has !== null)
    assert.equal(status, differs[0] === true ? 'role_differs' : 'in_sync', id)
}

/** What the lists of the person say of their only resource. */
async function assertSameOfPerson({ id, status, should }: Line): Promise<void> {
  if (!id.startsWith('drusr')) return
  const { data } = await read(`/directory/users/${id}/resources`)
  assert.deepEqual(
    data.map(({ drift }: { drift: string }) => drift),
    status === 'missing' ? [] : [status],
  )
  if (should === null) return
  for (const each of ['missing', 'role_differs', 'in_sync']) {
    const access = (await read(`/directory/users/${id}/access?filter[drift]=${each}`)).data
    assert.equal(access.length, each === status ? 1 : 0)
    for (const { has } of access)
      assert.equal(has?.role_handle === should, status === 'in_sync', status)
  }
}

test('the drift of a resource is the difference of its manifest and its members', async () => {
  await fc.assert(
    fc.asyncProperty(facts, async (world) => {
      const { resource, lines } = await store(world)
      const path = `/directory/resources/${resource.id}/drift`
      const all = await rowsOf(path)
      assert.deepEqual(all.map(lineOf), lines)
      for (const row of all) assertShown(row)
      for (const line of lines) await assertSameOfPerson(line)
      const change = ['missing', 'extra', 'role_differs']
      const changes = await rowsOf(`${path}?filter[status]=${change.join(',')}`)
      const isChange = ({ status }: Line) => change.includes(status)
      assert.deepEqual(changes.map(lineOf), lines.filter(isChange))
      const developers = await rowsOf(`${path}?filter[role_handle]=developer`)
      assert.deepEqual(developers.map(lineOf), lines.filter(isDeveloper))
      const { count, meta } = await read(`${path}?include=counts&page[total]=true&page[size]=1`)
      const countOf = (status: string) => lines.filter((line) => line.status === status).length
      for (const [status, counted] of Object.entries(count))
        assert.equal(counted, countOf(status), status)
      assert.equal(meta.total, lines.length)
    }),
    { numRuns: 25 },
  )
})
