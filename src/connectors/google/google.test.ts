import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testVendor } from '../../../test/vendors/test-vendor.ts'
import { checkedGoogle, fakeGoogle, googleAdministrator, googleKey } from './fake-google.fixture.ts'
import { faultyTransport, noFaults, worldPacing } from '../../../test/vendors/faulty-transport.ts'
import { Seeded } from '../../../test/vendors/seeded.ts'
import { VendorWorld } from '../../../test/vendors/vendor-world.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { nothingKnown } from '../pull/known-records.ts'
import { textOf } from '../rest/text-of.ts'
import type { RawAnswer, RestRequest } from '../rest/transport.ts'
import { google } from './google.ts'

const names = ['admin.googleapis.com', 'www.googleapis.com', 'oauth2.googleapis.com']
const settings = { url: 'https://admin.googleapis.com', administrator: googleAdministrator }

type Given = {
  settings?: object
  secret?: string
  hosts?: readonly string[]
  /** Instead of what the fake answers. */
  answer?: (request: RestRequest) => Partial<RawAnswer> | null
}

async function read({ settings: more = {}, secret = googleKey, hosts = names, answer }: Given) {
  const random = new Seeded(1)
  const world = new VendorWorld(random, { people: 12, groups: 8, roles: ['member'] })
  const fake = fakeGoogle(random)
  const inner = faultyTransport({ fake, world, random, faults: noFaults, die: () => undefined })
  const asked: RestRequest[] = []
  const connection = google.connector?.connectionOf({ ...settings, ...more })
  assert.ok(connection)
  const { records } = await connection.read({
    secret,
    hosts: hosts.map((host) => ({ host, port: null })),
    mapping: google.defaults.mapping,
    since: null,
    known: nothingKnown,
    pacing: worldPacing(world, random),
    transport: {
      send: async (request) => {
        asked.push(request)
        const other = answer?.(request) ?? null
        return other === null
          ? inner.send(request)
          : { status: 200, headers: {}, text: '{}', ...other }
      },
      close: () => undefined,
    },
  })
  return { asked, records: Array.fromAsync(records), world }
}

function claimsOf(request: RestRequest | undefined): JsonObject {
  const assertion = new URLSearchParams(request?.body ?? '').get('assertion') ?? ''
  const claims: unknown = JSON.parse(
    Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString(),
  )
  assert.ok(isObject(claims as JsonObject)) // oxlint-disable-line typescript/no-unsafe-type-assertion -- of a test
  return claims as JsonObject // oxlint-disable-line typescript/no-unsafe-type-assertion -- of a test
}

test('tokens are asked for at Google’s own host, whatever the file of the key says', async () => {
  const { asked, records } = await read({})
  assert.ok((await records).length > 12)
  assert.deepEqual([...new Set(asked.map(({ url }) => url.host))].toSorted(), [
    'admin.googleapis.com',
    'oauth2.googleapis.com',
  ])
  const [first] = asked
  assert.equal(first?.url.href, 'https://oauth2.googleapis.com/token')
  assert.equal(first.headers['authorization'], undefined)
  const claims = claimsOf(first)
  assert.equal(claims['sub'], googleAdministrator)
  assert.equal(claims['aud'], 'https://oauth2.googleapis.com/token')
  assert.doesNotMatch(textOf(claims, 'scope') ?? '', /drive/)
})

async function scopesIn(more: object): Promise<string[]> {
  const { asked, records } = await read({ settings: more })
  await records
  const scopes = (textOf(claimsOf(asked[0]), 'scope') ?? '').split(' ')
  return scopes.map((scope) => scope.replace('https://www.googleapis.com/auth/', ''))
}

test('a scope for files is asked for only where shared drives are read', async () => {
  const people = 'admin.directory.user.readonly'
  const groups = ['admin.directory.group.readonly', 'admin.directory.group.member.readonly']
  assert.deepEqual(await scopesIn({ reads_groups: false, reads_drives: true }), [people])
  assert.deepEqual(await scopesIn({}), [people, ...groups])
  assert.deepEqual(await scopesIn({ reads_drives: true }), [people, ...groups, 'drive.readonly'])
})

test('a token is replaced before its end within a long reading', async () => {
  const { asked, records, world } = await read({
    answer: ({ url }) => {
      if (url.pathname.endsWith('/users')) world.advance(100_000)
      return null
    },
  })
  await records
  const tokens = asked.filter(({ url }) => url.pathname === '/token')
  assert.ok(tokens.length > 2, `${tokens.length} tokens`)
})

