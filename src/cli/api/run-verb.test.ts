import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importAda } from '../../../test/ada.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const server = await testServer()
await importAda(server)
const { token } = await makeOwner(server)

const run = (...args: string[]) =>
  runCli(args, { MUSTER_URL: server.origin, MUSTER_TOKEN: token, TZ: 'UTC' })

async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args)
  assert.equal(code, 0, stderr)
  return stdout
}

const noor = 'noor.haddad@acme.example'

test('a person is created, changed, and taken through every step by name', async () => {
  const names = ['--first-name', 'Noor', '--last-name', 'Haddad', '--email', noor]
  const id = await printed(
    'user',
    'create',
    ...names,
    '--metadata',
    'shirt=M',
    'desk=4',
    '-o',
    'id',
  )
  assert.match(id, /^drusr_\w+\n$/)
  const changed = await printed(
    'user',
    'update',
    noor,
    '--manager',
    'Grace Hopper',
    '--metadata',
    'shirt=',
  )
  assert.match(changed, /^Noor Haddad\n[\s\S]*\nmanager +Grace Hopper \(drusr_\w+\)\ndesk +4\n/)
  assert.doesNotMatch(changed, /shirt/)
  assert.match((await run('user', 'update', noor)).stderr, /^Give what to change\./)

  const step = (verb: string, ...more: string[]) => printed('user', verb, noor, ...more, '--yes')
  assert.equal(await step('activate'), 'Noor Haddad is active.\n')
  assert.equal(await step('expire', '--at', '2098-01-31'), 'Noor Haddad is expiring.\n')
  assert.equal(await step('suspend'), 'Noor Haddad is suspended.\n')
  assert.equal(await step('activate'), 'Noor Haddad is expiring.\n', 'its end stays')
  assert.equal(JSON.parse(await step('deactivate', '--json')).state, 'deactivated')
  assert.equal(await step('activate', '-o', 'id'), id)
  assert.match(await step('suspend', '--csv'), /^id,state,[\s\S]*\r?\ndrusr_\w+,suspended,/)
  assert.equal(await step('deactivate'), 'Noor Haddad is deactivated.\n')
  assert.equal(await step('delete'), `${noor} is deleted.\n`)
  assert.match((await run('user', 'show', noor)).stderr, /^No person is named/)
  assert.equal(await step('restore'), 'Noor Haddad is deactivated.\n')
  const early = await run('user', 'erase', 'Noor Haddad', '--yes')
  assert.equal(early.code, 1)
  assert.equal(
    early.stderr,
    'Noor Haddad is not deleted. Delete them first: muster user delete "Noor Haddad"\n',
  )
  const again = await run('user', 'restore', noor, '--yes')
  assert.equal(again.stderr, `${noor} is not deleted: there is nothing to restore.\n`)
  assert.match((await run('user', 'erase', 'Noor Hadd', '--yes')).stderr, /^No person is named/)
  await step('delete')
  assert.equal(await step('erase'), `${noor} is erased.\n`)
})

test('a step names the person first, and nothing is done unasked or to a part of a name', async () => {
  const unasked = await run('user', 'deactivate', 'ada@acme.example')
  assert.equal(unasked.code, 1)
  assert.match(
    unasked.stderr,
    /^This will deactivate Ada Lovelace \(ada@acme\.example\), who is active and in \d+ manifests?\.\nNothing was applied\. Give --yes/,
  )
  assert.match((await run('user', 'deactivate', 'Lovel', '--yes')).stderr, /^Lovel may be one of/)
  assert.equal((await run('user', 'expire', 'ada@acme.example', '--yes')).code, 2)
  assert.match(await printed('user', 'show', 'ada@acme.example'), /\nstate +active\n/)
  const refused = await run('user', 'restore', 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx', '--yes')
  assert.match(
    refused.stderr,
    /^404: There is no directory user drusr_\w+\.\nTo see which there are, run: muster who\n$/,
  )
})

test('one fault is told once', async () => {
  await printed('user', 'deactivate', 'grace@acme.example', '--yes')
  const { stderr } = await run('user', 'suspend', 'grace@acme.example', '--yes')
  assert.match(stderr, /^422: state is deactivated; .*\n$/)
})

test('one person is let in for a while, after the plan has been shown', async () => {
  const ask = ['exception', 'create', 'ada@acme.example', 'eng', '--type', 'codehost_group']
  const why = ['--until', '2098-03-01', '--reason', 'Helps']
  const unasked = await run(...ask, ...why)
  assert.equal(unasked.code, 1)
  assert.match(
    unasked.stderr,
    /create_exception reason: Helps[\s\S]*Nothing was applied\. Give --yes/,
  )
  assert.match((await run(...ask, ...why, '--yes')).stderr, /^eng may be one of these/)
  assert.match((await run(...ask)).stderr, /required option '--until <date>' not specified/)
  const whole = ask.map((each) => (each === 'eng' ? 'acme/engine' : each))
  assert.match(await printed(...whole, ...why, '--yes'), /^Applied: 1 resource/)
  const rules = await printed('rule', 'list', 'acme/engine')
  assert.match(rules, /Ada Lovelace +expiring .* 2098-03-01/)
  const access = await printed('user', 'access', 'ada@acme.example', '--type', 'codehost_group')
  assert.doesNotMatch(access, /T00:00:00/, 'times are local')
})

test('people who sign in are created, changed, deactivated and restored', async () => {
  const create = ['--provider', 'https://id.example', '--provider-id', '1', '--name', 'Bea Lind']
  const made = await printed('workspace-user', 'create', ...create, '--role', 'workspace.auditor')
  assert.match(made, /^Bea Lind\nid +wsusr_\w+\n[\s\S]*\nroles +workspace\.auditor\n/)
  const listed = await printed('workspace-user', 'list', '--role', 'workspace.auditor', '--csv')
  assert.match(listed, /^id,state,[^\n]*\nwsusr_\w+,active,.*,Bea Lind,.*workspace\.auditor/)
  const renamed = await printed('workspace-user', 'update', 'Bea Lind', '--name', 'Bea Lund')
  assert.match(renamed, /^Bea Lund\n/)
  const unasked = await run('workspace-user', 'deactivate', 'Bea Lund')
  assert.match(
    unasked.stderr,
    /^This will deactivate Bea Lund \(wsusr_\w+\), who is active and has workspace\.auditor\.\n/,
  )
  const step = (verb: string) => printed('workspace-user', verb, 'Bea Lund', '--yes')
  assert.equal(await step('deactivate'), 'Bea Lund is deactivated.\n')
  assert.equal(await step('restore'), 'Bea Lund is active.\n')
})
