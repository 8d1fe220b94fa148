import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { encodeId, type IdKind } from '../src/contract/ids.ts'
import { policyLockKey } from '../src/database/policy-lock.ts'
import { recalculate } from '../src/policy/manifests/recalculate.ts'
import { day, onProfile, policyServer } from '../src/policy/rules/policy-for-tests.ts'
import { routes } from '../src/routes.ts'
import { makeCaller, testServer } from './harness.ts'
import { until } from './until.ts'
import { testActor } from './people-fixture.ts'

const people = ['ada', 'bo', 'cy', 'dee', 'eve', 'fay', 'gus']
const server = await policyServer([
  ...people.map((name) => ({
    email: `${name}@x.example`,
    profile: { department: 'Sales', level: name },
    ...(name === 'bo' ? { manager: 'ada@x.example' } : {}),
  })),
  { email: 'cy.admin@x.example', profile: { department: 'Sales' }, parent: 'cy@x.example' },
])
const other = await testServer({ over: server, clock: () => new Date(server.now()) })
const ids = new Map<string, string>()
for (const name of [...people, 'cy.admin'])
  ids.set(name, await server.personId(`${name}@x.example`))
const idOf = (name: string) => ids.get(name) ?? ''
const group = `/policy/rulesets/${await server.rulesetId('12')}`
const second = `/policy/rulesets/${await server.rulesetId('13')}`

const locker = new Client({ connectionString: server.url })
await locker.connect()
locker.on('error', () => undefined)

/** Runs `work` during a long change. */
async function duringLongChange(work: () => Promise<void>): Promise<void> {
  await locker.query('select pg_advisory_lock($1)', [policyLockKey])
  try {
    await work()
  } finally {
    await locker.query('select pg_advisory_unlock($1)', [policyLockKey])
  }
  await untilSettled()
}

/** Of two processes, one may find the lock taken by the other, and tries again a moment later. */
async function untilSettled(): Promise<void> {
  await until(async () => {
    const each = await Promise.all([server, other].map(({ app }) => app.services.due.settle()))
    return each.every(({ isSettled }) => isSettled)
  }, 'what is due is not settled although nothing holds the policy lock: the end of it')
}

const read = async (path: string) => (await server.expect(200, 'GET', path)).body

type ListedStay = { included: { directory_user: { email: string }; policy_rule: { id: string } } }
async function members(path = group, query = ''): Promise<string[]> {
  const { data } = await read(`${path}/manifest-users${query}`)
  return data.map(({ included }: ListedStay) => included.directory_user.email.split('@')[0])
}

async function activeRule(path: string, body: object) {
  const { id } = (await server.expect(201, 'POST', `${path}/rules`, { role: 'developer', ...body }))
    .body
  await server.expect(200, 'POST', `/policy/rules/${id}/activate`, {})
  return id
}

const everyInclude = [
  'secondary-users',
  'policy-conditions',
  'policy-users',
  'policy-rules-manifest',
  'policy-rules-qualified',
  'policy-rules-staged',
  'policy-rulesets',
].flatMap((family) => [family, `${family}-count`])
const describe = (name: string) =>
  read(`/directory/users/${idOf(name)}?include=${everyInclude.join(',')}`)
const at = (days: number) => new Date(server.now() + days * day).toISOString()
const expire = (name: string, days: number) =>
  server.expect(200, 'POST', `/directory/users/${idOf(name)}/expire`, { at: at(days) })

const inSales = onProfile('department', 'sales')
await activeRule(group, { conditions: [inSales] })

test('a person who has expired is expired, and in no manifest, while a long change goes on', async () => {
  await expire('bo', 1)
  await expire('cy', 1)
  const before = await read(`/directory/users/${idOf('ada')}`)
  const tag = (await server.expect(200, 'GET', `/directory/users/${idOf('bo')}`)).headers.get(
    'etag',
  )
  assert.equal(before.is_manager, true)
  await duringLongChange(async () => {
    server.pass(day)
    assert.deepEqual(await members(), ['ada', 'dee', 'eve', 'fay', 'gus'])
    assert.deepEqual(
      (await members(group, `?at=${at(-0.5)}`)).toSorted(),
      [...people, 'cy.admin'].toSorted(),
    )
    assert.deepEqual(await members(group, `?at=${at(0)}`), await members())
    for (const name of ['bo', 'cy', 'cy.admin']) {
      const { state, count, included } = await describe(name)
      assert.equal(state, name === 'cy.admin' ? 'active' : 'expired')
      assert.deepEqual([count.policy_users, count.policy_rulesets, count.manifest_rules], [0, 0, 0])
      assert.deepEqual(
        [included.policy_users, included.policy_rulesets, included.policy_rules_manifest_count],
        [[], [], 0],
      )
      assert.deepEqual((await read(`/directory/users/${idOf(name)}/access`)).data, [])
    }
    const manager = await describe('ada')
    assert.deepEqual([manager.is_manager, manager.count.direct_report_users], [false, 0])
    assert.deepEqual(manager.included.direct_report_users, [])
    const states = async (state: string) => {
      const { data } = await read(`/directory/users?filter[state]=${state}`)
      return data.map((user: { email: string }) => user.email.split('@')[0])
    }
    assert.deepEqual(await states('expired'), ['bo', 'cy'])
    assert.deepEqual(await states('expiring'), [])
    assert.equal((await read(group)).count.manifest_users, 5)
    const explained = await read(
      `/directory/users/${idOf('bo')}/explain?ruleset=${group.split('/')[3]}`,
    )
    assert.deepEqual(
      [explained.verdict, explained.eligibility.state, explained.policy_user],
      ['out', 'expired', null],
    )
  })
  const settled = await describe('ada')
  assert.deepEqual([settled.is_manager, settled.included.direct_report_users], [false, []])
  assert.deepEqual(await members(), ['ada', 'dee', 'eve', 'fay', 'gus'])
  assert.notEqual(
    (await server.expect(200, 'GET', `/directory/users/${idOf('bo')}`)).headers.get('etag'),
    tag,
  )
})

