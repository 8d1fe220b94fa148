import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeCaller, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'
import { accounts, hour, incidentsWorld, staff, type Feed } from '../../../test/incidents-world.ts'
import { alertOldIncidents } from '../../incidents/alert-old-incidents.ts'
import { eventTypes, type EventType } from '../../contract/event-types.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { permissions } from '../../contract/permissions.ts'
import { onProfile } from '../../policy/rules/policy-for-tests.ts'
import { settleDue } from '../../policy/manifests/settle.ts'
import { pino } from 'pino'
import { until } from '../../../test/until.ts'
import { announceDue } from '../due/announce-due.ts'
import type { CloudEventJson } from './schema.ts'

const day = 24 * hour
const everybody = { ...staff, ...accounts('f', 2, { department: 'Finance' }) }
const world = await incidentsWorld(everybody)
const { server, token, pass, feed } = world
const clock = () => server.database.now()
/** Leaves to a job what moves a person or more. */
const careful = await testServer({ over: server, clock, rowsAtOnce: 1 })
const [sellers, team] = [await world.ruleset('sellers'), await world.ruleset('team')]
const integration = `/workspace/integrations/${encodeId('integration', world.integration)}`

async function call(method: string, path: string, body?: object, on = server) {
  const answer = await on.call(method, path, { token, ...(body !== undefined && { body }) })
  assert.ok(answer.status < 300 || answer.status === 409, `${method} ${path}: ${answer.text}`)
  return answer.body
}
const inDays = (days: number) => new Date(clock().getTime() + days * day).toISOString()
const settle = async () => void (await settleDue(server.database))
const announce = () => announceDue(server.database, new AbortController().signal)

let ada = ''
let exception = ''
const actOnAda = (verb: string, body?: object) =>
  call('POST', `/directory/users/${ada}/${verb}`, body)

const draft = async (department = 'finance') =>
  (
    await call('POST', `/policy/rulesets/${team}/rules`, {
      role: 'member',
      conditions: [onProfile('department', department)],
    })
  ).id
const plan = async (rules: readonly string[], on = server) =>
  (
    await call(
      'POST',
      '/policy/plans',
      { operations: rules.map((rule_id) => ({ op: 'activate_rule', rule_id })) },
      on,
    )
  ).id
/** A plan, and the rule that it lacks since. */
async function planWithout(others: readonly string[]): Promise<string> {
  const rule = await draft()
  const id = await plan([rule, ...others])
  await call('DELETE', `/policy/rules/${rule}`)
  return id
}
const planIs = (id: string, state: string) =>
  until(async () => (await call('GET', `/policy/plans/${id}`)).state === state, state)

const movedTo = (department: string, count: number): Feed => ({
  ...everybody,
  ...accounts('s', count, { department, managerId: 'boss' }),
})
async function decide(verb: 'approve' | 'reject', feedOf: Feed) {
  pass(25 * hour)
  await feed(feedOf)
  const { data } = await call('GET', '/policy/incidents?filter[state]=open')
  const { id, effect } = await call('GET', `/policy/incidents/${data[0].id}`)
  await call('POST', `/policy/incidents/${id}/${verb}`, {
    digest: effect.digest,
    reason: 'as HR says',
  })
}

let service = ''
let readyPlan = ''

