import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { lockPolicy } from '../database/policy-lock.ts'
import { importPolicy } from '../policy-as-code/import-policy.ts'
import {
  accounts,
  incidentsWorld,
  hour,
  names,
  staff,
  type Feed,
  type IncidentsWorld,
} from '../../test/incidents-world.ts'
import { makeCaller, testServer } from '../../test/harness.ts'
import { testActor } from '../../test/people-fixture.ts'
import { forgetOldMovements } from '../policy/limits/record-movements.ts'
import { runCli } from '../../test/run-cli.ts'
import { until } from '../../test/until.ts'
import { planIdOf } from '../../sdk/src/index.ts'

const suspended = (feed: Feed): Feed =>
  Object.fromEntries(
    Object.entries(feed).map(([name, account]) => [name, { ...account, status: 'SUSPENDED' }]),
  )

/** The first `count` sellers, moved to Legal. */
const turned = (count: number) => accounts('s', count, { department: 'Legal', managerId: 'boss' })
const sellersNow = (world: IncidentsWorld) => world.members('sellers')
const moved: Feed = { ...staff, ...turned(20) }

async function ask(world: IncidentsWorld, path: string) {
  const answer = await world.server.get(path, world.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** The id of the only incident. */
async function incidentOf(world: IncidentsWorld): Promise<string> {
  const { data } = await ask(world, '/policy/incidents')
  assert.equal(data.length, 1)
  return data[0].id
}

async function decide(
  world: IncidentsWorld,
  verb: 'approve' | 'reject',
  id: string,
  body: { digest: string; users?: readonly string[]; reason?: string },
) {
  return world.server.call('POST', `/policy/incidents/${id}/${verb}`, {
    token: world.token,
    body: { reason: 'Somebody looked at it', ...body },
  })
}

async function usersOf(world: IncidentsWorld, handles: readonly string[]): Promise<string[]> {
  const { data } = await ask(world, '/directory/users?page[size]=500')
  return data
    .filter(({ username }: { username: string }) => handles.includes(username))
    .map(({ id }: { id: string }) => id)
}

async function effectsOf(world: IncidentsWorld, id: string, users?: readonly string[]) {
  const filter = users === undefined ? '' : `&filter[user]=${users.join()}`
  return ask(world, `/policy/incidents/${id}/effects?page[size]=500${filter}`)
}

test('an incident shows what would follow from approving it, and an approval does just that', async () => {
  const world = await incidentsWorld(staff)
  const held = await world.feed(moved)
  assert.equal(held.incident?.people, 20)
  const id = await incidentOf(world)
  const incident = await ask(world, `/policy/incidents/${id}`)
  assert.equal(incident.effect.state, 'ready')
  assert.equal(incident.effect.totals.people, 20)
  const effects = await effectsOf(world, id)
  assert.equal(effects.meta.digest, incident.effect.digest)
  assert.deepEqual(effects.meta.totals, incident.effect.totals)
  const removed = effects.data.filter(
    (row: any) => row.ruleset_name === 'sellers' && row.kinds[0] === 'removed', // oxlint-disable-line typescript/no-explicit-any -- tests look into every shape
  )
  assert.equal(removed.length, 20)
  assert.equal((await sellersNow(world)).length, 20)
  const approved = await decide(world, 'approve', id, { digest: incident.effect.digest })
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual([approved.body.state, approved.body.closed_as], ['closed', 'approved'])
  assert.deepEqual(
    approved.body.decisions.map((each: { decision: string }) => each.decision),
    ['approved'],
  )
  assert.deepEqual(await sellersNow(world), [])
  assert.equal((await world.members('Legal')).length, 40)
  const again = await decide(world, 'approve', id, { digest: incident.effect.digest })
  assert.equal(again.status, 422, again.text)
})

test('everybody is suspended: an approval for some suspends these, and the others wait', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(suspended(staff))
  const id = await incidentOf(world)
  const users = await usersOf(world, ['s01', 's02'])
  const all = await ask(world, `/policy/incidents/${id}`)
  const { meta } = await effectsOf(world, id, users)
  assert.notEqual(meta.digest, all.effect.digest)
  assert.equal(meta.totals.people, 2)
  const wrong = await decide(world, 'approve', id, { users, digest: all.effect.digest })
  assert.equal(wrong.status, 409, wrong.text)
  assert.match(wrong.text, new RegExp(meta.digest))
  const [plan] = /popln_\w+/.exec(wrong.text) ?? []
  assert.equal((await ask(world, `/policy/plans/${plan}`)).totals.people, 2)
  const approved = await decide(world, 'approve', id, { users, digest: meta.digest })
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual([approved.body.state, approved.body.people], ['open', 40])
  assert.equal((await sellersNow(world)).length, 18)
  world.pass(hour)
  const back = await world.feed({ ...staff, s01: { ...staff['s01'], status: 'SUSPENDED' } })
  assert.equal(back.incident?.state, 'closed')
  assert.deepEqual(
    await sellersNow(world),
    names(staff).filter((name) => name.startsWith('s') && name !== 's01'),
  )
})

test('a stale digest is 409 with the new one, and people who joined stay held', async () => {
  const world = await incidentsWorld(staff)
  await world.feed({ ...staff, ...turned(15) })
  const id = await incidentOf(world)
  const first = await ask(world, `/policy/incidents/${id}`)
  world.pass(hour)
  await world.feed({ ...staff, ...turned(18) })
  const second = await ask(world, `/policy/incidents/${id}`)
  assert.notEqual(second.effect.digest, first.effect.digest)
  const approved = await decide(world, 'approve', id, { digest: first.effect.digest })
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual([approved.body.state, approved.body.people], ['open', 3])
  assert.equal((await sellersNow(world)).length, 5)
  const stale = await decide(world, 'approve', id, { digest: second.effect.digest })
  assert.equal(stale.status, 200, stale.text)
  assert.equal(stale.body.closed_as, 'approved')
  assert.equal((await sellersNow(world)).length, 2)
})

test('an approval is refused where a change of policy gave it another effect', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved)
  const id = await incidentOf(world)
  const shown = await ask(world, `/policy/incidents/${id}`)
  const [user] = await usersOf(world, ['s01'])
  const sellers = await world.ruleset('sellers')
  const { data: rules } = await ask(world, `/policy/rulesets/${sellers}/rules`)
  const extra = await world.server.call('POST', `/policy/rulesets/${sellers}/exceptions`, {
    token: world.token,
    body: { user_id: user, reason: 'Helps out', expires_at: '2026-04-01T00:00:00.000Z' },
  })
  assert.ok(extra.status < 300, `${extra.text} ${rules.length}`)
  const refused = await decide(world, 'approve', id, { digest: shown.effect.digest })
  assert.equal(refused.status, 409, refused.text)
  assert.ok(
    refused.text.includes(planIdOf(refused.headers.get('location')) ?? 'a plan'),
    refused.text,
  )
  const now = await ask(world, `/policy/incidents/${id}`)
  assert.match(refused.text, new RegExp(now.effect.digest))
  assert.equal((await sellersNow(world)).length, 20)
})