test('an answer that shows what is not settled must not be cached', async () => {
  const path = `/directory/users/${idOf('gus')}`
  await expire('gus', 1)
  const { headers: kept } = await server.expect(200, 'GET', path)
  const { headers: listed } = await server.expect(200, 'GET', group)
  await duringLongChange(async () => {
    server.pass(day)
    for (const on of [server, other]) {
      for (const [each, known] of [
        [path, kept],
        [group, listed],
      ] as const) {
        const tag = known.get('etag') ?? ''
        const answer = await on.get(each, server.owner.token, { 'if-none-match': `${tag}, *` })
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        const fresh = answer.headers.get('etag') ?? ''
        assert.notEqual(fresh, tag)
        assert.equal(
          (await on.get(each, server.owner.token, { 'if-none-match': fresh })).status,
          200,
        )
        assert.equal(fresh.split('.')[0], tag.split('.')[0], 'it is good for If-Match')
      }
    }
  })
  assert.equal(
    (await server.get(path, server.owner.token)).headers.get('cache-control'),
    'private, no-cache',
  )
})

test('a person who is not affected by what is due is described as usual', async () => {
  const path = `/directory/users/${idOf('dee')}`
  const { headers } = await server.expect(200, 'GET', path)
  await expire('fay', 1)
  await duringLongChange(async () => {
    server.pass(day)
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    for (const on of [server, other])
      assert.equal((await on.get(path, server.owner.token, known)).status, 304)
  })
})

test('a grace and a rule that have ended are over, and what begins appears once it is settled', async () => {
  const ending = await activeRule(second, { conditions: [onProfile('level', 'ada')] })
  await activeRule(second, { conditions: [onProfile('level', 'dee')], expires_after_days: 1 })
  await server.query(
    `update identity set profile = '{"department": "Sales"}' where vendor_id = 'dee@x.example'`,
  )
  await server.database.transaction(({ tx, now }) =>
    recalculate(tx, { now, actor: testActor, people: 'all', isApproved: true }),
  )
  await server.expect(200, 'POST', `/policy/rules/${ending}/deprecate`, { at: at(1) })
  const { id: coming } = (
    await server.expect(201, 'POST', `${second}/rules`, {
      role: 'developer',
      conditions: [onProfile('level', 'eve')],
    })
  ).body
  await server.expect(200, 'POST', `/policy/rules/${coming}/activate`, { at: at(1) })
  assert.deepEqual(await members(second), ['ada', 'dee'])
  const stay = (await read(`/directory/users/${idOf('dee')}/access`)).data.find(
    ({ state }: { state: string }) => state === 'expiring',
  )
  await duringLongChange(async () => {
    server.pass(day)
    assert.deepEqual(await members(second), [])
    assert.deepEqual(await members(second, `?at=${at(-0.5)}`), ['ada', 'dee'])
    const over = await read(`/policy/users/${stay.id}`)
    assert.deepEqual([over.state, over.timestamp.deleted_at], ['expired', at(0)])
    assert.deepEqual(over.phases[0].until, at(0))
    assert.equal((await read(`/policy/rules/${ending}`)).state, 'expired')
    assert.equal((await read(`/policy/rules/${coming}`)).state, 'staged')
    const { count } = await describe('ada')
    assert.deepEqual([count.policy_users, count.qualified_rules], [1, 1])
    assert.equal((await read(second)).count.expired_rules, 1)
  })
  assert.deepEqual(await members(second), ['eve'])
  assert.equal((await read(`/policy/users/${stay.id}`)).timestamp.deleted_at, at(0))
})