/** What makes an event of each type, in this order. A type without an act does not compile. */
const acts: Record<EventType, () => Promise<unknown>> = {
  'directory.user.create': async () => {
    const person = { first_name: 'Ada', last_name: 'Moreau', email: 'ada@acme.example' }
    ada = (await call('POST', '/directory/users', person)).id
  },
  'directory.user.change': () =>
    call('PATCH', `/directory/users/${ada}`, { metadata: { desk: '4.12' } }),
  'directory.user.activate': () => actOnAda('activate', { at: inDays(1) }),
  'directory.user.activated': () => (pass(25 * hour), settle()),
  'policy.user.create': async () => {
    const until = { expires_at: inDays(3), reason: 'covers for a colleague' }
    const path = `/policy/rulesets/${sellers}/exceptions`
    exception = (await call('POST', path, { user_id: ada, ...until })).id
  },
  'policy.user.due': announce,
  'policy.user.change': () =>
    call('POST', `/policy/rules/${exception}/deprecate`, { at: inDays(2) }),
  'policy.user.end': () => (pass(10 * day), settle()),
  'directory.user.suspend': () => actOnAda('suspend'),
  'directory.user.deactivate': () => actOnAda('deactivate'),
  'directory.user.expire': async () => {
    await actOnAda('activate')
    await actOnAda('expire', { at: inDays(3) })
  },
  'directory.user.due': announce,
  'directory.user.expired': () => (pass(4 * day), settle()),
  'directory.user.delete': () => call('DELETE', `/directory/users/${ada}`),
  'directory.user.restore': () => actOnAda('restore'),
  'directory.user.erase': async () => {
    await call('DELETE', `/directory/users/${ada}`)
    await actOnAda('erase')
  },
  'policy.plan.create': async () => plan([await draft()]),
  'policy.plan.fail': async () => call('POST', `/policy/plans/${await planWithout([])}/apply`),
  'policy.plan.replace': async () =>
    call('POST', `/policy/plans/${await planWithout([await draft()])}/apply`),
  'policy.plan.ready': async () => {
    readyPlan = await plan([await draft()], careful)
    await planIs(readyPlan, 'ready')
  },
  'policy.plan.begin': async () => {
    await call('POST', `/policy/plans/${readyPlan}/apply`, undefined, careful)
    await planIs(readyPlan, 'applied')
  },
  'policy.plan.apply': async () =>
    call('POST', `/policy/plans/${await plan([await draft()])}/apply`),
  'policy.rule.due': async () => {
    const rule = await draft()
    await call('POST', `/policy/rules/${rule}/activate`, { at: inDays(3) })
    await announce()
  },
  'policy.plan.approve': async () => {
    const other = await makeCaller(server, permissions)
    await call('PATCH', `/policy/rulesets/${team}`, {
      requires_second_approval: true,
      addition_limit_people: 0,
      addition_limit_percent: 0,
    })
    const id = await plan([await draft('legal')])
    const { status, text } = await server.call('POST', `/policy/plans/${id}/approve`, {
      token: other.token,
    })
    assert.equal(status, 200, text)
  },
  'policy.incident.open': () => feed(movedTo('Legal', 8)),
  'policy.incident.join': () => (pass(hour), feed(movedTo('Legal', 12))),
  'policy.incident.release': () => (pass(hour), feed(everybody)),
  'policy.incident.apply': async () => {
    pass(25 * hour)
    await feed(movedTo('Legal', 8))
    pass(hour)
    await feed(movedTo('Legal', 4))
  },
  'policy.incident.reject': () => decide('reject', movedTo('Legal', 18)),
  'policy.incident.approve': () => decide('approve', movedTo('Design', 18)),
  'policy.incident.alert': async () => {
    pass(25 * hour)
    await feed({ boss: {}, deputy: {} })
    pass(25 * hour)
    await alertOldIncidents(server.database, pino({ level: 'silent' }))
  },
  'policy.incident.close': async () => {
    const { data } = await call('GET', '/policy/incidents?filter[state]=open')
    const held = `filter[incident]=${data[0].id}&page[size]=500`
    const people = await call('GET', `/directory/users?${held}`)
    for (const { id } of people.data) await call('DELETE', `/directory/users/${id}`)
  },
  'workspace.integration.run': () => feed(everybody),
  'workspace.integration.run_failed': () =>
    importByApi(server, { token, path: integration, file: 'not JSON', query: '?name=a.json' }),
  'workspace.service.deactivate': async () => {
    service = (await call('POST', '/workspace/services', { name: 'Nightly', handle: 'nightly' })).id
    await call('POST', `/workspace/services/${service}/deactivate`)
  },
  'workspace.service.activate': () => call('POST', `/workspace/services/${service}/activate`),
  'workspace.service.sponsor': async () => {
    const { data } = await call('GET', '/directory/users?filter[username]=boss')
    await call('PATCH', `/workspace/services/${service}`, { sponsor_id: data[0].id })
  },
  'workspace.service.confirm': () =>
    call('POST', `/workspace/services/${service}/confirm`, { reason: 'payroll runs on it' }),
  'workspace.service.unconfirmed': async () => {
    const unconfirmed = 'update service set confirm_by = $2 where id = $1'
    await server.query(unconfirmed, [decodeId('service', service), inDays(-31)])
    await settle()
  },
  'workspace.service.deprecate': () =>
    call('POST', `/workspace/services/${service}/deprecate`, { at: inDays(2) }),
  'workspace.service.due': announce,
  'workspace.service.expired': () => (pass(3 * day), settle()),
  'workspace.service.delete': () => call('DELETE', `/workspace/services/${service}`),
}

