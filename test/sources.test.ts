import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newKey } from '../src/database/secrets/secret-keys.ts'
import { core } from '../src/connectors/scim/scim-for-tests.ts'
import { personLdif } from './directories/person-ldif.ts'
import { settingsOf } from './directories/read-directory.ts'
import { missingServer } from './directories/running-server.ts'
import { slapdPrograms, startSlapd } from './directories/slapd.ts'
import { makeOwner, testServer } from './harness.ts'
import { endedRun } from './until.ts'

// A directory decides who exists, the files of HR say what people do, and the identity provider pushes its groups.

const skip = missingServer('OpenLDAP', slapdPrograms)
const slapd = skip === undefined ? await startSlapd() : undefined
after(() => slapd?.close())

const ring = { current: newKey(), former: [] }
const server = await testServer({
  secretKeys: { load: async () => ring, file: null },
  connectorHosts: [{ host: '127.0.0.1', port: slapd?.port ?? 1 }],
})
const { token } = await makeOwner(server)

const count = 2000
const units = ['Sales', 'Legal', 'Support', 'Research']
const uids = Array.from({ length: count }, (_, at) => `p${String(at).padStart(4, '0')}`)
const unitOf = (at: number) => units[at % units.length]

test(
  'people of a directory, an HR file and pushed groups make manifests, which one who is disabled in the directory leaves',
  { skip, timeout: 900_000 },
  async () => {
    if (slapd === undefined) throw new Error('no server')
    slapd.apply(uids.map((uid) => personLdif(slapd.baseDn, uid)).join('\n'))
    const directory = await connect({
      handle: 'directory',
      vendor: 'idp',
      type: 'ldap',
      is_primary: true,
    })
    await change(directory, {
      connection: settingsOf(slapd),
      credentials: { password: slapd.password },
    })
    const seen = await read(`${directory}/preview`)
    assert.deepEqual([seen.failure, seen.product, seen.people.length], [null, 'openldap', 3])
    const first = await ended(directory, await post(`${directory}/sync`))
    assert.deepEqual([first.state, first.count.people_created], ['succeeded', count])

    const hr = await importStaff()
    await pushGroups()
    await applyPolicy()
    assert.equal(await inManifest('Sellers'), count / units.length)
    assert.equal(await inManifest('Counsel'), count / units.length)
    assert.equal((await read(`${hr}/runs`)).data.length, 1)

    const [leaver] = (await read('/directory/users?filter[email]=p0004@acme.test')).data
    assert.deepEqual(await accessOf(leaver), [['Sellers', 'qualifies: department of hr is Sales']])
    const disabled = ['add: pwdAccountLockedTime', 'pwdAccountLockedTime: 000001010000Z']
    slapd.apply(
      [`dn: uid=p0004,ou=people,${slapd.baseDn}`, 'changetype: modify', ...disabled, ''].join('\n'),
    )
    const changes = await ended(directory, await post(`${directory}/sync?changes=true`))
    assert.deepEqual([changes.state, changes.count.accounts_changed], ['succeeded', 1])

    assert.deepEqual(await accessOf(leaver), [])
    assert.equal(await inManifest('Sellers'), count / units.length - 1)
    const sellers = await rulesetOf('Sellers')
    const told = await read(`/directory/users/${leaver.id}/explain?ruleset=${sellers['id']}`)
    assert.deepEqual(
      [told['verdict'], told['why']],
      ['out', 'qualifies (department of hr is Sales), but is suspended'],
    )
    const { data: left } = await read(
      `/directory/resources/${sellers['resource_id']}/drift?filter[status]=extra`,
    )
    assert.deepEqual(
      left.map(({ id }: Body) => id),
      [leaver.id],
      'who is still in the pushed group is a work list',
    )
  },
)

// Tests look into every shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = Record<string, any>

async function call(method: string, path: string, options: object = {}): Promise<Body> {
  const { status, text, body } = await server.call(method, path, { token, ...options })
  assert.ok(status < 300, `${method} ${path}: ${status} ${text}`)
  return body
}
const read = (path: string) => call('GET', path)
const post = (path: string, body?: object) => call('POST', path, body === undefined ? {} : { body })
const change = (path: string, body: object) => call('PATCH', path, { body })

async function connect(settings: object): Promise<string> {
  const { id } = await post('/workspace/integrations', settings)
  return `/workspace/integrations/${id}`
}

const ended = (path: string, run: Body): Promise<Body> =>
  endedRun(server, path, { id: run['id'], token })

/** HR knows the same people by a number of its own, in columns with German names. */
async function importStaff(): Promise<string> {
  const rows = uids.map(
    (uid, at) => `${70000 + at};Test, ${uid};${uid}@acme.test;${unitOf(at)};Aktiv`,
  )
  const file = ['Personalnummer;Name;E-Mail;Abteilung;Status', ...rows].join('\n')
  const hr = await connect({ handle: 'hr', vendor: 'file', trusts_email: true })
  const probed = await call('POST', `${hr}/imports?probe=true&by=product&name=staff.csv`, {
    raw: file,
  })
  await change(hr, { mapping: probed['mapping'], ...probed['keys'] })
  const run = await ended(
    hr,
    await call('POST', `${hr}/imports?name=staff.csv&complete=true`, { raw: file }),
  )
  const { accounts_created: created, accounts_orphaned: orphaned } = run['count']
  assert.deepEqual([run['state'], created, orphaned], ['succeeded', count, 0])
  return hr
}

async function pushGroups(): Promise<void> {
  const path = await connect({ handle: 'groups', vendor: 'idp', type: 'scim', trusts_email: true })
  const { scim_url: url } = await read(path)
  const { secret } = await post(`${path}/scim-secrets`, { name: 'provisioning' })
  const push = async (address: string, body: object): Promise<Body> => {
    const answer = await fetch(server.origin + new URL(url).pathname + address, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 201, await answer.clone().text())
    return JSON.parse(await answer.text())
  }
  const members: object[] = []
  for (const userName of uids.slice(0, 12)) {
    const { id } = await push('/Users', {
      schemas: [core.user],
      userName,
      emails: [{ value: `${userName}@acme.test`, primary: true }],
    })
    members.push({ value: id })
  }
  await push('/Groups', { schemas: [core.group], displayName: 'Sellers', members })
  await push('/Groups', { schemas: [core.group], displayName: 'Counsel', members: [] })
}

async function applyPolicy(): Promise<void> {
  const rulesets = [
    ['Sellers', 'Sales'],
    ['Counsel', 'Legal'],
  ].map(
    ([group, unit]) => `
  - resource: { type: idp_group, integration: groups, handle: ${group} }
    state: managed
    rules:
      - key: unit
        role: member
        state: active
        conditions: [{ type: identity, integration: hr, profile_key: department, operator: equals, value: ${unit} }]`,
  )
  const files = [{ path: 'policy.yaml', text: `dimensions: []\nrulesets:${rulesets.join('')}\n` }]
  const plan = await post('/policy/plans', { files })
  await post(`/policy/plans/${plan['id']}/apply`)
}

async function accessOf({ id }: Body): Promise<string[][]> {
  const { data } = await read(`/directory/users/${id}/access`)
  return data.map(({ policy_resource: { name }, why }: Body) => [name, why])
}

async function inManifest(group: string): Promise<number> {
  const { count: counts } = await read(`/policy/rulesets/${(await rulesetOf(group))['id']}`)
  return counts.manifest_users
}

async function rulesetOf(group: string): Promise<Body> {
  const { data } = await read(`/policy/rulesets?filter[search]=${group}`)
  return data[0]
}
