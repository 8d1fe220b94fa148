import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeAttribute, makeDimension, makeIntegration } from '../../../test/people.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { startReceiver, type TestReceiver } from '../../../test/receiver.ts'
import { until } from '../../../test/until.ts'
import { recordEnds } from '../../connectors/import/run-audit.ts'
import { record } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import { onProfile, policyServer } from '../../policy/rules/policy-for-tests.ts'
import type { CloudEventJson } from './schema.ts'

const server = await policyServer([{ email: 'ada@x.example', profile: { department: 'Sales' } }], {
  webhookHosts: [{ host: '127.0.0.1', port: null }],
})
const { expect } = server
const integrationOf = async (handle: string) => {
  const [row] = await server.query<{ id: string }>('select id from integration where handle = $1', [
    handle,
  ])
  const uuid = row?.id ?? ''
  return { uuid, id: encodeId('integration', uuid) }
}
const [idp, codehost] = [await integrationOf('idp'), await integrationOf('codehost')]
const quiet = await makeIntegration(server, { handle: 'quiet' })
const sales = await makeAttribute(server, await makeDimension(server, idp), 'Sales')
const groups = { 12: await server.rulesetId('12'), 13: await server.rulesetId('13') }
const ofSales = await server.rulesetId('Sales')
const resourceOf = async (rulesetId: string): Promise<string> =>
  (await expect(200, 'GET', `/policy/rulesets/${rulesetId}`)).body.resource_id
const group12 = await resourceOf(groups[12])

type Filter = { resource_ids?: readonly string[]; integration_ids?: readonly string[] }
const onCodehost = [
  groups[12],
  groups[13],
  `import_run ${codehost.id}`,
  `policy_incident ${codehost.id}`,
]

/** What is filtered by, and what the events that come are about. */
const filters: (Filter & { about: readonly string[] })[] = [
  { resource_ids: [group12], about: [groups[12]] },
  { resource_ids: [sales.id], about: [ofSales] },
  { resource_ids: [group12, sales.id], about: [groups[12], ofSales] },
  { integration_ids: [codehost.id], about: onCodehost },
  { integration_ids: [idp.id], about: [ofSales, `import_run ${idp.id}`] },
  { integration_ids: [quiet.id], about: [] },
  { resource_ids: [group12], integration_ids: [codehost.id], about: [groups[12]] },
  { resource_ids: [group12], integration_ids: [idp.id], about: [] },
]

async function listed({
  resource_ids = [],
  integration_ids = [],
}: Filter): Promise<CloudEventJson[]> {
  const query = new URLSearchParams({ 'page[size]': '500' })
  if (resource_ids.length > 0) query.set('filter[resource]', resource_ids.join(','))
  if (integration_ids.length > 0) query.set('filter[integration]', integration_ids.join(','))
  return (await expect(200, 'GET', `/events?${query.toString()}`)).body.data
}

const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted()

/** The ruleset of an event, else the record and its source. */
const subjectOf = ({ data }: CloudEventJson) =>
  data.ruleset_id ?? `${data.record.type} ${data.integration_id}`

/** Events in each ruleset, a run of each source, and an incident of one. */
async function happen(): Promise<void> {
  for (const ruleset of [groups[12], groups[13], ofSales]) {
    const path = `/policy/rulesets/${ruleset}/rules`
    const conditions = [onProfile('department', 'Sales')]
    const { id } = (await expect(201, 'POST', path, { role: 'member', conditions })).body
    await expect(200, 'POST', `/policy/rules/${id}/activate`)
    await expect(200, 'POST', `/policy/rules/${id}/deactivate`)
  }
  await server.database.transaction(async ({ tx }) => {
    const runs = [idp, codehost].map(({ uuid }) => ({
      id: crypto.randomUUID(),
      integrationId: uuid,
    }))
    await recordEnds(tx, runs, 'failed')
    const { id } = await tx
      .insertInto('incident')
      .values({
        integration_id: codehost.uuid,
        opened_by_run: crypto.randomUUID(),
        state: 'closed',
        closed_as: 'released',
        closed_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(tx, testActor, [
      { event: 'policy.incident.open', record: { kind: 'incident', id } },
    ])
  })
}

test('the feed and webhooks are filtered by resource and by source', async () => {
  const receivers = new Map<Filter, TestReceiver>()
  for (const filter of filters) {
    const { about: _about, ...body } = filter
    const receiver = await startReceiver()
    const hook = { name: 'Test', url: receiver.url, ...body }
    const made = await expect(201, 'POST', '/workspace/webhooks', hook)
    receiver.secret = made.body.secret
    receivers.set(filter, receiver)
  }
  // What one webhook must not get comes before something that it gets.
  await happen()
  await happen()
  for (const filter of filters) {
    const events = await listed(filter)
    const name = JSON.stringify(filter)
    assert.deepEqual(new Set(events.map(subjectOf)), new Set(filter.about), name)
    const receiver = receivers.get(filter)
    assert.ok(receiver !== undefined)
    await until(() => receiver.accepted.length >= events.length, name)
    assert.deepEqual(idsOf(receiver.received), idsOf(events), name)
  }
})
