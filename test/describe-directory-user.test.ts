import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { includeValues } from '../src/directory/users/include.ts'
import { importAda } from './ada.ts'
import { makeCaller, makeOwner, testServer, type Answer } from './harness.ts'

const server = await testServer()
const owner = await makeOwner(server)
const ids = await importAda(server)

const describe = (who: string, query = '', token = owner.token) =>
  server.get(`/directory/users/${ids[who] ?? who}${query}`, token)
const all = `?include=${includeValues.join(',')}`

const handles = (rules: { role_handle: string }[]) => rules.map((rule) => rule.role_handle)

suite('describe a directory user', () => {
  test('shows every field of the contract, in its order', async () => {
    const { status, body } = await describe('ada')
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), [
      'id',
      'state',
      'manager_id',
      'is_manager',
      'first_name',
      'last_name',
      'full_name',
      'email',
      'username',
      'badge_id',
      'employee_id',
      'employee_alt_id',
      'timestamp',
      'org',
      'metadata',
      'count',
      'included',
      'links',
    ])
    const { timestamp, count, included, links, ...own } = body
    assert.deepEqual(own, {
      id: ids['ada'],
      state: 'active',
      manager_id: ids['grace'],
      is_manager: true,
      first_name: 'Ada',
      last_name: 'Lovelace',
      full_name: 'Ada Lovelace',
      email: 'ada@acme.example',
      username: 'ada',
      badge_id: 'B-7',
      employee_id: 'E-7',
      employee_alt_id: null,
      org: { cost_center: 'CC-1', department: 'Engineering', title: 'Principal' },
      metadata: {},
    })
    assert.deepEqual(Object.keys(timestamp), [
      'created_at',
      'updated_at',
      'deleted_at',
      'expires_at',
      'provisioned_at',
      'deprovisioned_at',
    ])
    assert.equal(timestamp.provisioned_at, '2020-01-02T03:04:05.000Z')
    assert.equal(timestamp.deleted_at, null)
    assert.match(timestamp.created_at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    assert.ok(included && links && count)
  })

  test('counts what is there', async () => {
    const { body } = await describe('ada')
    const {
      audit_logs_record: record,
      audit_logs_subject: subject,
      audit_logs_parent: parent,
      audit_logs_related: related,
      ...facts
    } = body.count
    assert.ok(record >= 1 && subject >= record && parent >= 0 && related >= 0)
    assert.deepEqual(
      Object.entries(facts).filter(([, count]) => count !== 0),
      [
        ['secondary_users', 1],
        ['direct_report_users', 1],
        ['directory_identities', 2],
        ['policy_conditions', 1],
        ['policy_users', 4],
        ['policy_rulesets', 4],
        ['manifest_rules', 4],
        ['qualified_rules', 5],
        ['staged_rules', 1],
        ['directory_attributes', 3],
        ['codehost_groups', 1],
      ],
    )
    assert.equal(Object.keys(body.count).length, 28)
  })

  test('always includes the relations that have no include value', async () => {
    const { body } = await describe('ada')
    const {
      user_manager: manager,
      parent_user: parent,
      direct_report_users: reports,
      ...rest
    } = body.included
    assert.equal(manager.full_name, 'Grace Hopper')
    assert.deepEqual(Object.keys(manager), [
      'id',
      'state',
      'manager_id',
      'is_manager',
      'full_name',
      'email',
      'username',
      'badge_id',
      'employee_id',
      'employee_alt_id',
      'org',
      'metadata',
    ])
    assert.equal(parent, null)
    assert.deepEqual(
      reports.map((user: { full_name: string }) => user.full_name),
      ['Alan Turing'],
      'the deprovisioned report is left out',
    )
    assert.equal(rest.workspace_user, null)
    assert.equal(rest.integration.vendor, 'idp')
    assert.equal(rest.integration.is_primary, true)
    assert.deepEqual(Object.keys(rest), ['workspace_user', 'integration', 'directory_identities'])
    assert.deepEqual(
      rest.directory_identities
        .map((identity: { integration_vendor: string }) => identity.integration_vendor)
        .sort(),
      ['codehost', 'idp'],
    )
    const [identity] = rest.directory_identities
    assert.deepEqual(Object.keys(identity), [
      'id',
      'integration_id',
      'integration_type',
      'directory_user_id',
      'integration_vendor',
      'integration_handle',
      'vendor_id',
      'full_name',
      'email',
      'org',
      'state',
    ])
    assert.ok(!('profile' in identity))
  })

  test('a secondary user shows its parent', async () => {
    const { body } = await describe('adm-ada')
    assert.equal(body.included.parent_user.id, ids['ada'])
    assert.deepEqual(body.included.direct_report_users, [])
  })

  test('includes each family that is asked for, its count and whether there is any', async () => {
    const { body } = await describe('ada', all)
    const { included } = body
    assert.deepEqual(
      included.secondary_users.map((user: { id: string }) => user.id),
      [ids['adm-ada']],
    )
    assert.deepEqual(
      handles(included.policy_rules_qualified),
      ['member', 'owner', 'member', 'member', 'member'],
      'in admission order: priorities 10, 20, and 100 of three attributes',
    )
    assert.deepEqual(
      handles(included.policy_rules_manifest),
      ['member', 'member', 'member', 'member'],
      'the first that admits, per manifest',
    )
    assert.deepEqual(handles(included.policy_rules_staged), ['member'])
    assert.equal(included.policy_rules_staged[0].state, 'staged')
    assert.equal(included.policy_rulesets.length, 4)
    assert.equal(included.policy_users.length, 4)
    assert.deepEqual(
      included.policy_conditions.map((condition: { type: string; resource_id: string }) => [
        condition.type,
        condition.resource_id,
      ]),
      [['all_reports_of', ids['ada']]],
    )
    for (const [family, count] of Object.entries({
      secondary_users: 1,
      policy_conditions: 1,
      policy_users: 4,
      policy_rules_manifest: 4,
      policy_rules_qualified: 5,
      policy_rules_staged: 1,
      policy_rulesets: 4,
    })) {
      assert.equal(included[`${family}_count`], count, family)
      assert.equal(included[`${family}_exists`], true, family)
    }
  })

  test('a policy user carries the person, ruleset, rule and resource that it is about', async () => {
    const { body } = await describe('ada', '?include=policy-users')
    const stay = body.included.policy_users[0]
    assert.deepEqual(Object.keys(stay), ['id', 'state', 'timestamp', 'included'])
    assert.deepEqual(Object.keys(stay.timestamp), [
      'created_at',
      'updated_at',
      'activated_at',
      'expires_at',
      'deleted_at',
    ])
    assert.equal(stay.state, 'active')
    assert.equal(stay.included.directory_user.id, ids['ada'])
    assert.equal(stay.included.policy_ruleset.type, 'codehost_group')
    assert.equal(stay.included.policy_ruleset.resource_id, stay.included.policy_resource.id)
    assert.equal(stay.included.policy_resource.name, 'Engine')
    assert.match(stay.included.policy_resource.blueprint_signature, /^[0-9a-f]{32}$/)
    assert.equal(stay.included.policy_rule.priority, 10)
  })

  test('a rule shows the grace in force and whether it is inherited', async () => {
    const { body } = await describe('ada', '?include=policy-rules-qualified')
    const graces = body.included.policy_rules_qualified.map(
      (rule: {
        priority: number
        expires_after_days: number
        expires_after_days_inherited: boolean
      }) => [rule.priority, rule.expires_after_days, rule.expires_after_days_inherited],
    )
    assert.deepEqual(graces, [
      [10, 9, true],
      [20, 3, false],
      [100, 0, true],
      [100, 0, true],
      [100, 0, true],
    ])
  })

  test('a family that is not asked for is not there', async () => {
    const { body } = await describe('ada', '?include=policy-users-count')
    assert.deepEqual(
      Object.keys(body.included).filter((key) => key.startsWith('policy')),
      ['policy_users_count'],
    )
  })

  test('values of include may repeat, come in any order and have blanks; an empty one is none', async () => {
    const [first, second, empty, none] = await Promise.all([
      describe('ada', '?include=policy-users,secondary-users'),
      describe('ada', '?include=%20secondary-users%20,policy-users,policy-users'),
      describe('ada', '?include='),
      describe('ada'),
    ])
    assert.equal(first.text, second.text)
    assert.equal(empty.text, none.text)
  })

  test('an unknown include is 400 naming it and what is allowed', async () => {
    const { status, body } = await describe('ada', '?include=policy-users,groups')
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body), ['message'])
    assert.match(body.message, /"groups"/)
    assert.match(body.message, /policy-rules-manifest-exists/)
  })

  test('policy families need policy.rule.view; counts are the same for everybody who may view', async () => {
    const viewer = await makeCaller(server, ['directory.user.view'])
    const plain = await describe('ada', '', viewer.token)
    assert.equal(plain.status, 200)
    assert.deepEqual(plain.body.count, (await describe('ada')).body.count)
    assert.equal((await describe('ada', '?include=secondary-users', viewer.token)).status, 200)
    const refused = await describe('ada', '?include=policy-users-count', viewer.token)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /policy\.rule\.view/)
    assert.equal(
      (await describe('ada', '?include=policy-users-count', viewer.token)).status,
      403,
      'from memory too',
    )
  })

  test('401 without a token, 403 without the permission, 404 for what nobody is', async () => {
    const stranger = await makeCaller(server, [])
    const answers: [Answer, number][] = [
      [await server.get(`/directory/users/${ids['ada'] ?? ''}`), 401],
      [await describe('ada', '', stranger.token), 403],
      [await describe('drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'), 404],
      [await describe('wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'), 404],
      [await describe('nonsense'), 404],
    ]
    for (const [answer, status] of answers) {
      assert.equal(answer.status, status)
      assert.deepEqual(Object.keys(answer.body), ['message'])
    }
  })

  test('an ETag is answered by 304 until something in the body moves', async () => {
    const first = await describe('ada')
    const etag = first.headers.get('etag') ?? ''
    const again = await server.get(`/directory/users/${ids['ada'] ?? ''}`, owner.token, {
      'if-none-match': etag,
    })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    const included = await server.get(`/directory/users/${ids['ada'] ?? ''}${all}`, owner.token, {
      'if-none-match': etag,
    })
    assert.equal(included.status, 200, 'another representation has another ETag')
    await server.database.transaction(({ tx }) =>
      tx
        .updateTable('directory_user')
        .set({ first_name: 'Amazing' })
        .where('email_key', '=', 'grace@acme.example')
        .execute(),
    )
    const moved = await server.get(`/directory/users/${ids['ada'] ?? ''}`, owner.token, {
      'if-none-match': etag,
    })
    assert.equal(moved.status, 200)
    assert.equal(moved.body.included.user_manager.full_name, 'Amazing Hopper')
  })

  test('every link is absolute under the public origin and answers with the relation that it names', async () => {
    const { body } = await describe('ada', '?include=secondary-users')
    const follow = async (name: string) => {
      const url: string = body.links[name]
      assert.ok(url.startsWith('https://muster.example/api/v1/directory/users/'), url)
      return server.get(url.replace('https://muster.example/api/v1', ''), owner.token)
    }
    assert.deepEqual(Object.keys(body.links), [
      'self',
      'workspace_user',
      'integration',
      'secondary_users',
      'direct_report_users',
      'directory_identities',
      'audit_logs_parent',
      'audit_logs_record',
      'audit_logs_related',
      'audit_logs_subject',
    ])
    assert.equal((await follow('self')).body.id, ids['ada'])
    assert.equal((await follow('workspace_user')).status, 404, 'a to-one relation that is null')
    assert.equal((await follow('integration')).body.id, body.included.integration.id)
    const listed = async (name: string) =>
      (await follow(name)).body.data.map((row: { id: string }) => row.id)
    assert.deepEqual(await listed('secondary_users'), [ids['adm-ada']])
    assert.deepEqual(await listed('direct_report_users'), [ids['alan']])
    assert.deepEqual(
      (await listed('directory_identities')).sort(),
      body.included.directory_identities.map((identity: { id: string }) => identity.id).sort(),
    )
    for (const position of ['parent', 'record', 'related', 'subject']) {
      assert.equal(
        (await listed(`audit_logs_${position}`)).length,
        body.count[`audit_logs_${position}`],
        position,
      )
    }
  })

  test('a deleted user is described, with deleted_at set', async () => {
    await server.database.transaction(({ tx, now }) =>
      tx
        .updateTable('directory_user')
        .set({ deleted_at: now, base_state: 'deactivated' })
        .where('email_key', '=', 'joan@acme.example')
        .execute(),
    )
    const { status, body } = await describe('joan', all)
    assert.equal(status, 200)
    assert.equal(body.state, 'deactivated')
    assert.notEqual(body.timestamp.deleted_at, null)
  })
})