test('an approval is refused where it has another effect for people below a manager who stays held', async () => {
  const before: Feed = { ...staff, boss: { department: 'Sales' } }
  const world = await incidentsWorld(before)
  await world.feed({ ...moved, boss: { department: 'Legal' } })
  const id = await incidentOf(world)
  const shown = await ask(world, `/policy/incidents/${id}`)
  await world.feed({ ...moved, boss: { department: 'Marketing' } })
  const sellers = await world.ruleset('sellers')
  const [user] = await usersOf(world, ['s01'])
  const body = { user_id: user, reason: 'Helps out', expires_at: '2026-04-01T00:00:00.000Z' }
  const exception = await world.server.call('POST', `/policy/rulesets/${sellers}/exceptions`, {
    token: world.token,
    body,
  })
  assert.equal(exception.status, 201, exception.text)
  const refused = await decide(world, 'approve', id, { digest: shown.effect.digest })
  assert.equal(refused.status, 409, refused.text)
  assert.equal((await sellersNow(world)).length, 21)
})

test('an approval leaves out a manager whose pending facts changed since, with the people who move only because of them', async () => {
  const before: Feed = {
    ...staff,
    ...accounts('r', 8, { managerId: 'deputy' }),
    deputy: { department: 'Sales', managerId: 'boss' },
  }
  const world = await incidentsWorld(before)
  await world.feed({ ...before, ...turned(20), deputy: { department: 'Legal' } })
  const id = await incidentOf(world)
  const shown = await ask(world, `/policy/incidents/${id}`)
  const team = await world.members('team')
  await world.feed({ ...before, ...turned(20), deputy: { department: 'Marketing' } })
  const approved = await decide(world, 'approve', id, { digest: shown.effect.digest })
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual([approved.body.state, approved.body.people], ['open', 1])
  assert.deepEqual(await sellersNow(world), ['deputy'])
  assert.deepEqual(await world.members('team'), team)
})

test('people below a held manager wait with the manager and follow the approval, secondary users included', async () => {
  const below = accounts('r', 10, { managerId: 'lead' })
  const secondary: Feed = {
    'admin-r01': { parentId: 'r01', managerId: 'lead' },
    'admin-lead': { parentId: 'lead', managerId: 'r01' },
  }
  const first: Feed = { ...staff, ...below, ...secondary, lead: { managerId: 'boss' } }
  const world = await incidentsWorld(first)
  const team = await world.members('team')
  const led = names({ ...below, ...secondary, lead: {} })
  assert.deepEqual(
    led.filter((name) => !team.includes(name)),
    [],
  )
  const { incident } = await world.feed({ ...first, lead: { managerId: 'deputy' } })
  assert.deepEqual([incident?.people, incident?.reasons[0]?.people], [1, led.length])
  assert.deepEqual(await world.members('team'), team)
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  assert.equal(effect.totals.removed, led.length)
  const approved = await decide(world, 'approve', id, { digest: effect.digest })
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual(
    await world.members('team'),
    team.filter((name) => !led.includes(name)),
  )
})

