import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importAda } from '../../../test/ada.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const server = await testServer()
await importAda(server)
const { token, id: owner } = await makeOwner(server)

const run = (...args: string[]) =>
  runCli(args, { MUSTER_URL: server.origin, MUSTER_TOKEN: token, TZ: 'UTC' })

async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args)
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`)
  return stdout
}
const parsed = async (...args: string[]) => JSON.parse(await printed(...args, '--json'))

test('what the API creates, changes and deletes has commands of the same names', async () => {
  const service = ['service', 'create', '--name', 'Payroll export', '--handle', 'payroll']
  const created = await printed(...service)
  assert.match(created, /^Payroll export\nid +wssvc_\w+\nstate +active\n/)
  const changed = await parsed('service', 'update', 'payroll', '--description', 'Monthly')
  assert.deepEqual([changed.description, changed.name], ['Monthly', 'Payroll export'])
  const unasked = await run('service', 'deactivate', 'payroll')
  assert.match(
    unasked.stderr,
    /^This will deactivate Payroll export \(wssvc_\w+\)\.\nNothing was applied\. Give --yes/,
  )
  assert.equal(
    await printed('service', 'deactivate', 'payroll', '--yes'),
    'Payroll export is deactivated.\n',
  )
  assert.equal(await printed('service', 'delete', 'payroll', '--yes'), 'payroll is deleted.\n')

  const role = ['role', 'create', '--name', 'support', '--permission', 'audit.log.view']
  assert.match(await printed(...role, '-o', 'id'), /^wsrol_\w+\n$/)
  const wider = ['role', 'update', 'support', '--permission', 'audit.log.view', 'policy.rule.view']
  assert.deepEqual((await parsed(...wider)).permissions, ['audit.log.view', 'policy.rule.view'])
  assert.match(await printed('role', 'ls', '--csv'), /^id,name,/)
  assert.match(await printed('role', 'get', 'support'), /^support\nid +wsrol_/)
})

test('a change of policy is planned and shown first, by whatever noun', async () => {
  const names = { dimension: 'department', attribute: 'Engineering', settings: '' }
  for (const [noun, named] of Object.entries(names))
    assert.notEqual(await printed(noun, 'show', ...(named === '' ? [] : [named])), '')
  const unasked = await run('settings', 'update', '--removal-limit-people', '7')
  assert.equal(unasked.code, 1)
  assert.match(
    unasked.stderr,
    /change_settings removal_limit_people: 7[\s\S]*Nothing was applied\. Give --yes/,
  )
  assert.match(
    await printed('settings', 'update', '--removal-limit-people', '7', '--yes'),
    /^Applied: /,
  )
  assert.equal((await parsed('settings', 'show')).removal_limit_people, 7)
  const attribute = ['attribute', 'update', 'Engineering', '--name', 'Engineers']
  assert.match(await printed(...attribute, '--yes'), /^Applied: /)
  assert.equal((await parsed('attribute', 'show', 'Engineers')).name, 'Engineers')
})

test('a ruleset, a rule and its conditions are drafted by names', async () => {
  await server.query(
    `insert into resource (integration_id, type, vendor_id, name, handle)
     select id, 'codehost_group', 'fresh', 'Fresh', 'acme/fresh' from integration where handle = 'codehost'`,
  )
  const made = await parsed('ruleset', 'create', 'acme/fresh', '--state', 'monitored')
  assert.deepEqual([made.state, made.type], ['monitored', 'codehost_group'])
  const conditions =
    '[{type: identity, profile_key: department, profile_operator: equals, profile_value: Engineering}]'
  const rule = ['rule', 'create', 'acme/fresh', '--role', 'member', '--conditions', conditions]
  const { id, state } = await parsed(...rule)
  assert.equal(state, 'staged')
  const [found] = (await parsed('rule', 'condition', 'list', id)).data
  assert.equal(found.profile_value, 'Engineering')
  assert.match(await printed('rule', 'condition', 'delete', found.id, '--yes'), /^Applied: /)
  assert.match(await printed('rule', 'delete', id, '--yes'), /^Applied: /)
  assert.deepEqual((await parsed('exception', 'list', 'acme/fresh')).data, [])
})

test('a part of the name of an owner is not enough where only the record is shown', async () => {
  await printed('service', 'create', '--name', 'Badge export', '--handle', 'badges')
  const { name } = await parsed('workspace-user', 'show', owner)
  for (const args of [
    ['token', 'create', '--name', 'x', '--service', 'Badge exp'],
    ['service', 'admin', 'add', 'Badge exp', owner, 'audit'],
    ['service', 'admin', 'remove', 'Badge exp', owner],
  ]) {
    const { code, stderr } = await run(...args)
    assert.deepEqual([code, stderr.startsWith('Badge exp may be one of')], [1, true], stderr)
  }
  const removed = await run('service', 'admin', 'remove', 'badges', name.slice(0, -1))
  assert.match(removed.stderr, /may be one of these/)
})

test('what is wrong with a field is said of its flag', async () => {
  const late = await run('token', 'create', '--name', 'x', '--days', '999')
  assert.deepEqual([late.code, /--days <number>/.test(late.stderr)], [2, true], late.stderr)
  const twice = ['--days', '3', '--until', '2098-01-01']
  const both = await run('token', 'create', '--name', 'x', ...twice)
  assert.equal(both.code, 1)
  assert.match(both.stderr, /--until|--days/)
  assert.doesNotMatch(both.stderr, /expires_/)
  const user = await run('user', 'create', '--first-name', 'A', '--email', 'no address')
  assert.match(user.stderr, /^422: --email /)
})

test('a change beyond a limit is refused with its plan', async () => {
  await printed('settings', 'update', '--named-people-limit', '0', '--yes')
  const refused = await run('user', 'deactivate', 'ada@acme.example', '--yes')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^409: .*\nTo see what it would do, run: muster plan show popln_/m)
  assert.match(refused.stderr, /\ncodehost_group Engine\n {2}- 1 removed: [\s\S]*\nPlan popln_/)
})

test('a record that has changed since it was shown is left alone', async () => {
  const { id } = await parsed('user', 'create', '--first-name', 'Eve', '--last-name', 'Stale')
  const before = await server.get(`/directory/users/${id}`, token)
  await server.call('PATCH', `/directory/users/${id}`, { token, body: { last_name: 'Newer' } })
  const older = ['api', 'PATCH', `/directory/users/${id}`, '-f', 'last_name=Older']
  const stale = await run(...older, '-H', `If-Match: ${before.headers.get('etag')}`)
  assert.deepEqual([stale.code, stale.stderr.startsWith('412: ')], [1, true], stale.stderr)
})
