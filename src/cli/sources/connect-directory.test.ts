import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newKey } from '../../database/secrets/secret-keys.ts'
import { groupLdif, personLdif } from '../../../test/directories/person-ldif.ts'
import { missingServer } from '../../../test/directories/running-server.ts'
import { slapdPrograms, startSlapd } from '../../../test/directories/slapd.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const skip = missingServer('OpenLDAP', slapdPrograms)
const slapd = skip === undefined ? await startSlapd() : undefined
const folder = await mkdtemp(join(tmpdir(), 'muster-cli-directory-'))
after(async () => {
  await slapd?.close()
  await rm(folder, { recursive: true })
})

const ring = { current: newKey(), former: [] }
const server = await testServer({
  secretKeys: { load: async () => ring, file: null },
  connectorHosts: [{ host: '127.0.0.1', port: slapd?.port ?? 1 }],
})
const { token } = await makeOwner(server)
const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: token, TZ: 'UTC' }
const run = (args: readonly string[], input?: string) =>
  runCli(['integration', ...args], env, input)

const rotate = (more: Record<string, string>) =>
  runCli(['secret', 'rotate', '--json'], { MUSTER_DATABASE_URL: server.url, ...more })

function directory() {
  if (slapd === undefined) throw new Error('no server')
  return slapd
}

async function connecting(...more: string[]): Promise<string[]> {
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, directory().ca)
  const { host, port, bindDn, baseDn } = directory()
  const where = ['--ldap', `ldap://${host}:${port}`, '--start-tls', '--ca', ca]
  return ['connect', 'people', ...where, '--bind-dn', bindDn, '--base', baseDn, ...more]
}

if (slapd !== undefined) {
  const { baseDn, apply } = slapd
  const boss = `uid=ada,ou=people,${baseDn}`
  apply(
    [
      personLdif(baseDn, 'ada'),
      personLdif(baseDn, 'bo', { manager: boss }),
      groupLdif(baseDn, 'sellers', [boss]),
    ].join('\n'),
  )
}

test(
  'a directory is connected by one command, which shows people as they would be',
  { skip },
  async () => {
    const { password } = directory()
    const args = await connecting('--password-file', '-', '--primary')
    const { code, stdout, stderr } = await run(args, `${password}\n`)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /product +OpenLDAP\ngroups +sellers\n/)
    assert.match(stdout, /ada +Test +ada@acme\.test +ada +active/)
    assert.match(stdout, /muster integration sync people/)
    assert.doesNotMatch(stdout + stderr, new RegExp(password))
    const people = await server.get('/directory/users', token)
    assert.equal(people.body.data.length, 0, 'nothing is imported yet')
  },
)

test('a sync waits for its run, and says what it did', { skip }, async () => {
  const first = await run(['sync', 'people'])
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /kind +complete\n/)
  assert.match(first.stdout, /accounts +2 created\n/)
  assert.match(first.stdout, /memberships +1 added\n/)
  const changes = await run(['sync', 'people', '--changes', '--json'])
  assert.equal(JSON.parse(changes.stdout).is_complete, false)
})

test('what can’t be used is said with what to do, and exit code 1', { skip }, async () => {
  const file = join(folder, 'password')
  await writeFile(file, 'wrong\n')
  const wrong = await run(await connecting('--password-file', file))
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /settings are stored, but can’t be used: .*refuses the bind DN/)
  const failed = await run(['sync', 'people'])
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /refuses the bind DN with this password/)
  const { password } = directory()
  const elsewhere = await connecting('--set', 'base_dns=dc=elsewhere', '--password-file', '-')
  const nothing = await run(elsewhere, `${password}\n`)
  assert.match(nothing.stderr, /no entry .* Correct --base\b/)
  const again = await run(['sync', 'people'])
  assert.match(again.stderr, /Correct --base\b/)
  const id = await run(['runs', 'people', '--limit', '1', '-o', 'id'])
  const shown = await run(['runs', 'people', id.stdout.trim()])
  assert.match(shown.stdout, /failure +.* Correct --base\b/s)
  const moved = (await connecting()).map((word) => word.replace('127.0.0.1', 'elsewhere.test'))
  const refused = await run(moved)
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    /--password-file must be given again because the address, its encryption or --bind-dn changes\. Nothing was changed/,
  )
  assert.equal((await run(['connect', 'nobody'])).code, 2)
})

test('a directory moves between StartTLS, ldaps and no encryption', async () => {
  const moved = async (...args: string[]) => {
    const { stderr } = await run(['connect', 'moving', ...args])
    assert.match(stderr, /settings are stored, but can’t be used/)
    const { body } = await server.get('/workspace/integrations?filter[handle]=moving', token)
    return body.data[0]
  }
  const [plain, ldaps] = ['ldap://a.example', 'ldaps://a.example']
  const encrypted = await moved('--ldap', plain, '--start-tls', '--every', '15m')
  assert.deepEqual(encrypted.connection, { url: plain, start_tls: true })
  assert.equal(encrypted.sync_every_seconds, 900)
  assert.deepEqual((await moved('--ldap', ldaps)).connection, { url: ldaps })
  const both = await run(['connect', 'moving', '--ldap', ldaps, '--start-tls'])
  assert.match(both.stderr, /^--start-tls is for ldap:\/\/ addresses.*\. Nothing was changed\.$/m)
  const open = await moved('--ldap', plain, '--no-start-tls', '--set', 'reads_groups=false')
  assert.deepEqual(open.connection, { url: plain, start_tls: false, reads_groups: false })
  const binding = ['--bind-dn', 'cn=a']
  const refused = await run(['connect', 'moving', ...binding])
  assert.match(
    refused.stderr,
    /--ldap would .*, or give --start-tls\. .* give --set allow_unencrypted=true\./,
  )
  const allowed = await moved(...binding, '--set', 'allow_unencrypted=true')
  assert.equal(allowed.connection.allow_unencrypted, true)
})