test('an incident that is read again and again is one plan as long as its effect is the same', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved)
  const id = await incidentOf(world)
  const other = await makeCaller(world.server, ['policy.rule.view', 'directory.user.view'])
  const planOf = async (token = world.token) =>
    (await world.server.get(`/policy/incidents/${id}`, token)).body.effect
  const first = await planOf()
  for (let minutes = 0; minutes < 30; minutes += 10) {
    world.pass(hour / 6)
    assert.deepEqual(await Promise.all([planOf(), planOf(other.token)]), [first, first])
  }
  world.pass(hour)
  const later = await planOf()
  assert.notEqual(later.plan_id, first.plan_id)
  assert.equal(later.digest, first.digest)
  await world.feed({ ...staff, ...turned(19) })
  assert.notEqual((await planOf()).digest, first.digest)
})

/** Rejects all of the incident of {@link moved}. @returns its id */
async function rejectMoved(world: IncidentsWorld): Promise<string> {
  await world.feed(moved)
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  const rejected = await decide(world, 'reject', id, { digest: effect.digest })
  assert.equal(rejected.status, 200, rejected.text)
  assert.equal(rejected.body.closed_as, 'rejected')
  const [{ people, accounts }] = rejected.body.decisions
  assert.deepEqual([people, accounts], [20, 20])
  return id
}

test('a rejected value stays unread while the source repeats it, is read once it changes, and can be approved later', async () => {
  const world = await incidentsWorld(staff)
  const id = await rejectMoved(world)
  world.pass(hour)
  const repeated = await world.feed(moved)
  assert.equal(repeated.incident, null)
  assert.equal((await sellersNow(world)).length, 20)
  const changed = await world.feed({ ...moved, s01: { department: 'Finance', managerId: 'boss' } })
  assert.equal(changed.incident, null)
  assert.equal((await sellersNow(world)).length, 19)
  assert.deepEqual(await world.members('Finance'), ['s01'])
  const later = await ask(world, `/policy/incidents/${id}`)
  assert.equal(later.effect.totals.people, 19)
  const approved = await decide(world, 'approve', id, { digest: later.effect.digest })
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual(await sellersNow(world), [])
  const events = await world.server.query(
    `select event from audit_log where event like 'policy.incident.%' order by sequence`,
  )
  assert.deepEqual(
    events.map(({ event }) => event),
    ['policy.incident.open', 'policy.incident.reject', 'policy.incident.approve'],
  )
})

test('what is rejected already is not rejected again', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved)
  const id = await incidentOf(world)
  const users = await usersOf(world, ['s01'])
  const some = { users, digest: (await effectsOf(world, id, users)).meta.digest }
  assert.equal((await decide(world, 'reject', id, some)).status, 200)
  const again = await decide(world, 'reject', id, some)
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [422, ['users']])
  const rest = { digest: (await ask(world, `/policy/incidents/${id}`)).effect.digest }
  assert.equal((await decide(world, 'reject', id, rest)).status, 200)
  const closed = await decide(world, 'reject', id, rest)
  assert.deepEqual([closed.status, Object.keys(closed.body.errors)], [422, ['state']])
})

test('a rejected value stays unread where another account with it takes the place of the account', async () => {
  const world = await incidentsWorld(staff)
  await rejectMoved(world)
  world.pass(hour)
  const { s01: _former, ...others } = moved
  const renewed = (department: string): Feed => ({
    ...others,
    renewed: {
      department,
      managerId: 'boss',
      email: 's01@example.com',
      firstName: 'First s01',
    },
  })
  for (let runs = 0; runs < 2; runs += 1) {
    await world.feed(renewed('Legal'))
    assert.equal((await sellersNow(world)).length, 20)
  }
  const { data } = await ask(world, '/directory/identities?filter[vendor_id]=renewed')
  assert.equal(data[0].linked_by, 'replaced')
  const account = await ask(world, `/directory/identities/${data[0].id}`)
  assert.equal(account.profile.department, 'Sales')
  assert.equal(account.pending.profile.department, 'Legal')
  await world.feed(renewed('Finance'))
  assert.equal((await sellersNow(world)).length, 19)
})

test('muster incident lists, shows and approves', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved)
  const id = await incidentOf(world)
  const env = { MUSTER_URL: world.server.origin, MUSTER_TOKEN: world.token }
  const listed = await runCli(['incident', 'list', '--state', 'open'], env)
  assert.match(
    listed.stdout,
    new RegExp(`${id} +okta +open +20 .* 20 people would lose access in sellers within 24 hours`),
    listed.stderr,
  )
  const shown = await runCli(['incident', 'show', id, '--full'], env)
  assert.equal(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /because +20 people would lose access in sellers within 24 hours/)
  assert.match(shown.stdout, /^ {2}idp_group sellers: 20 removed$/m)
  assert.match(
    shown.stdout,
    /^ {2}sellers: First s01 Last \(s01@example\.com\): member → nothing$/m,
  )
  const [, next = ''] = /^ {2}muster (incident approve .*) --reason/m.exec(shown.stdout) ?? []
  const reason = ['--reason', 'They moved']
  const unasked = await runCli(['incident', 'approve', 'okta', ...reason], env)
  assert.equal(unasked.code, 1)
  assert.match(
    unasked.stderr,
    /If it is approved: 20 people: 20 added, 40 removed[\s\S]*\nNothing was applied\./,
  )
  const some = ['incident', 'approve', id, ...reason, '--user', 's01 La']
  for (const seen of [['--yes'], next.split(' ').slice(3)]) {
    const part = await runCli([...some, ...seen], env)
    assert.match(part.stderr, /^s01 La may be one of these/)
  }
  const approved = await runCli([...next.split(' '), ...reason], env)
  assert.equal(approved.code, 0, approved.stderr)
  assert.equal(approved.stdout, `${id} is closed: approved.\n`)
  assert.deepEqual(await sellersNow(world), [])
  const again = await runCli([...next.split(' '), ...reason], env)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /is closed/)
  world.pass(25 * hour)
  await world.feed(Object.fromEntries(Object.entries(staff).slice(0, 1)))
  const newest = await runCli(['incident', 'list', '-o', 'id'], env)
  assert.match(newest.stdout, new RegExp(`^poinc_\\w+\n${id}\n$`))
})