const pathOf = (page: string) => fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url))

const head = `# Examples of events

Here you can look up what an [event](events.md) of each type looks like. A test makes each of them happen and reads it from \`GET /api/v1/events\`; ids, numbers and instants are made up. To write the page again:

\`\`\`bash
MUSTER_WRITE_EXAMPLES=1 npm test -- src/events/feed/event-examples.test.ts
\`\`\`
`

let next = '/events'
async function readEvents(): Promise<CloudEventJson[]> {
  const events: CloudEventJson[] = []
  for (;;) {
    const { body, status, text } = await server.get(next, token)
    assert.equal(status, 200, text)
    events.push(...body.data)
    next = body.links.next.replace('https://muster.example/api/v1', '')
    if (body.has_more === false) return events
  }
}

const exampleId = (prefix: string, number: number) =>
  `${prefix}_01kaf7m2t4e8j9p3q5r7s9${String(number).padStart(4, '0')}`

/** The text of an event whose ids, numbers and instants are those of no run. Names of keys stand in their order. */
function exampleOf(event: CloudEventJson): string {
  const ids: string[] = []
  const isDue = event.data.due_at !== null
  const due = isDue ? '2026-11-23T09:30:00.000Z' : null
  const told = {
    ...event,
    time: '2026-11-20T09:30:00.000Z',
    sequence: '3',
    position: '1041',
    data: {
      ...event.data,
      due_at: due,
      request_id: event.data.request_id && '5f0c2a91b7de-0000042',
    },
  }
  const data = Object.entries(told.data).map(
    ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  )
  const { data: _data, ...envelope } = told
  const lines = Object.entries(envelope).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  )
  const text = `{\n${lines.join('\n')}\n  "data": {\n${data.join(',\n')}\n  }\n}`
    .replaceAll('":', '": ')
    .replaceAll('":  ', '": ')
    .replaceAll(',"', ', "')
  return text.replace(/\b([a-z]{5})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g, (id, prefix: string) => {
    if (!ids.includes(id)) ids.push(id)
    return exampleId(prefix, ids.indexOf(id) + 1)
  })
}

test('the page of examples has an event of each type, as it is read where it has happened', async () => {
  const examples = new Map<string, string>()
  for (const [type, act] of Object.entries(acts)) {
    await readEvents()
    await act()
    const found = (await readEvents()).findLast((event) => event.type === `muster.${type}`)
    assert.ok(found !== undefined, `no event of the type ${type}`)
    examples.set(type, exampleOf(found))
  }
  const sections = eventTypes.map(
    (type) => `## ${type}\n\n\`\`\`json\n${examples.get(type)}\n\`\`\`\n`,
  )
  const page = `${head}\n${sections.join('\n')}`
  const path = pathOf('event-examples.md')
  if (process.env['MUSTER_WRITE_EXAMPLES'] !== undefined) await writeFile(path, page)
  assert.equal(await readFile(path, 'utf8'), page, 'docs/event-examples.md says how to write it')
  const guide = await readFile(pathOf('events.md'), 'utf8')
  assert.ok(
    guide.includes(examples.get('policy.user.create') ?? ''),
    'the example of docs/events.md',
  )
})
