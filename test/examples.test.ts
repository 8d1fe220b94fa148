import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeId } from '../src/contract/ids.ts'
import { routes } from '../src/routes.ts'
import { testServer } from './harness.ts'
import { makeRule } from './policy-records.ts'
import { makeRequestWorld, requestFor } from './request-for.ts'

const server = await testServer()
const world = await makeRequestWorld(server)
const { ruleset: id = '' } = world.ids
const running = await makeRule(
  server,
  { id, uuid: decodeId('ruleset', id) ?? '' },
  { state: 'active' },
)
/** Records in a state that the operation allows, where those of the world are in another one. */
const records: Record<string, Record<string, string>> = {
  deprecateRule: { rule: running.id },
  updateNoticeSetting: { user: world.owner.id },
}

/** What only the records of this test cause: unknown ids, names that are taken, states, fields that a source governs. */
const aboutRecords =
  /names no |There is no |must be an active or expiring rule|is the (name|handle) of another|^state is |comes from the integration|not among the policy_keys|^session is missing|is not one of the unused ones/

for (const route of routes) {
  if (route.method === 'GET' || route.body === null) continue
  test(`the example of ${route.id} is a body that the endpoint accepts`, async () => {
    const { method, path, body } = requestFor(route, world, records[route.id])
    const answer = await server.call(method, path, { token: world.owner.token, body })
    if (answer.status === 422) assert.match(answer.body.message, aboutRecords)
    else if (route.access === 'public' && answer.status === 401)
      assert.match(answer.body.message, /^This code is unknown/)
    else if (answer.body?.error !== undefined)
      assert.match(answer.body.message, /^The subject_token is/)
    else assert.ok(answer.status < 400, answer.text)
  })
}
