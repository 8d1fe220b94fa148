import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newKey } from '../../database/secrets/secret-keys.ts'
import { missingServer } from '../../../test/directories/running-server.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'
import { fakeOkta, oktaToken } from '../../connectors/okta/fake-okta.fixture.ts'
import { faultyTransport, noFaults } from '../../../test/vendors/faulty-transport.ts'
import { Seeded } from '../../../test/vendors/seeded.ts'
import { serveVendor } from '../../../test/vendors/serve-vendor.ts'
import { VendorWorld } from '../../../test/vendors/vendor-world.ts'

const skip = missingServer('openssl', ['openssl'])
const served = skip === undefined ? await serveVendor() : undefined
const folder = await mkdtemp(join(tmpdir(), 'muster-cli-vendor-'))
after(async () => {
  await served?.close()
  await rm(folder, { recursive: true })
})

const ring = { current: newKey(), former: [] }
const server = await testServer({
  secretKeys: { load: async () => ring, file: null },
  connectorHosts: [{ host: '127.0.0.1', port: served?.port ?? 1 }],
})
const { token } = await makeOwner(server)
const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: token, TZ: 'UTC' }
const run = (args: readonly string[], input?: string) =>
  runCli(['integration', ...args], env, input)

async function connecting(...more: string[]): Promise<string[]> {
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, served?.ca ?? '')
  const type = ['--type', 'okta', '--at', served?.url ?? '', '--ca', ca]
  return ['connect', 'okta', ...type, '--secret-file', '-', ...more]
}

const random = new Seeded(1)
const world = new VendorWorld(random, { people: 10, groups: 3, roles: ['member'] })
if (served !== undefined) {
  served.serve(
    faultyTransport({ fake: fakeOkta, world, random, faults: noFaults, die: () => undefined }),
  )
}

test('a vendor is connected by one command, and read by another', { skip }, async () => {
  const { code, stdout, stderr } = await run(await connecting('--primary'), `${oktaToken}\n`)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /product +Okta\ngroups +group-/)
  assert.match(stdout, /P +name-\d+ +p\d+@acme\.test/)
  assert.doesNotMatch(stdout + stderr, new RegExp(oktaToken))
  const planned = await run(['sync', 'okta', '--plan'])
  assert.equal(planned.code, 2, planned.stderr)
  assert.match(planned.stdout, /accounts +10 created\n/)
  assert.match(planned.stdout, /access +would stay as it is|access +would change for/)
  const sync = await run(['sync', 'okta'])
  assert.equal(sync.code, 0, sync.stderr)
  assert.match(sync.stdout, /accounts +10 created\n/)
  assert.match(sync.stdout, /groups +3 created\n/)
  const changes = await run(['sync', 'okta', '--changes', '--json'])
  assert.equal(JSON.parse(changes.stdout).is_complete, false)
})

test(
  'a plan that changes no access ends with 2 if entries could not be taken',
  { skip },
  async () => {
    const unchanged = await run(['sync', 'okta', '--plan'])
    assert.equal(unchanged.code, 0, unchanged.stderr)
    world.people.set(99, {
      id: 99,
      name: 'x'.repeat(300),
      state: 'active',
      form: { row: {} },
      changedAt: world.now,
    })
    const planned = await run(['sync', 'okta', '--plan'])
    world.people.delete(99)
    assert.match(planned.stdout, /1 refused\n/)
    assert.match(planned.stdout, /access +would stay as it is/)
    assert.equal(planned.code, 2, planned.stderr)
  },
)

test(
  'a sync that meets a state without a meaning ends with 4, and so does its plan',
  { skip },
  async () => {
    world.people.set(98, {
      id: 98,
      name: 'Quinn',
      state: 'active',
      form: { row: { status: 'QUARANTINED' } },
      changedAt: world.now,
    })
    const codes = []
    for (const more of [['--plan'], []]) codes.push((await run(['sync', 'okta', ...more])).code)
    world.people.delete(98)
    assert.deepEqual(codes, [4, 4])
  },
)

