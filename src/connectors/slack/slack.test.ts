import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../contract/json.ts'
import { testVendor } from '../../../test/vendors/test-vendor.ts'
import { checkedSlack } from './fake-slack.fixture.ts'
import { nothingKnown } from '../pull/known-records.ts'
import type { RawAnswer, RestRequest } from '../rest/transport.ts'
import { slack } from './slack.ts'

const token = 'xoxb-very-secret'

/** Reads everything from answers by method, without waiting. */
async function read(
  answers: (method: string, count: number) => Partial<RawAnswer> | JsonObject,
  settings: object = {},
) {
  const asked: RestRequest[] = []
  const waits: number[] = []
  const connection = slack.connector?.connectionOf({ url: 'https://slack.com/api', ...settings })
  assert.ok(connection)
  const pulled = await connection.read({
    secret: token,
    hosts: [{ host: 'slack.com', port: null }],
    mapping: slack.defaults.mapping,
    since: null,
    known: nothingKnown,
    transport: {
      send: async (request) => {
        asked.push(request)
        const method = request.url.pathname.replace('/api/', '')
        const answer = answers(method, asked.length)
        const text = JSON.stringify(answer)
        return { status: 200, headers: {}, text, ...('ok' in answer ? {} : answer) }
      },
      close: () => undefined,
    },
    pacing: {
      now: () => 0,
      sleep: async (milliseconds) => void waits.push(milliseconds),
      random: () => 0,
    },
  })
  const records = Array.fromAsync(pulled.records)
  return { asked, waits, records }
}

const empty: Readonly<Record<string, JsonObject>> = {
  'users.list': { ok: true, members: [] },
  'conversations.list': { ok: true, channels: [] },
  'usergroups.list': { ok: true, usergroups: [] },
}

function failingAt(method: string, answer: JsonObject) {
  return (asked: string) => (asked === method ? answer : (empty[asked] ?? { ok: true }))
}

test('an error in an answer says what to do, and shows no secret', async () => {
  const cases: [string, JsonObject, RegExp][] = [
    [
      'conversations.list',
      { error: 'missing_scope', needed: 'groups:read', provided: 'users:read' },
      /conversations.list with missing_scope. The token lacks groups:read \(it has users:read\). Add it under OAuth & Permissions/,
    ],
    ['users.list', { error: 'token_revoked' }, /not valid any more. Copy the one under OAuth/],
    ['users.list', { error: 'missing_argument' }, /in `team_id`/],
    ['users.list', { error: 'not_allowed_token_type' }, /xoxb-…/],
    ['users.list', { error: 'odd\u0007' + token }, /see what Slack says about it/],
    ['users.list', {}, /an unnamed error/],
  ]
  for (const [method, body, expected] of cases) {
    const { records } = await read(failingAt(method, { ok: false, ...body }))
    await assert.rejects(records, (error: Error) => {
      assert.match(error.message, expected)
      // oxlint-disable-next-line no-control-regex -- finding control characters is the point
      assert.doesNotMatch(error.message, /very-secret|[\u0000-\u001f]/)
      return true
    })
  }
})

test('limits are waited for, whether the status tells them or the body', async () => {
  const limited = await read((method, count) =>
    count === 1
      ? { status: 429, headers: { 'retry-after': '7' }, text: '{"ok":false,"error":"ratelimited"}' }
      : count === 2
        ? { ok: false, error: 'internal_error' }
        : (empty[method] ?? { ok: true }),
  )
  assert.deepEqual(await limited.records, [])
  assert.deepEqual(limited.waits, [7000, 2000])
  const broken = await read(() => ({ ok: false, error: 'internal_error' }))
  await assert.rejects(broken.records, /users.list. It has a fault of its own, internal_error/)
})

test('a workspace without user groups has channels only, and an archived channel is none', async () => {
  const channel = { name: 'x', is_private: false, creator: 'U1' }
  const answers: Readonly<Record<string, JsonObject>> = {
    ...empty,
    'usergroups.list': { ok: false, error: 'plan_upgrade_required' },
    'conversations.list': {
      ok: true,
      channels: [
        { ...channel, id: 'C1' },
        { ...channel, id: 'C2', is_archived: true },
        { ...channel, id: 'G1', is_mpim: true },
      ],
    },
    'conversations.members': { ok: true, members: ['U1'] },
  }
  const { asked, records } = await read((method) => answers[method] ?? { ok: true })
  assert.deepEqual(
    (await records).map((record) => record.kind),
    ['group', 'membership'],
  )
  const list = asked.find(({ url }) => url.pathname.endsWith('conversations.list'))
  assert.equal(list?.url.searchParams.get('types'), 'public_channel,private_channel')
})

test('with the token of an organisation, each request names the workspace', async () => {
  const { asked, records } = await read((method) => empty[method] ?? { ok: true }, {
    team_id: 'T123',
  })
  await records
  assert.ok(asked.length > 2)
  for (const { url } of asked) assert.equal(url.searchParams.get('team_id'), 'T123')
})

test('a token that may not see addresses fails the run, so that nobody loses theirs', async () => {
  const member = { id: 'U1', name: 'ada', deleted: false, is_bot: false }
  const people = { ok: true, members: [{ ...member, profile: { real_name: 'Ada Moreau' } }] }
  const told = await read((method) => ({
    headers: { 'x-oauth-scopes': 'users:read,channels:read' },
    text: JSON.stringify(method === 'users.list' ? people : empty[method]),
  }))
  await assert.rejects(told.records, /lacks users:read\.email \(it has users:read,channels:read\)/)
  const seen = await read((method) => (method === 'users.list' ? people : (empty[method] ?? {})))
  await assert.rejects(seen.records, /lacks users:read\.email\. Add it under OAuth/)
  const bot = { ...member, id: 'U2', is_bot: true, profile: { real_name: 'Deploy' } }
  const bots = await read((method) =>
    method === 'users.list' ? { ok: true, members: [bot] } : (empty[method] ?? {}),
  )
  assert.equal((await bots.records).length, 1)
})

await testVendor(checkedSlack)