test('an approval is refused without the right to read everything in it, and of two at once one is carried out', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved)
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  const { digest } = effect
  const rights = ['policy.rule.view', 'directory.user.view', 'policy.change.approve'] as const
  const reader = await makeCaller(world.server, rights)
  const refused = await world.server.call('POST', `/policy/incidents/${id}/approve`, {
    token: reader.token,
    body: { digest, reason: 'I looked' },
  })
  assert.equal(refused.status, 403, refused.text)
  assert.match(refused.text, /directory\.identity\.profile\.view/)
  const blank = await world.server.call('POST', `/policy/incidents/${id}/approve`, {
    token: world.token,
    body: { digest, reason: '  ' },
  })
  assert.deepEqual([blank.status, Object.keys(blank.body.errors)], [422, ['reason']])
  const answers = await Promise.all([
    decide(world, 'approve', id, { digest }),
    decide(world, 'reject', id, { digest }),
  ])
  // What was rejected first can still be approved, as it is shown then; what was approved first is gone.
  const [approved, rejected] = answers.map(({ status }) => status)
  assert.deepEqual([approved, rejected], approved === 200 ? [200, 422] : [409, 200])
  assert.equal((await ask(world, `/policy/incidents/${id}`)).decisions.length, 1)
})

test('an approval that moves very many people is done by a job of any process', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved)
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  const clock = () => world.server.database.now()
  const other = await testServer({ over: world.server, clock, rowsAtOnce: 5 })
  const answer = await other.call('POST', `/policy/incidents/${id}/approve`, {
    token: world.token,
    body: { digest: effect.digest, reason: 'They moved' },
  })
  assert.equal(answer.status, 202, answer.text)
  const path = `/policy/plans/${answer.body.id}`
  await until(async () => (await ask(world, path)).state !== 'applying')
  assert.equal((await ask(world, path)).state, 'applied')
  const { closed_as, decisions } = await ask(world, `/policy/incidents/${id}`)
  assert.deepEqual([closed_as, decisions[0].reason], ['approved', 'They moved'])
  assert.deepEqual(await sellersNow(world), [])
})

/** A separate group for each of `count` departments of `size` people. */
async function teamsWorld(count: number, size: number) {
  const teams = Array.from({ length: count }, (_, at) => `Team ${at + 1}`)
  const inTeams = (department: (team: string) => string | undefined): Feed => {
    const feeds = teams.map((team, at) => {
      const value = department(team)
      return accounts(`t${at}-`, size, value === undefined ? {} : { department: value })
    })
    return Object.assign({ ...staff }, ...feeds)
  }
  const world = await incidentsWorld(inTeams((team) => team))
  await world.server.query(
    `insert into resource (integration_id, vendor_id, type, name)
     select $1, name, 'idp_group', name from unnest($2::text[]) name`,
    [world.integration, teams],
  )
  const rulesets = teams.map(
    (name) => `
  - resource: { type: idp_group, integration: okta, vendor_id: ${name} }
    state: managed
    rules:
      - key: ${name.replace(' ', '-').toLowerCase()}
        role: member
        state: active
        conditions: [{ type: attribute, dimension: department, value: ${name} }]`,
  )
  const { database } = world.server
  await importPolicy(database, `rulesets:${rulesets.join('')}\n`, { actor: testActor })
  world.pass(25 * hour)
  return { world, teams, inTeams }
}

test('the effects of an incident are shown with their total at once', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved)
  const id = await incidentOf(world)
  const first = await ask(world, `/policy/incidents/${id}/effects?page[size]=1&page[total]=true`)
  assert.deepEqual([first.meta.state, first.data.length], ['ready', 1])
  assert.equal(first.meta.total, (await effectsOf(world, id)).data.length)
})

test('a column lost over many teams of five is one incident with one digest, and no approval is needed', async () => {
  // 1,000 teams behave the same, but take too long for every run.
  const { world, inTeams } = await teamsWorld(60, 5)
  assert.equal((await world.feed(inTeams(() => undefined))).incident?.people, 300)
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  assert.equal(effect.totals.people, 300)
  world.pass(hour)
  assert.equal((await world.feed(inTeams((team) => team))).incident?.closedAs, 'released')
  assert.deepEqual((await ask(world, `/policy/incidents/${id}`)).decisions, [])
})