test('a person who meets a replaced rule and all of its successor has the former role until it is settled', async () => {
  const draft = async (conditions: object[], role: string) =>
    (await server.expect(201, 'POST', `${second}/rules`, { role, conditions })).body.id
  const roles = async () => {
    const { data } = await read(
      `${second}/manifest-users?filter[rule_id]=${[first, next].join(',')}`,
    )
    return data.map(
      ({
        included,
      }: {
        included: { directory_user: { email: string }; policy_rule: { role_handle: string } }
      }) => `${included.directory_user.email.split('@')[0]} ${included.policy_rule.role_handle}`,
    )
  }
  const isAda = onProfile('level', 'ada')
  const first = await draft([inSales, isAda], 'developer')
  await server.expect(200, 'POST', `/policy/rules/${first}/activate`, {})
  const next = await draft([inSales], 'owner')
  await server.expect(200, 'POST', `/policy/rules/${next}/activate`, { replaces: first, at: at(1) })
  assert.deepEqual(await roles(), ['ada developer'])
  await duringLongChange(async () => {
    server.pass(day)
    assert.deepEqual(await roles(), ['ada developer'])
  })
  assert.ok((await roles()).includes('ada owner'))
  const last = await draft([onProfile('level', 'dee')], 'guest')
  await server.expect(200, 'POST', `/policy/rules/${last}/activate`, { replaces: next, at: at(1) })
  await duringLongChange(async () => {
    server.pass(day)
    assert.deepEqual(await roles(), [], 'only the engine knows who meets the successor')
  })
})

const isOfAda = ({ included }: ListedStay) => included.directory_user.email === 'ada@x.example'

test('a stay by a rule on other access is not shown once a rule that gives it has ended', async () => {
  const { resource_id } = await read(second)
  const ending = await activeRule(second, { conditions: [onProfile('level', 'ada')] })
  const asking = await activeRule(group, {
    priority: 0,
    expires_after_days: 0,
    conditions: [{ type: 'entitled_to', resource_id }, onProfile('level', 'ada')],
  })
  const ruleOf = async () => {
    const { data } = await read(`${group}/manifest-users`)
    return data.find(isOfAda)?.included.policy_rule.id
  }
  await server.expect(200, 'POST', `/policy/rules/${ending}/deprecate`, { at: at(1) })
  assert.equal(await ruleOf(), asking)
  await duringLongChange(async () => {
    server.pass(day)
    assert.equal(await ruleOf(), undefined)
  })
  const after = await ruleOf()
  assert.ok(after !== undefined && after !== asking)
})

test('a person who signs in and has expired has no power at once', async () => {
  const caller = await makeCaller(server, ['directory.user.view'])
  await server.query('update workspace_user set expires_at = $2 where id = $1', [
    caller.uuid,
    at(1),
  ])
  assert.equal((await server.get('/directory/users', caller.token)).status, 200)
  await duringLongChange(async () => {
    server.pass(day)
    assert.equal((await server.get('/directory/users', caller.token)).status, 401)
    assert.equal((await read(`/workspace/users/${caller.id}`)).state, 'expired')
    assert.equal((await read('/workspace/users?filter[state]=expiring')).data.length, 0)
  })
})

test('a change that has nothing to do with what is due goes on beside a long change', async () => {
  await expire('eve', 1)
  await duringLongChange(async () => {
    server.pass(day)
    await server.expect(201, 'POST', '/workspace/services', { name: 'Beside', handle: 'beside' })
  })
})

const tableOf: Partial<Record<IdKind, string>> = {
  directoryUser: 'directory_user',
  workspaceUser: 'workspace_user',
  integration: 'integration',
  identity: 'identity',
  dimension: 'dimension',
  attribute: 'attribute',
  resource: 'resource',
  ruleset: 'ruleset',
  rule: 'rule',
  condition: 'condition',
  policyUser: 'policy_user',
  service: 'service',
}

test('every read is answered while a long change goes on', async () => {
  await expire('ada', 1)
  await duringLongChange(async () => {
    server.pass(day)
    for (const route of routes) {
      if (route.method !== 'GET') continue
      let path = route.url
      for (const [name, kind] of Object.entries<IdKind>(route.params)) {
        const table = tableOf[kind]
        const [row] =
          table === undefined
            ? []
            : await server.query<{ id: string }>(`select id from ${table} order by id limit 1`)
        path = path.replace(`:${name}`, row === undefined ? 'none' : encodeId(kind, row.id))
      }
      const sized = 'page[total]' in route.query.properties ? '?page[total]=true' : ''
      const { status, text } = await server.send('GET', path + sized)
      assert.ok(status < 500, `${route.id}: ${status} ${text}`)
    }
  })
})

test('the views of what is not settled, and of what an import will make, have the columns of their tables', async () => {
  for (const schema of ['unsettled', 'ahead']) {
    const rows = await server.query(
      `select c.table_name, c.column_name, c.data_type from information_schema.columns c
       where c.table_schema = 'public' and exists (
         select from information_schema.views v where v.table_schema = $1 and v.table_name = c.table_name)
       except
       select table_name, column_name, data_type from information_schema.columns where table_schema = $1`,
      [schema],
    )
    assert.deepEqual(rows, [])
  }
})
