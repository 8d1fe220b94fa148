import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeId } from '../src/contract/ids.ts'
import { takesIfMatch } from '../src/http/route/etag.ts'
import type { Route } from '../src/http/route/route.ts'
import { routes } from '../src/routes.ts'
import { testServer, type Answer } from './harness.ts'
import { makeRequestWorld, requestFor } from './request-for.ts'

// Runs over the whole list of routes, so that a new one can't ignore a precondition.
const server = await testServer()
const world = await makeRequestWorld(server)
const conditional = routes.filter(takesIfMatch)
const running = `update rule set state = 'active', activated_at = current_instant()`

/** Of the integration, which is the primary at first. */
const nothingRests = `update integration set is_primary = false; update dimension set state = 'deactivated';
  update rule set state = 'deactivated' where state <> 'staged'; update ruleset set state = 'unmanaged';
  update incident set state = 'closed', closed_as = 'released', closed_at = current_instant()`

/** What a route needs so that nothing but the version is in its way: records in a state, or another body. */
const needs: Record<string, { sql?: string; body?: object }> = {
  updateDirectoryUser: { body: { metadata: { desk: '4' } } },
  activateDirectoryUser: { sql: `update directory_user set base_state = 'suspended'` },
  suspendDirectoryUser: {
    sql: `update directory_user set base_state = 'active', primary_identity_id = null`,
  },
  restoreDirectoryUser: {
    sql: `update directory_user set base_state = 'deactivated', deleted_at = current_instant()`,
  },
  linkDirectoryIdentity: {
    sql: `update directory_user set deleted_at = null`,
    body: { directory_user_id: world.ids.directoryUser, reason: 'HR confirmed it' },
  },
  activateDimension: { sql: `update dimension set state = 'deactivated'` },
  deactivateDimension: { sql: `update dimension set state = 'active'` },
  activateAttribute: { sql: `update attribute set state = 'deactivated'` },
  deactivateAttribute: { sql: `update attribute set state = 'active'` },
  updateRuleset: { body: { is_authoritative: true } },
  activateRule: { sql: `update directory_user set deleted_at = null`, body: {} },
  deprecateRule: { sql: running },
  deactivateRule: { sql: running },
  createPolicyCondition: {
    sql: `update rule set state = 'staged'`,
    body: { type: 'user', resource_id: world.ids.directoryUser },
  },
  updateWorkspaceUser: { body: { name: 'Another' } },
  restoreWorkspaceUser: {
    sql: `update workspace_user set base_state = 'deactivated'
      where id = '${decodeId('workspaceUser', world.ids.workspaceUser ?? '')}'`,
  },
  makePrimaryIntegration: { sql: nothingRests },
  deleteIntegration: { sql: nothingRests },
  pauseWebhook: { sql: `update webhook set state = 'active', paused_as = null` },
  resumeWebhook: { sql: `update webhook set state = 'paused', paused_as = 'user'` },
  updateNoticeSetting: { body: { at_once: false } },
  testNoticeSetting: {
    sql: `delete from notice; insert into notice_setting (workspace_user_id, chat_type, chat_host, key_id, nonce, ciphertext)
      select id, 'slack', 'hooks.acme.example', 'none', '', '' from workspace_user on conflict (workspace_user_id) do update
      set chat_type = 'slack', chat_host = excluded.chat_host, key_id = excluded.key_id, nonce = excluded.nonce, ciphertext = excluded.ciphertext`,
  },
  replayWebhook: { body: { since: '2026-01-01T00:00:00Z' } },
  shrinkService: { body: {} },
  activateService: { sql: `update service set base_state = 'deactivated'` },
  deactivateService: { sql: `update service set base_state = 'active'` },
  confirmService: { sql: `update service set base_state = 'active'` },
  updateService: { body: { name: 'Another' } },
  deprecateService: { sql: `update service set base_state = 'active'` },
}

// Of another version, of another server, not quoted, and nothing.
const tags = ['"999999.0"', '"686897696a7c876b7e"', '1', '']
const send = (route: Route, headers: Record<string, string>, more = {}): Promise<Answer> => {
  const { method, path, body } = requestFor(route, world)
  const own = needs[route.id]?.body ?? body
  const sent = Object.keys(more).length === 0 ? own : Object.assign({}, own, more)
  return server.call(method, path, { token: world.owner.token, body: sent, headers })
}
const plansOnRequest = (route: Route) =>
  route.method !== 'GET' && route.body !== null && 'plan' in (route.body.properties ?? {})

test('each record that such a write changes is read with its ETag, at the address above the step', async () => {
  for (const { id, url, method } of conditional) {
    const place = method === 'PUT' ? url : url.replace(/(:\w+)\/[^:]*$/, '$1')
    const read = routes.find((route) => route.method === 'GET' && route.url === place)
    assert.ok(read, `${id}: ${place}`)
    const { path } = requestFor(read, world)
    const { status, headers } = await server.get(path, world.owner.token)
    assert.equal(status, 200, path)
    assert.match(headers.get('etag') ?? '', /^"\d+\.[^"]+"$/, path)
  }
})

for (const route of conditional) {
  test(`${route.id} refuses an If-Match of another version or of no record with 412`, async () => {
    const { sql } = needs[route.id] ?? {}
    if (sql !== undefined) await server.query(sql)
    const all = plansOnRequest(route) ? [{}, { plan: true }] : [{}]
    for (const [tag, more] of tags.flatMap((each) => all.map((one) => [each, one] as const))) {
      const refused = await send(route, { 'if-match': tag }, more)
      assert.equal(refused.status, 412, `${tag}: ${refused.text}`)
      assert.match(refused.body.message, /^If-Match does not name the current version, "\d+"/)
    }
  })
}
