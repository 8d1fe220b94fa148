import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importAda } from './ada.ts'
import { makeCaller, makeOwner, testServer, type Person, type TestServer } from './harness.ts'

const include =
  'policy-conditions,policy-users,policy-rules-manifest,policy-rules-qualified,policy-rules-staged,policy-rulesets'
const shared = await testServer()
const ids = await importAda(shared)
const owner = await makeOwner(shared)
const looking = ['directory.user.view', 'policy.rule.view']
const viewer = await makeCaller(shared, looking)

const describe = (server: TestServer, caller: Person, query = `?include=${include}`) =>
  server.get(`/directory/users/${ids['ada'] ?? ''}${query}`, caller.token)

/** The descriptions of every rule in the answer. */
function descriptions(body: {
  included: Record<string, { description: string; included?: never }[]>
}) {
  const { included } = body
  return ['policy_rules_manifest', 'policy_rules_qualified', 'policy_rules_staged'].flatMap(
    (family) => (included[family] ?? []).map(({ description }) => description),
  )
}

async function assertWithheld(server: TestServer): Promise<void> {
  // Twice each, and one after the other: the later answers are ready in memory.
  for (const round of ['built', 'ready']) {
    const open = await describe(server, owner)
    assert.equal(open.status, 200, open.text)
    assert.ok(descriptions(open.body).includes('title of idp starts with princ'), round)
    assert.ok(descriptions(open.body).includes('department of idp is Engineering'), round)
    const closed = await describe(server, viewer)
    assert.equal(closed.status, 200, closed.text)
    assert.doesNotMatch(closed.text, /with princ|of idp is Engineering/, round)
    const shown = descriptions(closed.body)
    assert.ok(shown.includes('title of idp starts with …'), shown.join())
    assert.ok(shown.includes('department of idp is …'), shown.join())
    assert.ok(shown.includes('department is Engineering'), 'an attribute is no profile')
    assert.notEqual(closed.headers.get('etag'), open.headers.get('etag'), round)
  }
}

test('the values of profiles stay out of what rules say of themselves, for who may not see profiles', async () => {
  assert.equal(shared.app.services.lease.isAlone(), true)
  await assertWithheld(shared)
})

test('a token without the scope is withheld what its owner may see', async () => {
  const narrow = await makeCaller(shared, [...looking, 'directory.identity.profile.view'], looking)
  assert.doesNotMatch((await describe(shared, narrow)).text, /with princ/)
  const wide = await makeCaller(shared, [...looking, 'directory.identity.profile.view'])
  assert.match((await describe(shared, wide)).text, /with princ/)
})

test('an ETag of the whole answer is no ETag of the other', async () => {
  const etag = (await describe(shared, owner)).headers.get('etag') ?? ''
  const path = `/directory/users/${ids['ada'] ?? ''}?include=${include}`
  const answer = await shared.get(path, viewer.token, { 'if-none-match': etag })
  assert.equal(answer.status, 200)
})

test('without rules in it one body serves both', async () => {
  const closedViewer = await makeCaller(shared, [...looking, 'workspace.user.view'])
  for (const query of ['', '?include=secondary-users,policy-users-count,policy-rulesets']) {
    const [open, closed] = [
      await describe(shared, owner, query),
      await describe(shared, closedViewer, query),
    ]
    assert.equal(open.headers.get('etag'), closed.headers.get('etag'))
    assert.equal(open.text, closed.text)
  }
})

test('beside another process too', async () => {
  const second = await testServer({ over: shared })
  await assertWithheld(second)
  await assertWithheld(shared)
})

test('what somebody wrote of a rule is theirs to say', async () => {
  await shared.database.transaction(({ tx }) =>
    tx
      .updateTable('rule')
      .set({ description: 'Principals', description_is_written: true })
      .where('key', '=', 'draft')
      .execute(),
  )
  assert.ok(descriptions((await describe(shared, viewer)).body).includes('Principals'))
})