test(
  'connect refuses a source of another type, and keeps the settings that are not given',
  { skip },
  async () => {
    const other = await run(['connect', 'okta', '--type', 'slack', '--secret-file', '-'], 'x\n')
    assert.equal(other.code, 1)
    assert.match(other.stderr, /okta is of type okta, not slack/)
    const without = await run(await connecting('--no-groups'), `${oktaToken}\n`)
    assert.equal(without.code, 0, without.stderr)
    const same = ['connect', 'okta', '--type', 'okta', '--secret-file', '-']
    const again = await run(same, `${oktaToken}\n`)
    assert.equal(again.code, 0, again.stderr)
    const every = await run(['connect', 'okta', '--every', '15m'])
    assert.equal(every.code, 0, every.stderr)
    const shown = JSON.parse((await run(['show', 'okta', '--json'])).stdout)
    assert.deepEqual([shown.connection.reads_groups, shown.sync_every_seconds], [false, 900])
  },
)

test('connect changes neither the name nor the primary of a known source', { skip }, async () => {
  const again = await run(await connecting('--primary', '--name', 'okta'), `${oktaToken}\n`)
  assert.equal(again.code, 0, again.stderr)
  const named = await run(await connecting('--name', 'Acme'), `${oktaToken}\n`)
  assert.deepEqual(
    [named.code, named.stderr.includes('integration update okta --name Acme\n')],
    [2, true],
  )
  const body = { handle: 'second', vendor: 'idp', type: 'okta' }
  await server.call('POST', '/workspace/integrations', { token, body })
  const second = ['connect', 'second', '--type', 'okta', '--at', 'https://a.example']
  const primary = await run([...second, '--primary', '--secret-file', '-'], 'x\n')
  assert.match(
    primary.stderr,
    /Nothing was changed\. Run instead: muster integration update second --primary\n$/,
  )
  assert.equal(primary.code, 2)
})

test('a token that is refused is told with what to do, and not shown', { skip }, async () => {
  const { code, stderr } = await run(await connecting(), 'a-wrong-token\n')
  assert.equal(code, 1)
  assert.match(stderr, /settings are stored, but can’t be used: .*401. The token is not valid/)
  assert.doesNotMatch(stderr, /a-wrong-token/)
})

test('what can’t be read names the option, in a preview, a sync and a run', { skip }, async () => {
  const args = ['connect', 'mistrusted', '--type', 'okta', '--at', served?.url ?? '']
  const preview = await run([...args, '--secret-file', '-'], `${oktaToken}\n`)
  const sync = await run(['sync', 'mistrusted'])
  const id = (await run(['runs', 'mistrusted', '--limit', '1', '-o', 'id'])).stdout.trim()
  const shown = await run(['runs', 'mistrusted', id])
  const source = await run(['show', 'mistrusted'])
  for (const text of [preview.stderr, sync.stderr, shown.stdout, source.stdout])
    assert.match(text, /that issued it into --ca; nothing was sent/)
})

test('what is missing or unknown is said before anything is asked', { skip }, async () => {
  const okta = ['connect', 'other', '--type', 'okta']
  assert.match((await run(okta)).stderr, /address of okta with --at/)
  assert.match(
    (await run([...okta, '--at', 'https://a.example', '--set', 'x'])).stderr,
    /--set takes/,
  )
  const both = await run([...okta, '--ldap', 'ldaps://a.example'])
  assert.deepEqual([both.code, /--ldap for a directory, or --type/.test(both.stderr)], [2, true])
  const unknown = await run([...okta, '--at', 'https://a.example', '--set', 'team=x'])
  assert.match(unknown.stderr, /^--set team is unknown; allowed are --at, --ca, --no-groups\./)
  const missing = await run(['connect', 'other', '--type', 'github'])
  assert.equal(missing.stderr, '--set organization=… is missing. Nothing was changed.\n')
})
