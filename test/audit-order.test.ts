import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeService } from '../src/workspace/services/service-for-tests.ts'
import { readChains } from './audit-chain.ts'
import { makeCaller, makeOwner, testServer } from './harness.ts'
import { makeIntegration, makeResource } from './people.ts'
import { makeRuleset } from './policy-records.ts'

const server = await testServer()
const other = await testServer({ over: server })
const owner = await makeOwner(server)
const admin = await makeCaller(server, [])
const service = await makeService(server, { admin: [owner], audit: [admin] })

type Write = (n: number) => { method: string; path: string; body?: object }
const pick = <T>(values: readonly T[], n: number): T => {
  const value = values[n % values.length]
  assert.ok(value !== undefined)
  return value
}

/** Random small numbers that depend on the seed only. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 8
  }
}

/** One write of each kind to records that all clients share. */
async function sharedRecords(): Promise<Record<string, Write>> {
  const [person, manager, parent] = await Promise.all(
    [1, 2, 3].map(async () => {
      const { body } = await send(server, {
        method: 'POST',
        path: '/directory/users',
        body: { first_name: 'New', last_name: 'Person', state: 'active' },
      })
      return { id: String(body.id) }
    }),
  )
  assert.ok(person && manager && parent)
  const made = async (path: string, body: object) =>
    String((await send(server, { method: 'POST', path, body })).body.id)
  const integration = await makeIntegration(server)
  const ruleset = await makeRuleset(server, await makeResource(server, integration))
  const role = await made('/workspace/roles', { name: 'shared', permissions: ['audit.log.view'] })
  const user = await made('/workspace/users', {
    provider: 'test',
    provider_id: 'shared',
    name: 'Shared',
    roles: [],
  })
  const rules = `/policy/rulesets/${ruleset.id}/rules`
  const rule = await made(rules, {
    role: 'member',
    conditions: [{ type: 'user', resource_id: person.id }],
  })
  const user_path = `/directory/users/${person.id}`
  return {
    admin: (n) => ({
      method: 'PATCH',
      path: `/workspace/services/${service.id}/admins/${admin.id}`,
      body: { admin_role: pick(['admin', 'audit', 'permission', 'token'], n) },
    }),
    service: (n) => ({
      method: 'PATCH',
      path: `/workspace/services/${service.id}`,
      body: { name: `Name ${n % 5}` },
    }),
    permissions: (n) => ({
      method: 'PUT',
      path: `/workspace/services/${service.id}/permissions`,
      body: { permissions: n % 2 === 0 ? [] : ['audit.log.view'] },
    }),
    role: (n) => ({
      method: 'PATCH',
      path: `/workspace/roles/${role}`,
      body: { permissions: [pick(['audit.log.view', 'policy.rule.view'], n)] },
    }),
    user: (n) => ({
      method: 'PATCH',
      path: `/workspace/users/${user}`,
      body: { name: `Name ${n % 3}`, roles: n % 2 === 0 ? ['shared'] : [] },
    }),
    ruleset: (n) => ({
      method: 'PATCH',
      path: `/policy/rulesets/${ruleset.id}`,
      body: { expires_after_days: (n % 9) + 1 },
    }),
    rule: (n) => ({
      method: 'PATCH',
      path: `/policy/rules/${rule}`,
      body: { description: `Rule ${n % 4}` },
    }),
    activate_rule: (n) => ({
      method: 'POST',
      path: `/policy/rules/${rule}/${pick(['activate', 'deactivate'], n)}`,
      ...(n % 2 === 0 ? { body: {} } : {}),
    }),
    settings: (n) => ({
      method: 'PATCH',
      path: '/policy/settings',
      body: { removal_limit_people: (n % 7) + 50 },
    }),
    name: (n) => ({
      method: 'PATCH',
      path: user_path,
      body: { first_name: `Name ${n % 4}`, metadata: { shirt_size: pick(['S', 'M', null], n) } },
    }),
    manager: (n) => ({
      method: 'PATCH',
      path: user_path,
      body: { manager_id: pick([manager.id, parent.id, null], n) },
    }),
    parent: (n) => ({
      method: 'PATCH',
      path: user_path,
      body: { parent_user_id: pick([parent.id, null], n) },
    }),
    lifecycle: (n) => {
      const verb = pick(['suspend', 'activate', 'deactivate', 'expire'], n)
      const bodies = { expire: { at: '2999-01-01T00:00:00Z' }, activate: {} }
      return {
        method: 'POST',
        path: `${user_path}/${verb}`,
        ...(verb === 'expire' || verb === 'activate' ? { body: bodies[verb] } : {}),
      }
    },
  }
}

const send = (process: typeof server, { method, path, body }: ReturnType<Write>) =>
  process.call(method, path, { token: owner.token, ...(body === undefined ? {} : { body }) })

const writes = await sharedRecords()

test('simultaneous changes of one admin are logged in the order in which they were committed', async () => {
  const write = writes['admin']
  assert.ok(write)
  for (let trial = 0; trial < 10; trial++) {
    await Promise.all([0, 1, 2, 3, 0, 2].map((n, i) => send(i % 2 ? server : other, write(n))))
    const { body } = await server.get(`/audit/logs?filter[related]=${admin.id}`, owner.token)
    const path = `/workspace/services/${service.id}/admins/${admin.id}`
    const inForce = (await server.get(path, owner.token)).body.admin_role
    assert.equal(body.data[0].changes.admin_role.new, inForce)
  }
})

test('random concurrent writes of all kinds, by two processes, leave chains that end in the state', async () => {
  const kinds = Object.values(writes)
  const statuses = new Map<number, number>()
  const client = async (seed: number) => {
    const next = numbers(seed)
    for (let i = 0; i < 25; i++) {
      const { status } = await send(seed % 2 ? server : other, pick(kinds, next())(next()))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all([1, 2, 3, 4, 5, 6].map(client))
  assert.ok((statuses.get(200) ?? 0) > 60, JSON.stringify([...statuses]))
  const { breaks, records } = await readChains(server, owner.token)
  assert.deepEqual(breaks, [])
  for (const [id, logged] of records) {
    const path = pathOf(id)
    if (path === undefined) continue
    const { body } = await server.get(path, owner.token)
    for (const [key, value] of Object.entries(logged)) {
      if (!(key in body)) continue
      assert.deepEqual(body[key], value, `${key} of ${id}`)
    }
  }
})

test('the four counts of every person match the log', async () => {
  const { body: people } = await server.get('/directory/users?page[size]=500', owner.token)
  for (const { id } of people.data) {
    const { count } = (await server.get(`/directory/users/${id}`, owner.token)).body
    for (const position of ['parent', 'record', 'related', 'subject']) {
      const list = `/directory/users/${id}/audit-logs/${position}?page[size]=1&page[total]=true`
      const { meta } = (await server.get(list, owner.token)).body
      assert.equal(count[`audit_logs_${position}`], meta.total, `${position} of ${id}`)
    }
  }
})

/** Where a record is read under the names of its columns. */
function pathOf(id: string): string | undefined {
  const folders: Record<string, string> = {
    drusr: 'directory/users',
    wsusr: 'workspace/users',
    wssvc: 'workspace/services',
    poset: 'policy/rulesets',
    porul: 'policy/rules',
  }
  const folder = folders[id.slice(0, 5)]
  return folder === undefined ? undefined : `/${folder}/${id}`
}