test('six departments that the feed renames are one incident, and one digest approves it', async () => {
  const { world, teams, inTeams } = await teamsWorld(6, 8)
  const held = await world.feed(inTeams((team) => `New ${team}`))
  assert.equal(held.incident?.people, 48)
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  const approved = await decide(world, 'approve', id, { digest: effect.digest })
  assert.equal(approved.body.closed_as, 'approved', approved.text)
  for (const team of teams) {
    assert.deepEqual(await world.members(team), [])
    assert.equal((await world.members(`New ${team}`)).length, 8)
  }
})

/** `count` sellers, the first of them with this number, moved to Legal. */
const leaves = (count: number, from = 1): Feed =>
  Object.fromEntries(Object.entries(turned(from + count - 1)).slice(from - 1))

test('what was approved within 24 hours counts against a later incident of the source', async () => {
  const world = await incidentsWorld(staff)
  const first = { ...staff, ...leaves(6) }
  assert.equal((await world.feed(first)).incident?.people, 6)
  const { data } = await ask(world, '/policy/incidents')
  const { effect } = await ask(world, `/policy/incidents/${data[0].id}`)
  const approved = await decide(world, 'approve', data[0].id, { digest: effect.digest })
  assert.equal(approved.body.closed_as, 'approved', approved.text)
  world.pass(hour)
  assert.equal((await world.feed({ ...first, ...leaves(6, 7) })).incident?.people, 6)
  world.pass(hour)
  // Three would be within the limits, but nine have left at this source's word.
  const rest = { ...first, ...leaves(3, 7) }
  assert.equal((await world.feed(rest)).incident?.people, 3)
  assert.equal((await sellersNow(world)).length, 14)
  world.pass(25 * hour)
  assert.equal(await forgetOldMovements(world.server.database), 6)
  assert.equal((await world.feed(rest)).incident?.people, 3, 'the open incident keeps its count')
})

test('an effect that was shown more than a day ago is decided by the same request, repeated, if it is still the same', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved)
  const id = await incidentOf(world)
  const { meta } = await effectsOf(world, id)
  world.pass(25 * hour)
  const late = await decide(world, 'approve', id, { digest: meta.digest })
  assert.equal(late.status, 409)
  assert.match(late.body.message, /^What was shown is more than 24 hours old.* repeat the request/)
  const again = await decide(world, 'approve', id, { digest: meta.digest })
  assert.equal(again.body.closed_as, 'approved', again.text)
})

test('approvals do not hold a later push that is within the limits', async () => {
  const world = await incidentsWorld(staff)
  const first = { ...staff, ...leaves(12) }
  assert.equal((await world.feed(first)).incident?.people, 12)
  const id = await incidentOf(world)
  const users = await usersOf(world, names(leaves(11)))
  const { meta } = await effectsOf(world, id, users)
  const approved = await decide(world, 'approve', id, { digest: meta.digest, users })
  assert.equal(approved.status, 200, approved.text)
  assert.equal((await sellersNow(world)).length, 9)
  const pushed = await world.feed(leaves(1, 13), { isComplete: false })
  assert.equal(pushed.incident?.people, 1, 'only the one who waits')
  assert.equal((await sellersNow(world)).length, 8)
})

/** The first `count` lawyers, moved to Sales. */
const sold = (count: number) => accounts('l', count, { department: 'Sales' })

test('what was approved and has been undone does not count against a later incident', async () => {
  const world = await incidentsWorld(staff)
  assert.equal((await world.feed({ ...staff, ...leaves(6) })).incident?.people, 6)
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  assert.equal((await decide(world, 'approve', id, { digest: effect.digest })).status, 200)
  world.pass(hour)
  assert.equal((await world.feed(staff)).incident, null)
  assert.equal((await sellersNow(world)).length, 20, 'the six are back')
  assert.equal((await world.feed({ ...staff, ...sold(12) })).incident?.people, 12)
  world.pass(25 * hour)
  await forgetOldMovements(world.server.database)
  assert.equal((await world.feed({ ...staff, ...sold(6) })).incident?.closedAs, 'applied')
  assert.equal((await sellersNow(world)).length, 26)
})

test('rejected ends of accounts stay unread, and one of them can be approved later', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(suspended(staff))
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  const rejected = await decide(world, 'reject', id, { digest: effect.digest })
  assert.equal(rejected.body.closed_as, 'rejected', rejected.text)
  world.pass(hour)
  assert.equal((await world.feed(suspended(staff))).incident, null)
  assert.equal((await sellersNow(world)).length, 20)
  const users = await usersOf(world, ['s01'])
  const { meta } = await effectsOf(world, id, users)
  const approved = await decide(world, 'approve', id, { users, digest: meta.digest })
  assert.equal(approved.status, 200, approved.text)
  assert.equal((await sellersNow(world)).length, 19)
  assert.equal((await world.feed(suspended(staff))).incident, null)
  assert.equal((await sellersNow(world)).length, 19)
})

