import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { core, scimEndpoint, type ScimEndpoint } from './scim-for-tests.ts'

const server = await testServer()
let scim: ScimEndpoint

before(async () => {
  scim = await scimEndpoint(server)
})

type Answer = {
  method: string
  bulkId?: string
  location?: string
  status: string
  response?: { scimType?: string; detail: string }
}

async function bulk(Operations: readonly object[], more: object = {}): Promise<Answer[]> {
  const body = { schemas: [core.bulk], Operations, ...more }
  const answer = await scim.send('POST', '/Bulk', { body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.Operations
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)
const post = (kind: 'Users' | 'Groups', bulkId: string, data: object) => ({
  method: 'POST',
  path: `/${kind}`,
  bulkId,
  data: { schemas: [kind === 'Users' ? core.user : core.group], ...data },
})
const patch = (path: string, ...operations: object[]) => ({
  method: 'PATCH',
  path,
  data: { schemas: [core.patch], Operations: operations },
})
const read = async ({ location = '' }: Answer = { method: '', status: '' }) =>
  (await scim.send('GET', location.replace('https://muster.example', server.origin))).body
const idOf = (answer: Answer | undefined) => answer?.location?.split('/').at(-1)

test('every failed operation of a bulk request but a POST has its location', async () => {
  await scim.user('taken')
  const group = await scim.send('POST', '/Groups', {
    body: { schemas: [core.group], displayName: 'Located' },
  })
  const { scim_url: base } = scim.integration
  const address = `/Groups/${group.body.id}`
  const adding = { op: 'add', path: 'members', value: [{ value: 'bulkId:a' }] }
  const answers = await bulk([
    post('Users', 'a', { userName: 'taken' }),
    patch(address, adding),
    { method: 'PUT', path: address, data: { schemas: [core.group] } },
    { method: 'DELETE', path: '/Users/nobody' },
    { method: 'DELETE', path: '/Users/bulkId:a' },
    { method: 'DELETE', path: '/Users/bulkId:b' },
    { method: 'GET', path: '/Users/x' },
    { method: 'DELETE', path: '/Devices/x' },
    { method: 'PATCH', path: '/Users' },
    { method: 'PUT' },
    post('Groups', 'g', { displayName: 'Unmade', members: [{ value: 'bulkId:a' }] }),
  ])
  assert.deepEqual(
    answers.map(({ status, location }) => [status, location]),
    [
      ['409', undefined],
      ['409', base + address],
      ['400', base + address],
      ['404', `${base}/Users/nobody`],
      ['409', `${base}/Users/bulkId:a`],
      ['409', `${base}/Users/bulkId:b`],
      ['400', `${base}/Users/x`],
      ['400', `${base}/Devices/x`],
      ['400', `${base}/Users`],
      ['400', undefined],
      ['409', undefined],
    ],
  )
  assert.equal((await scim.send('GET', address)).headers.get('etag'), group.headers.get('etag'))
})

test('a bulkId may have any characters, and is replaced by the id wherever a schema expects one', async () => {
  const bulkIds = ['user:1', 'ada@acme', 'a b"c\\', 'bulkId:x', 'Ä/ö', '%41']
  const users = bulkIds.map((bulkId, at) => post('Users', bulkId, { userName: `any-${at}` }))
  const members = bulkIds.map((bulkId) => ({ value: `bulkId:${bulkId}` }))
  const answers = await bulk([
    post('Groups', 'all', { displayName: 'Any characters', members }),
    ...bulkIds.map((bulkId) =>
      patch(`/Users/bulkId:${bulkId}`, { op: 'add', path: 'title', value: bulkId }),
    ),
    patch(`/Users/bulkId:${encodeURIComponent('Ä/ö')}`, {
      op: 'add',
      path: 'nickName',
      value: 'encoded',
    }),
    ...users,
    patch('/Groups/bulkId:all', {
      op: 'remove',
      path: `members[value eq ${JSON.stringify(`bulkId:${bulkIds[2]}`)}]`,
    }),
  ])
  assert.ok(
    answers.every(({ status }) => status === '201' || status === '200'),
    JSON.stringify(answers),
  )
  const made = answers.slice(-1 - users.length, -1)
  assert.deepEqual(
    made.map(({ bulkId }) => bulkId),
    bulkIds,
  )
  const kept = made.map(idOf).filter((_, at) => at !== 2)
  const group = await read(answers[0])
  assert.deepEqual(
    group.members.map(({ value }: { value: string }) => value).toSorted(),
    kept.map(String).toSorted(),
  )
  const titles = await Promise.all(made.map(async (one) => (await read(one)).title))
  assert.deepEqual(titles, bulkIds)
  assert.equal((await read(made[4])).nickName, 'encoded')
})

test('a text that looks like a bulkId, and is no reference, stays as it is', async () => {
  const custom = 'urn:example:2.0:Note'
  const sent = {
    userName: 'bulkId:texts',
    title: 'bulkId:nobody',
    nickName: 'see bulkId:other and bulkId:nobody',
    emails: [{ value: 'bulkId:other', type: 'bulkId:nobody' }],
    [custom]: { value: 'bulkId:other' },
  }
  const [first, second] = await bulk([
    post('Users', 'texts', sent),
    post('Users', 'other', { userName: 'other-text', displayName: 'bulkId:texts' }),
  ])
  assert.equal(first?.status, '201', JSON.stringify(first))
  const { userName, title, nickName, emails, [custom]: own } = await read(first)
  assert.deepEqual({ userName, title, nickName, emails, [custom]: own }, sent)
  assert.equal((await read(second)).displayName, 'bulkId:texts')
})

const managedBy = (bulkId: string) => ({
  [core.enterprise]: {
    manager: { value: `bulkId:${bulkId}`, $ref: `../Users/bulkId:${bulkId}` },
  },
})

test('two users who refer to each other are made, and two groups are not', async () => {
  const users = await bulk([
    post('Users', 'one', { userName: 'circle-1', ...managedBy('two') }),
    post('Users', 'two', { userName: 'circle-2', ...managedBy('three') }),
    post('Users', 'three', { userName: 'circle-3', ...managedBy('one') }),
    post('Users', 'self', { userName: 'circle-4', ...managedBy('self') }),
  ])
  assert.deepEqual(statuses(users), ['201', '201', '201', '201'])
  const managers = await Promise.all(users.map(async (one) => (await read(one))[core.enterprise]))
  const ids = users.map(idOf)
  assert.deepEqual(
    managers.map(({ manager }) => manager),
    [ids[1], ids[2], ids[0], ids[3]].map((value) => ({ value, $ref: `../Users/${value}` })),
  )
  // RFC 7644, 3.7.1, lets a server stop with 409. Its example has two groups, and members are users here.
  const group = (bulkId: string, other: string) =>
    post('Groups', bulkId, {
      displayName: `Group ${bulkId}`,
      members: [{ type: 'Group', value: `bulkId:${other}` }],
    })
  const groups = await bulk([group('qwerty', 'ytrewq'), group('ytrewq', 'qwerty')])
  assert.deepEqual(statuses(groups), ['400', '400'])
  assert.match(groups[0]?.response?.detail ?? '', /groups in groups are not supported/)
  const untyped = await bulk([
    post('Groups', 'a', { displayName: 'A', members: [{ value: 'bulkId:b' }] }),
    post('Groups', 'b', { displayName: 'B', members: [{ value: 'bulkId:a' }] }),
  ])
  assert.deepEqual(statuses(untyped), ['409', '400'])
  const found = await scim.send('GET', `/Groups?filter=${encodeURIComponent('displayName eq "A"')}`)
  assert.equal(found.body.totalResults, 0)
})

test('operations that others need come first, and failOnErrors stops what waits for them', async () => {
  const answers = await bulk(
    [
      post('Groups', 'g', { displayName: 'Waits', members: [{ value: 'bulkId:bad' }] }),
      post('Users', 'fine', { userName: 'fine' }),
      post('Users', 'bad', {}),
    ],
    { failOnErrors: 1 },
  )
  assert.deepEqual(
    answers.map(({ bulkId, status }) => [bulkId, status]),
    [['bad', '400']],
  )
  const chain = Array.from({ length: 8 }, (_, at) =>
    post('Users', `c${at}`, {
      userName: `chain-${at}`,
      [core.enterprise]: { manager: { value: `bulkId:c${Math.min(at + 1, 7)}` } },
    }),
  )
  assert.ok((await bulk(chain)).every(({ status }) => status === '201'))
})

const title = (value: string) => ({ op: 'replace', path: 'title', value })

test('an operation for a version that is past is refused, and its neighbour is not', async () => {
  const made = await scim.user('versioned')
  const past = made.body.meta.version
  const path = `/Users/${made.body.id}`
  const first = await bulk([{ ...patch(path, title('One')), version: past }])
  assert.deepEqual(statuses(first), ['200'])
  const answers = await bulk([
    { ...patch(path, title('Two')), version: past },
    patch(path, title('Three')),
  ])
  assert.deepEqual(statuses(answers), ['412', '200'])
  assert.equal((await scim.send('GET', path)).body.title, 'Three')
})

const refused = async (body: unknown) => {
  const answer = await scim.send('POST', '/Bulk', { body })
  assert.deepEqual([answer.status, answer.body.scimType], [400, 'invalidSyntax'])
  return answer.body.detail
}

test('an operation without a known path, or that creates without a bulkId, says what it needs', async () => {
  const { bulkId: _, ...unnamed } = post('Users', '', { userName: 'unnamed' })
  const answers = await bulk([
    unnamed,
    post('Users', '', { userName: 'unnamed' }),
    post('Users', '', { userName: 'unnamed' }),
    { method: 'DELETE', path: '/Devices/x' },
  ])
  const needsId = ['400', 'A POST needs a bulkId.']
  const path = 'path must be /Users or /Groups, with an id unless method is POST.'
  assert.deepEqual(
    answers.map(({ status, response }) => [status, response?.detail]),
    [needsId, needsId, needsId, ['400', path]],
  )
})

test('a bulk request is an object with operations', async () => {
  assert.equal(await refused([]), 'The body must be a JSON object.')
  const none = 'Operations must be a list of at least one operation.'
  assert.equal(await refused({ schemas: [core.bulk], Operations: [] }), none)
  assert.equal(await refused({ schemas: [core.bulk], Operations: {} }), none)
})