async function settings(...args: string[]) {
  await run(['connect', 'typed', '--ldap', 'ldaps://a.example', ...args])
  const { body } = await server.get('/workspace/integrations?filter[handle]=typed', token)
  return body.data[0].connection
}

test('settings are numbers, flags and lists, as the connector takes them', async () => {
  const groups = ['ou=groups,dc=acme', 'ou=teams,dc=acme']
  const set = groups.flatMap((dn) => ['--set', `group_base_dns=${dn}`])
  const url = 'ldaps://a.example'
  assert.deepEqual(await settings(...set, '--set', 'page_size=100', 'reads_groups=true'), {
    url,
    group_base_dns: groups,
    page_size: 100,
    reads_groups: true,
  })
  const changed = await settings('--group-base', 'ou=all,dc=acme', '--set', 'bind_dn=true')
  assert.deepEqual(
    [changed.group_base_dns, changed.bind_dn, changed.page_size],
    [['ou=all,dc=acme'], 'true', 100],
  )
})

async function refusalOf(...set: string[]) {
  const { code, stderr } = await run(['connect', 'fit', '--ldap', 'ldaps://a.example', ...set])
  return [code, stderr.trimEnd()]
}

test('a setting that does not fit is refused by one fault, with its option', async () => {
  assert.deepEqual(await refusalOf('--set', 'page_size=many'), [
    2,
    '--set page_size takes a number, and not "many".',
  ])
  assert.deepEqual(await refusalOf('--set', 'start_tls=on'), [
    2,
    '--set start_tls takes true or false, and not "on".',
  ])
  assert.deepEqual(await refusalOf('--set', 'page_size=0'), [
    1,
    '--set page_size=… must be >= 1. Nothing was changed.',
  ])
  const [code, several] = await refusalOf('--set', 'page_sise=3', '--attribute', 'userPassword')
  assert.equal(code, 1)
  assert.match(String(several), /^--set page_sise is unknown; [^;]+\. Nothing was changed\.$/)
  const attribute = await refusalOf('--attribute', 'no attribute')
  assert.match(String(attribute[1]), /^--attribute/)
})

test('an option that has no effect is refused', async () => {
  const directory = ['connect', 'other', '--ldap', 'ldaps://a.example']
  const vendor = ['connect', 'other', '--type', 'okta', '--at', 'https://a.example']
  const refusals: [string[], RegExp][] = [
    [
      [...directory, '--set', 'start_tsl=true'],
      /--set start_tsl is unknown; allowed are --ldap, --start-tls, --set allow_/,
    ],
    [[...directory, '--set', 'url=x'], /--set does not take url. Give it with --ldap\./],
    [[...directory, '--at', 'https://b.example'], /--at can’t be given for a directory/],
    [[...vendor, '--start-tls', '--base', 'dc=a'], /--start-tls and --base can’t be given for/],
    [[...vendor, '--password-file', '-'], /--password-file can’t be given for .* okta/],
  ]
  for (const [args, message] of refusals) {
    const { code, stderr } = await run(args)
    assert.match(stderr, message)
    assert.notEqual(code, 0)
  }
  const { body } = await server.get('/workspace/integrations?filter[handle]=other', token)
  assert.deepEqual(body.data, [])
})

test('options that contradict each other are refused before a server is asked', async () => {
  for (const [args, message] of [
    [['--type', 'okta', '--ldap', 'ldaps://a.example'], /^Give --ldap for a directory, or --type/],
    [['--type', 'github', '--base', 'ou=x'], /^--base can’t be given for a vendor’s API/],
  ] as const) {
    const { code, stderr } = await runCli(['integration', 'connect', 'x', ...args])
    assert.match(stderr, message)
    assert.equal(code, 2)
  }
})

test(
  'muster secret rotate encrypts with the key of the environment, or with one in a new key file',
  { skip },
  async () => {
    const [former, fresh] = [ring.current, newKey()].map(({ bytes }) => bytes.toString('base64'))
    const keys = { MUSTER_SECRET_KEY: fresh ?? '', MUSTER_FORMER_SECRET_KEYS: former ?? '' }
    const rotated = await rotate(keys)
    assert.equal(rotated.code, 0, rotated.stderr)
    assert.equal(JSON.parse(rotated.stdout).credentials, 1)
    assert.doesNotMatch(rotated.stdout + rotated.stderr, new RegExp(fresh?.slice(0, 20) ?? '-'))
    const missing = await rotate({ MUSTER_DATA_DIRECTORY: folder })
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /which this process doesn't have/)
    const wrong = await rotate({ MUSTER_SECRET_KEY: 'not-a-key' })
    assert.match(wrong.stderr, /MUSTER_SECRET_KEY must be 32 random bytes in base64/)
    assert.doesNotMatch(wrong.stderr, /not-a-key/)
  },
)