test('a source whose vendor ids were all replaced can be approved, and the new accounts are new people', async () => {
  const world = await incidentsWorld(staff)
  const replaced: Feed = Object.fromEntries(
    Object.entries(staff).map(([name, account]) => [
      `${name}-new`,
      {
        ...account,
        email: `${name}@example.com`,
        firstName: `Other-${name.slice(1)}`,
        lastName: 'Name',
        ...(account?.managerId === undefined ? {} : { managerId: `${account.managerId}-new` }),
      },
    ]),
  )
  await world.feed(replaced)
  const id = await incidentOf(world)
  const { meta, data } = await effectsOf(world, id)
  const named = new Map<string, string>(
    data.map(({ directory_user: { id: person, full_name } }: any) => [person, full_name]), // oxlint-disable-line typescript/no-explicit-any -- tests look into every shape
  )
  assert.equal(named.size, meta.totals.people)
  assert.ok([...named.values()].every((name) => name !== ''))
  const approved = await decide(world, 'approve', id, { digest: meta.digest })
  assert.equal(approved.status, 200, approved.text)
  assert.equal(approved.body.closed_as, 'approved')
  assert.equal((await sellersNow(world)).length, 20)
  for (const person of named.keys()) await ask(world, `/directory/users/${person}`)
})

/** The feed with the vendor ids of a migrated vendor; a person keeps their name, and their address or employee id. */
function renumbered(feed: Feed, suffix: string, key: 'address' | 'employee id' = 'address'): Feed {
  const isSame = key === 'address'
  return Object.fromEntries(
    Object.entries(feed).map(([name, account]) => [
      `${name}${suffix}`,
      {
        ...account,
        email: `${name}${isSame ? '' : suffix}@example.com`,
        firstName: name,
        ...(isSame ? {} : { employeeNumber: `N1-${name}`, firstName: `First ${name}` }),
        ...(account.managerId === undefined ? {} : { managerId: `${account.managerId}${suffix}` }),
      },
    ]),
  )
}

for (const key of ['address', 'employee id'] as const)
  test(`people whose accounts are all replaced by others with the same ${key} keep their access, held and approved`, async () => {
    const world = await incidentsWorld(renumbered(staff, '', key))
    if (key === 'employee id')
      await world.server.query(`update integration set employee_id_profile_key = 'employeeNumber'`)
    const stays = () =>
      world.server.query(
        `select u.id, u.directory_user_id, u.state, u.expires_at, u.deleted_at from policy_user u
       join ruleset s on s.id = u.ruleset_id where s.resource_id is not null order by u.id`,
      )
    const before = await stays()
    const held = await world.feed(renumbered(staff, '-new', key))
    assert.equal(held.incident?.state, 'open')
    assert.deepEqual(await stays(), before)
    assert.equal((await world.feed(renumbered(staff, '', key))).incident?.closedAs, 'released')
    assert.deepEqual(await stays(), before)
    await world.feed(renumbered(staff, '-new', key))
    const [{ id }] = (await ask(world, '/policy/incidents?filter[state]=open')).data
    const { meta } = await effectsOf(world, id)
    assert.equal(meta.totals.people, 0)
    const approved = await decide(world, 'approve', id, { digest: meta.digest })
    assert.equal(approved.status, 200, approved.text)
    assert.equal(approved.body.closed_as, 'approved')
    assert.deepEqual(await stays(), before)
    const accounts = await world.server.query<{ linked_by: string; count: number }>(
      `select linked_by, count(*)::int as count from identity where vendor_state = 'active' group by linked_by`,
    )
    assert.deepEqual(accounts, [{ linked_by: 'replaced', count: Object.keys(staff).length }])
    assert.equal((await world.feed(renumbered(staff, '-new', key))).incident ?? null, null)
  })

/** Managers are named by vendor id, so the manager of someone whose account is replaced alone would be unknown. */
const unmanaged: Feed = { ...staff, ...accounts('s', 20, { department: 'Sales' }) }
const migrated = renumbered(unmanaged, '-new')

/** Everybody has an account with another id, which is held with the former one. */
async function migratedWorld(key: 'address' | 'employee id' = 'address') {
  const world = await incidentsWorld(renumbered(unmanaged, '', key))
  if (key === 'employee id')
    await world.server.query(`update integration set employee_id_profile_key = 'employeeNumber'`)
  await world.feed(renumbered(unmanaged, '-new', key))
  const id = await incidentOf(world)
  const [first = '', second = ''] = await Promise.all(
    ['s01', 's02'].map(async (handle) => (await usersOf(world, [handle]))[0]),
  )
  return { world, id, first, second }
}

/** The accounts of a person at the source, by vendor id: whether each is active, and held. */
async function accountsOf({ server }: IncidentsWorld, name: string) {
  return server.query(
    `select i.vendor_id, i.state, u.username, h.incident_id is not null as is_held from identity i
     left join directory_user u on u.id = i.directory_user_id left join held_account h on h.identity_id = i.id
     where i.vendor_id in ($1, $1 || '-new') order by i.vendor_id`,
    [name],
  )
}

const waiting = (name: string, isHeld = true) => [
  { vendor_id: name, state: 'active', username: name, is_held: isHeld },
  { vendor_id: `${name}-new`, state: 'orphan', username: null, is_held: isHeld },
]
function replacedNow(name: string, key: 'address' | 'employee id' = 'address') {
  const username = key === 'address' ? name : `${name}-new`
  return [
    { vendor_id: name, state: 'deactivated', username, is_held: false },
    { vendor_id: `${name}-new`, state: 'active', username, is_held: false },
  ]
}

