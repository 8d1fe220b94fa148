import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importAda } from '../../../test/ada.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { makeDirectoryUser } from '../../../test/people.ts'
import { runCli } from '../../../test/run-cli.ts'

const server = await testServer()
const ids = await importAda(server)
const owner = await makeOwner(server)
const colleague = await makeCaller(server, [])

const run = (...args: string[]) =>
  runCli(args, { MUSTER_URL: server.origin, MUSTER_TOKEN: owner.token, TZ: 'UTC' })

async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args)
  assert.equal(code, 0, stderr)
  return stdout
}
const parsed = async (...args: string[]) => JSON.parse(await printed(...args, '--json'))

test('every noun is listed and shown, by name, and in every form', async () => {
  const rule = await parsed('rule', 'list', 'acme/engine')
  const named: Record<string, { list: string[]; show: string[]; head: RegExp; detail: RegExp }> = {
    user: {
      list: ['--manager', 'Grace Hopper'],
      show: ['ada@acme.example'],
      head: /^NAME +E-MAIL +STATE +ID +ORGANISATION\nAda Lovelace/,
      detail:
        /^Ada Lovelace\nid +drusr_[\s\S]*\nmanager +Grace Hopper \(drusr_[\s\S]*\nconditions that name them +1\nmemberships by policy +4\n/,
    },
    resource: {
      list: ['--type', 'codehost_group', '--source', 'codehost'],
      show: ['acme/engine'],
      head: /^RESOURCE +TYPE +STATE +SOURCE +ID +NAME\nacme\//,
      detail: /^acme\/engine\nid +dirsc_\w+\nstate +active\ntype +codehost_group\n/,
    },
    ruleset: {
      list: ['--state', 'managed'],
      show: ['eng', '--type', 'codehost_group'],
      head: /^RESOURCE +TYPE +STATE +SENSITIVE +FINDINGS +ID +NAME\n/,
      detail:
        /^codehost_group acme\/engine\n[\s\S]*\n\nROLE +RULE +STATE +PRIORITY +ID\nmember +department is/,
    },
    rule: {
      list: ['eng', '--type', 'codehost_group'],
      show: [rule.data[0].id],
      head: /^ROLE +RULE +STATE +PRIORITY +KEY +UNTIL +ID\nmember +department is Engineering +active +10 /,
      detail: /^member: department is Engineering\n[\s\S]*\n\nCONDITION +TYPE +ID\n/,
    },
    integration: {
      list: [],
      show: ['idp'],
      head: /^HANDLE +VENDOR +TYPE +STATE +PRIMARY +HELD +ID +NAME\n/,
      detail: /\nhandle +idp\n[\s\S]*\nprimary +yes\n/,
    },
  }
  for (const [noun, { list, show, head, detail }] of Object.entries(named)) {
    const table = await printed(noun, 'list', ...list)
    assert.match(table, head)
    const listed = await parsed(noun, 'list', ...list)
    const found = (await printed(noun, 'list', ...list, '-o', 'id')).trim().split('\n')
    assert.deepEqual(
      found,
      listed.data.map(({ id }: { id: string }) => id),
    )
    const csv = (await printed(noun, 'list', ...list, '--csv')).trim().split('\n')
    assert.equal(csv.length, found.length + 1)
    assert.match(await printed(noun, 'show', ...show), detail)
    const { id } = await parsed(noun, 'show', ...show)
    assert.equal(await printed(noun, 'show', id, '-o', 'id'), `${id}\n`)
  }
})

test('lists say when there is more, and read as much as is asked for', async () => {
  const two = await printed('user', 'list', '--limit', '2')
  assert.match(two, /\nThere are more: give --limit a number, or all\.\n$/)
  assert.equal(two.split('\n').length, 5)
  for (const output of ['csv', 'id']) {
    const cut = await run('user', 'list', '--limit', '2', '-o', output)
    assert.equal(cut.stderr, 'There are more: give --limit a number, or all.\n')
    assert.doesNotMatch(cut.stdout, /There are more/)
  }
  assert.equal((await run('user', 'list', '--limit', 'all', '--csv')).stderr, '')
  const all = await parsed('user', 'list', '--limit', 'all')
  assert.deepEqual([all.data.length > 2, all.has_more], [true, false])
  assert.match((await run('user', 'list', '--limit', '0')).stderr, /It must be a number from 1/)
  assert.match(await printed('user', 'list', '--org', 'department:Nowhere'), /^No person fits\.\n$/)
  assert.equal(await printed('user', 'list', '--org', 'department:Nowhere', '-o', 'id'), '')
  assert.equal(await printed('incident', 'list'), 'No incident.\n')
  const refused = await run('user', 'list', '--review', 'nonsense')
  assert.match(refused.stderr, /^option '--review <review>' .*Allowed choices are recycled_address/)
})

test('a whole name goes before a part of one', async () => {
  for (let at = 0; at < 3; at += 1)
    await makeDirectoryUser(server, { first_name: 'Zed', last_name: `Zimmer ${at}` })
  await makeDirectoryUser(server, { first_name: 'Zed', last_name: 'Zimmer' })
  assert.match(await printed('user', 'show', 'zed zimmer'), /^Zed Zimmer\n/)
  const several = await run('user', 'show', 'Zimmer')
  assert.match(
    several.stderr,
    /^Zimmer may be one of these; give an e-mail address or an id:\n +NAME /,
  )
  assert.match(
    (await run('user', 'show', 'Zimmer, Zed')).stderr,
    /^No person is named Zimmer, Zed\./,
  )
})

test('services, their admins and tokens are named too', async () => {
  const service = await server.call('POST', '/workspace/services', {
    token: owner.token,
    body: { name: 'Payroll sync', handle: 'payroll' },
  })
  await server.call('POST', `/workspace/services/${service.body.id}/admins`, {
    token: owner.token,
    body: { user_id: colleague.id, admin_role: 'admin' },
  })
  const { name } = (await server.get(`/workspace/users/${colleague.id}`, owner.token)).body
  assert.equal(
    await printed('service', 'admin', 'set', 'payroll', name, 'audit'),
    `${name} is now audit on payroll.\n`,
  )
  const admins = (...args: string[]) => printed('service', 'admin', ...args)
  const { name: own } = (await server.get(`/workspace/users/${owner.id}`, owner.token)).body
  assert.equal(await admins('remove', 'payroll', own, '--yes').catch(() => 'refused'), 'refused')
  assert.equal(await admins('set', 'payroll', name, 'admin'), `${name} is now admin on payroll.\n`)
  assert.equal(
    await admins('remove', 'payroll', own, '--yes'),
    `${own} has no role on payroll any more.\n`,
  )
  assert.equal(await admins('add', 'payroll', own, 'admin'), `${own} is now admin on payroll.\n`)
  assert.equal(await admins('set', 'payroll', name, 'audit'), `${name} is now audit on payroll.\n`)
  const unsure = await run('service', 'admin', 'remove', 'payroll', name)
  assert.match(
    unsure.stderr,
    /^This will take the role audit on payroll from caller-\S+ \(wsusr_\w+\)\.\nNothing was removed\./,
  )
  assert.match(
    await admins('list', 'payroll'),
    /^ADMIN +ROLE +ACTIVE +UNTIL +ID\n[\s\S]*caller-\S+ +audit +yes +– +wsusr_/,
  )
  assert.match(
    await printed('service', 'show', 'Payroll sync'),
    /^Payroll sync\n[\s\S]*\nwithout an active admin +no\n[\s\S]*\nADMIN +ROLE +ACTIVE +UNTIL +ID\n[\s\S]*caller-\S+ +audit +yes +– +wsusr_/,
  )
  assert.match(
    await printed('service', 'list'),
    /^NAME .*\nPayroll sync +payroll +active .* yes +no +service +– +wssvc_/,
  )
  await printed('token', 'create', '--name', 'nightly', '--service', 'payroll')
  assert.match(await printed('token', 'list', '--service', 'payroll'), /\nnightly +active +20/)
  assert.match(
    await printed('token', 'show', 'nightly', '--service', 'payroll'),
    /^nightly\nid +wstok_/,
  )
  const unasked = await run('token', 'revoke', 'nightly', '--service', 'payroll')
  assert.equal(unasked.code, 1)
  assert.match(
    unasked.stderr,
    /^This will revoke nightly \(wstok_\w+\), and every token that was made with it\.\nNothing was revoked\. Give --yes to revoke/,
  )
  assert.match(
    await printed('token', 'revoke', 'nightly', '--service', 'payroll', '--yes'),
    / is revoked\.\n$/,
  )
  const log = await printed('audit', 'list', '--event', 'workspace.service_admin.update')
  assert.match(
    log,
    /^WHEN .*\n20\S+ \S+ +workspace\.service_admin\.update +caller-\S+ .*admin_role: admin → audit/,
  )
  const [id = ''] = (await printed('audit', 'list', '--limit', '1', '-o', 'id')).split('\n')
  assert.match(await printed('audit', 'show', id), /^workspace\.token\.\S+\nid +audlg_/)
})

test('a rule is activated after its plan was shown, and nothing happens unasked', async () => {
  const rules = await parsed('rule', 'list', 'drafts')
  const { id } = rules.data[0]
  assert.match(
    await printed('rule', 'show', id),
    /^member: [\s\S]*\nstate +staged\n[\s\S]*\nCONDITION +TYPE +ID\n/,
  )
  const unasked = await run('rule', 'activate', id)
  assert.equal(unasked.code, 1)
  assert.match(
    unasked.stderr,
    /codehost_group drafts?[\s\S]*\nNothing was applied\. Give --yes to apply without/i,
  )
  const inJson = await run('rule', 'activate', id, '--json')
  assert.match(inJson.stderr, /codehost_group drafts?[\s\S]*\nNothing was applied\./i)
  assert.equal(inJson.stdout, '')
  const [plan = ''] = /popln_\w+/.exec(unasked.stderr) ?? []
  assert.match(await printed('plan', 'show', plan, '--full'), /\nPlan popln_\w+\nIt is ready\.\n$/)
  assert.match(await printed('plan', 'apply', plan, '--yes'), /^Applied: /)
  assert.match(await printed('rule', 'show', id), /\nstate +active\n/)
  assert.match(await printed('rule', 'deactivate', id, '--yes'), /^Applied: /)
  assert.match(await printed('rule', 'show', id), /\nstate +deactivated\n/)
  const again = await run('plan', 'apply', plan, '--yes')
  assert.equal(again.code, 1)
})

test('what a token may not do is told with what to look at', async () => {
  const refused = await runCli(['user', 'show', ids['ada'] ?? ''], {
    MUSTER_URL: server.origin,
    MUSTER_TOKEN: colleague.token,
  })
  assert.match(refused.stderr, /^403: .*\nTo see what the token may do, run: muster whoami\n$/)
})

test('plans are listed by state, kind and ruleset', async () => {
  const { data: rules } = await parsed('rule', 'list', 'acme/engine')
  const body = { operations: [{ op: 'change_rule', rule_id: rules[0].id, priority: 7 }] }
  const made = await server.call('POST', '/policy/plans', { token: owner.token, body })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  const filters = [
    '--state',
    'ready',
    '--kind',
    'change',
    '--author',
    owner.id,
    '--ruleset',
    'acme/engine',
  ]
  const table = await printed('plan', 'list', ...filters)
  assert.match(
    table,
    /^ID +KIND +STATE +BEYOND A LIMIT +PEOPLE +AUTHOR +CREATED +UNTIL +OPERATIONS +DESCRIPTION\npopln_/,
  )
  assert.equal((await printed('plan', 'list', ...filters, '-o', 'id')).trim(), id)
  assert.equal((await parsed('plan', 'list', '--beyond-limits')).data.length, 0)
})
