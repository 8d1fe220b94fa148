import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts, freezesWorld, hour, lawyers, names, omit, staff } from './freezes-world.ts'
import { makeCaller } from './harness.ts'

test('a source that deactivates too many is quarantined until it is released', async () => {
  const world = await freezesWorld(staff)
  const gone = names(accounts('l', 12, {}))
  const outcome = await world.feed(omit(staff, gone))
  assert.equal(outcome.quarantined, true)
  assert.equal(outcome.accounts.waiting, 12)
  assert.equal(outcome.accounts.deactivated, 0)
  assert.equal((await world.frozen('Legal'))?.reason, 'source_quarantined')
  assert.equal(await world.frozen('sellers'), null, 'it reads only attributes')
  assert.deepEqual(await world.members('Legal'), names(lawyers))
  assert.equal((await world.feed(omit(staff, [...gone, 'l13']))).accounts.waiting, 13)

  const path = `/workspace/integrations/${(await world.server.get('/workspace/integrations', world.token)).body.data[0].id}`
  const release = (token: string) => world.server.call('POST', `${path}/release`, { token })
  const { token } = await makeCaller(world.server, ['workspace.integration.manage'])
  assert.equal((await release(token)).status, 403)
  assert.equal((await world.server.get(path, world.token)).body.quarantine.waiting, 13)
  const held = (await world.frozen('Legal'))?.held_change_id
  const { digest } = (await world.server.get(`/policy/held-changes/${held}`, world.token)).body
  const approved = await world.server.call('POST', `/policy/held-changes/${held}/approve`, {
    token: world.token,
    body: { digest },
  })
  assert.equal(approved.status, 422, 'the source is to be released instead')

  const released = await release(world.token)
  assert.equal(released.status, 200, released.text)
  assert.equal(released.body.quarantine, null)
  assert.equal(await world.frozen('Legal'), null)
  assert.deepEqual(await world.members('Legal'), names(omit(lawyers, [...gone, 'l13'])))
  assert.equal((await release(world.token)).status, 422)
  assert.equal((await world.feed(omit(staff, [...gone, 'l13']))).quarantined, false)
})

test('a deactivation that begins to wait, or waits no longer, is in the audit log and in the plan', async () => {
  const world = await freezesWorld(staff)
  const gone = names(accounts('l', 12, {}))
  const more = omit(staff, [...gone, 'l13', 'l14'])
  await world.feed(omit(staff, gone))
  const waits = async () => {
    const rows = await world.server.query<{ changes: unknown; handle: string }>(
      `select a.changes, i.handle from audit_log a join identity i on i.id = a.record_id
       where a.event = 'directory.identity.change' order by i.handle, a.sequence`,
    )
    return rows.map(({ handle, changes }) => [handle, changes])
  }
  const begun = { deactivation_waits_since: { old: null, new: '2026-03-03T09:00:00.000Z' } }
  const over = { deactivation_waits_since: { old: '2026-03-03T09:00:00.000Z', new: null } }
  assert.deepEqual(
    await waits(),
    gone.map((handle) => [handle, begun]),
  )
  const planned = await world.plan(more)
  assert.equal(planned.has_changes, true)
  assert.equal(planned.totals.people, 0)
  await world.feed(more)
  assert.equal((await world.plan(more)).has_changes, false)
  await world.feed({ ...more, l01: lawyers['l01'] ?? {} })
  assert.deepEqual((await waits()).slice(0, 2), [
    ['l01', begun],
    ['l01', over],
  ])
})

test('a source that deactivates a few at a time is quarantined when they are too many', async () => {
  const world = await freezesWorld(staff)
  for (let count = 4; count <= 12; count += 4) {
    world.pass(hour)
    const { quarantined } = await world.feed(omit(staff, names(accounts('l', count, {}))))
    assert.equal(quarantined, count === 12, `${count} of 42`)
  }
  assert.equal((await world.members('Legal')).length, 12)
})