test('an approval for a person accepts the end of their account with the account that replaces it, and leaves those of others', async () => {
  const { world, id, first } = await migratedWorld()
  const before = await sellersNow(world)
  const { meta } = await effectsOf(world, id, [first])
  assert.deepEqual([meta.state, meta.totals.people], ['ready', 0])
  const body = { users: [first], digest: meta.digest }
  const approved = await decide(world, 'approve', id, body)
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual([approved.body.people, approved.body.accounts], [41, 82])
  assert.deepEqual(await accountsOf(world, 's01'), replacedNow('s01'))
  assert.deepEqual(await accountsOf(world, 's02'), waiting('s02'))
  assert.deepEqual(await sellersNow(world), before)
  const rest = await ask(world, `/policy/incidents/${id}`)
  assert.equal(rest.effect.totals.people, 0)
  const all = await decide(world, 'approve', id, { digest: rest.effect.digest })
  assert.equal(all.body.closed_as, 'approved', all.text)
  assert.deepEqual(await accountsOf(world, 's02'), replacedNow('s02'))
  assert.deepEqual(await sellersNow(world), before)
})

test('a rejection for a person covers the end of their account and the account that replaces it, until both are approved', async () => {
  const { world, id, first, second } = await migratedWorld()
  const before = await sellersNow(world)
  const users = [first]
  const { meta } = await effectsOf(world, id, users)
  const rejected = await decide(world, 'reject', id, { users, digest: meta.digest })
  assert.equal(rejected.status, 200, rejected.text)
  assert.deepEqual([rejected.body.people, rejected.body.accounts], [41, 82])
  const people = await world.server.query('select count(*)::int as count from directory_user')
  for (let runs = 0; runs < 2; runs += 1) {
    await world.feed(migrated)
    assert.deepEqual(await accountsOf(world, 's01'), waiting('s01', false))
  }
  assert.deepEqual(await sellersNow(world), before)
  assert.deepEqual(
    await world.server.query('select count(*)::int as count from directory_user'),
    people,
  )
  const both = [first, second]
  const later = await effectsOf(world, id, both)
  assert.equal(later.meta.totals.people, 0)
  const approved = await decide(world, 'approve', id, { users: both, digest: later.meta.digest })
  assert.equal(approved.status, 200, approved.text)
  for (const name of ['s01', 's02'])
    assert.deepEqual(await accountsOf(world, name), replacedNow(name))
  assert.deepEqual(await sellersNow(world), before)
})

/** The feed where the employee ids of accounts are their vendor ids. */
function numbered(suffix: string): Feed {
  const feed = Object.entries(renumbered(unmanaged, suffix))
  return Object.fromEntries(
    feed.map(([name, account]) => [name, { ...account, employeeNumber: name }]),
  )
}

test('an account with the address of one whose end was rejected stays without a person, who is suggested', async () => {
  const world = await incidentsWorld(numbered(''))
  const before = await sellersNow(world)
  const people = () => world.server.query('select count(*)::int as count from directory_user')
  const those = await people()
  await world.feed(numbered('-new'))
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  const rejected = await decide(world, 'reject', id, { digest: effect.digest })
  assert.equal(rejected.body.closed_as, 'rejected', rejected.text)
  for (let runs = 0; runs < 2; runs += 1) {
    world.pass(hour)
    await world.feed(numbered('-new'))
    assert.deepEqual(await people(), those)
    assert.deepEqual(await sellersNow(world), before)
  }
  const [seller] = await usersOf(world, ['s01'])
  const waits = await ask(
    world,
    '/directory/identities?filter[state]=orphan&filter[email]=s01@example.com',
  )
  assert.deepEqual(
    waits.data.map(
      (row: { suggested_directory_user_id: string }) => row.suggested_directory_user_id,
    ),
    [seller],
  )
  await world.feed(numbered(''))
  assert.deepEqual(await people(), those)
  assert.deepEqual(await sellersNow(world), before)
})

test('an account that appears with the address of a held end waits in the incident, and replaces it when approved', async () => {
  const world = await incidentsWorld(renumbered(unmanaged, ''))
  const before = await sellersNow(world)
  const leaving = accounts('s', 20, { department: 'Sales', status: 'DEPROVISIONED' })
  const partial = { isComplete: false }
  const ended = await world.feed(renumbered(leaving, ''), partial)
  assert.equal(ended.incident?.accountEnds, 20)
  const appearing = renumbered(accounts('s', 20, { department: 'Sales' }), '-new')
  for (const steps of [['join'], []]) {
    world.pass(hour)
    const { incident } = await world.feed(appearing, partial)
    assert.deepEqual([incident?.accounts, incident?.people, incident?.steps], [40, 20, steps])
  }
  assert.deepEqual(await accountsOf(world, 's01'), waiting('s01'))
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  assert.equal(effect.totals.people, 0)
  const approved = await decide(world, 'approve', id, { digest: effect.digest })
  assert.equal(approved.body.closed_as, 'approved', approved.text)
  assert.deepEqual(await accountsOf(world, 's01'), replacedNow('s01'))
  assert.deepEqual(await sellersNow(world), before)
})