function refusing(path: RegExp, status: number, body: object) {
  return ({ url }: RestRequest) =>
    path.test(url.pathname) ? { status, text: JSON.stringify(body) } : null
}

const forbidden = (reason: string) => ({ error: { message: 'No', errors: [{ reason }] } })

test('what is wrong with the key, the delegation or the rights is said with what to do', async () => {
  const token = /^\/token$/
  const cases: [Given, RegExp][] = [
    [{ secret: 'no json' }, /not the JSON file of a key of a service account/],
    [{ secret: '{"type":"authorized_user"}' }, /not the JSON file of a key/],
    [{ secret: googleKey.replace('BEGIN PRIVATE', 'BEGIN BROKEN') }, /not the JSON file of a key/],
    [
      {
        answer: refusing(token, 401, {
          error: 'unauthorized_client',
          error_description: 'Not yet',
        }),
      },
      /no token for reader@acme.test. Allow the client id .* Domain-wide delegation: .*user.readonly.*\(Not yet\)/,
    ],
    [
      { answer: refusing(token, 400, { error: 'invalid_grant' }) },
      /Is reader@acme.test a user of the workspace, .* clock/,
    ],
    [
      { answer: refusing(/users/, 403, forbidden('accessNotConfigured')) },
      /Enable the Admin SDK API.*\(No\)/,
    ],
    [{ answer: refusing(/users/, 403, forbidden('forbidden')) }, /Give the administrator a role/],
    [
      { answer: refusing(/groups/, 403, forbidden('insufficientPermissions')) },
      /Add the missing scopes/,
    ],
    // The failure of a run is for everyone who may see the source, and the list of hosts is not.
    [
      { hosts: ['admin.googleapis.com'] },
      /^Muster may not connect to oauth2.googleapis.com:443\. An operator adds oauth2.googleapis.com:443 to MUSTER_CONNECTOR_HOSTS in the server's environment\.$/,
    ],
  ]
  for (const [given, expected] of cases) {
    const { records } = await read(given)
    await assert.rejects(records, (error: Error) => {
      assert.match(error.message, expected)
      assert.doesNotMatch(error.message, /PRIVATE KEY|ya29/)
      return true
    })
  }
})

test('a shared drive that a group of another organisation has is read without its members', async () => {
  const { records } = await read({
    settings: { reads_drives: true },
    answer: ({ url }) =>
      url.pathname.includes('groups/n')
        ? { status: 403, text: JSON.stringify(forbidden('forbidden')) }
        : null,
  })
  const kinds = (await records).filter((record) => record.kind === 'group')
  assert.ok(kinds.some((record) => record.resourceType === 'suite_workspace_drive'))
})

test('another administrator needs the key again', () => {
  const one = google.connector?.connectionOf(settings)
  const same = { ...settings, administrator: 'Reader@acme.test', reads_drives: true }
  assert.deepEqual(google.connector?.connectionOf(same)?.receiver, one?.receiver)
  const other = google.connector?.connectionOf({ ...settings, administrator: 'root@acme.test' })
  assert.notDeepEqual(other?.receiver, one?.receiver)
})

const json = (body: object) => ({ text: JSON.stringify(body) })

test('a group with the whole organisation in it has everyone who can sign in, each with the role that was given', async () => {
  const users = [
    { id: 'p1', suspended: false },
    { id: 'p2', suspended: true },
    { id: 'p3', archived: true },
    { id: 'p4' },
  ].map((user) =>
    Object.assign(user, {
      kind: 'admin#directory#user',
      primaryEmail: `${user.id}@acme.example`,
      name: { fullName: user.id },
    }),
  )
  const { records } = await read({
    answer: ({ url: { pathname } }) => {
      if (pathname.endsWith('/users')) return json({ users })
      if (pathname.endsWith('/groups'))
        return json({ groups: [{ id: 'g1', name: 'All', email: 'all@acme.example' }] })
      if (pathname.endsWith('/g1/members'))
        return json({
          members: [
            { id: 'C01', type: 'CUSTOMER', role: 'MEMBER' },
            { id: 'p4', type: 'USER', role: 'OWNER', email: 'p4@acme.example' },
          ],
        })
      return null
    },
  })
  const members = (await records).flatMap((each) =>
    each.kind === 'membership' ? [`${each.accountVendorId} ${each.role}`] : [],
  )
  assert.deepEqual(members, ['p4 owner', 'p1 member'])
})

await testVendor(checkedGoogle)