test('an approval leaves the end of an account with the account that replaces it, if that one changed since', async () => {
  const { world, id } = await migratedWorld()
  const shown = await ask(world, `/policy/incidents/${id}`)
  await world.feed({ ...migrated, 's01-new': { ...migrated['s01-new'], department: 'Legal' } })
  const approved = await decide(world, 'approve', id, { digest: shown.effect.digest })
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual([approved.body.people, approved.body.accounts], [1, 2])
  assert.deepEqual(await accountsOf(world, 's01'), waiting('s01'))
  assert.deepEqual(await accountsOf(world, 's02'), replacedNow('s02'))
})

for (const key of ['address', 'employee id'] as const)
  test(`a partial run decides an account together with the one that replaces it by the same ${key}, whichever it lists`, async () => {
    const { world } = await migratedWorld(key)
    const before = await sellersNow(world)
    const push = (feed: Feed) => world.feed(feed, { isComplete: false })
    const now = renumbered(unmanaged, '-new', key)
    const former = renumbered(unmanaged, '', key)
    await push({ other: { department: 'Sales' } })
    assert.deepEqual(await accountsOf(world, 's01'), waiting('s01'))
    const listed = await push({ 's01-new': now['s01-new'] ?? {} })
    assert.equal(listed.accounts.unchanged, 0)
    assert.deepEqual(await accountsOf(world, 's01'), replacedNow('s01', key))
    const ended = await push({ s02: { ...former['s02'], status: 'DEPROVISIONED' } })
    assert.equal(ended.accounts.unchanged, 0)
    assert.deepEqual(await accountsOf(world, 's02'), replacedNow('s02', key))
    assert.deepEqual(await accountsOf(world, 's03'), waiting('s03'))
    const same = (name: string) =>
      key === 'employee id' && ['s01', 's02'].includes(name) ? `${name}-new` : name
    assert.deepEqual(await sellersNow(world), ['other', ...before.map(same)].toSorted())
  })

test('what follows from an approval is shown while someone else holds the policy lock and every person and account', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(suspended(staff))
  const id = await incidentOf(world)
  // A process of its own: the effect needs a connection for itself.
  const other = await testServer({ over: world.server, clock: () => world.server.database.now() })
  const { effect } = await other.database.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    for (const table of ['directory_user', 'identity', 'held_account'])
      await sql`select from ${sql.table(table)} for update`.execute(tx)
    return ask(world, `/policy/incidents/${id}`)
  })
  assert.equal(effect.totals.people, 40)
})

test('an incident can be read while the mapping of its source can’t be used, and says why it can’t be approved', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(moved)
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}`)
  await world.server.query(`update integration set mapping = '{}' where is_primary`)
  const unusable = /The mapping of "okta" can't be used/
  const incident = await ask(world, `/policy/incidents/${id}`)
  assert.deepEqual([incident.people, incident.effect.state], [20, 'failed'])
  assert.match(incident.effect.failure, unusable)
  const { meta } = await effectsOf(world, id)
  assert.equal(meta.state, 'failed')
  assert.match(meta.failure, unusable)
  const env = { MUSTER_URL: world.server.origin, MUSTER_TOKEN: world.token }
  assert.match((await runCli(['incident', 'show', id], env)).stdout, unusable)
  const approval = await decide(world, 'approve', id, { digest: effect.digest })
  assert.equal(approval.status, 409)
  assert.match(approval.body.message, unusable)
  const stale = await decide(world, 'reject', id, { digest: '0'.repeat(64) })
  assert.equal(stale.status, 409)
  assert.match(stale.body.message, unusable)
})

test('an incident that takes two people is approved once another one has approved its plan', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const other = await makeCaller(server, [
    'policy.change.approve',
    'policy.rule.view',
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  const set = await server.call('PATCH', '/policy/settings', {
    token,
    body: { requires_second_approval: true },
  })
  assert.equal(set.status, 200, set.text)
  await world.feed(moved)
  const id = await incidentOf(world)
  const { effect } = await ask(world, `/policy/incidents/${id}?include=abilities`)
  assert.deepEqual([effect.approvals, effect.needs_approval_by_another], [[], true])
  const alone = await decide(world, 'approve', id, { digest: effect.digest })
  assert.equal(alone.status, 409, alone.text)
  assert.match(
    alone.body.message,
    /another person with policy\.change\.approve has to approve the plan popln_/,
  )
  const approved = await server.call('POST', `/policy/plans/${effect.plan_id}/approve`, {
    token: other.token,
  })
  assert.equal(approved.status, 200, approved.text)
  const now = (await ask(world, `/policy/incidents/${id}`)).effect
  assert.equal(now.needs_approval_by_another, false)
  assert.deepEqual(
    now.approvals.map((each: { user_id: string }) => each.user_id),
    [other.id],
  )
  const done = await decide(world, 'approve', id, { digest: effect.digest })
  assert.equal(done.status, 200, done.text)
  assert.equal(done.body.closed_as, 'approved')
})
