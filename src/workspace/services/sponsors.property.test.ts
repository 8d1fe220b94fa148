import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts, incidentsWorld, omit, type Feed } from '../../../test/incidents-world.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { checkDerived } from '../../doctor/check-derived.ts'
import type { Difference } from '../../doctor/difference.ts'

const clients = 8
const leavings = propertyRuns(200)

/** So few that those who leave at once are often below each other; each reports to one before. */
const people = Array.from({ length: 16 }, (_, at) => (at === 0 ? 'boss' : `p${at}`))
const staff: Feed = Object.fromEntries(
  people.map((id, at) => [
    id,
    { department: 'Sales', ...(at > 0 && { managerId: people[Math.floor((at - 1) / 2)] ?? '' }) },
  ]),
)
const everybody: Feed = { ...staff, ...accounts('x', 30, { department: 'Legal' }) }

const { server, token, feed, pass } = await incidentsWorld(everybody)
const call = (method: string, path: string, body?: object) =>
  server.call(method, path, { token, ...(body && { body }) })

const ids = new Map(
  (
    await server.query<{ username: string; id: string; uuid: string }>(
      `select username, encode_id('drusr', id) as id, id as uuid from directory_user`,
    )
  ).map(({ username, ...person }) => [username, person]),
)
const idOf = (name: string) => ids.get(name)?.id ?? ''
await server.query(
  `update policy_settings set removal_limit_people = 100000, addition_limit_people = 100000, account_limit_people = 100000,
     overall_limit_people = 100000, named_people_limit = 100000`,
)

const services: string[] = []
for (let at = 0; at < 40; at += 1) {
  const body = {
    name: `S ${at}`,
    handle: `s-${at}`,
    sponsor_id: idOf(people[at % people.length] ?? ''),
  }
  const made = await call('POST', '/workspace/services', body)
  assert.equal(made.status, 201, made.text)
  services.push(made.body.id)
}

/** Services in use that someone who has left answers for, or nobody without a finding. */
async function broken() {
  return server.query(
    `select s.handle, s.sponsor_id, s.unsponsored_at from service s left join directory_user u on u.id = s.sponsor_id
     where s.state in ('active', 'expiring') and case when s.sponsor_id is null then s.unsponsored_at is null
       else u.deleted_at is not null or u.state not in ('active', 'expiring', 'suspended') end`,
  )
}

test('however people leave, and whatever else happens, each service has a sponsor or a finding after each commit', async () => {
  let seed = 20_261_130
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  const one = <T>(of: readonly T[]): T => {
    const found = of[random(of.length)]
    assert.ok(found !== undefined)
    return found
  }
  let left = 0
  const done = new Map<string, number>()
  async function step(isImport: boolean) {
    const name = one(people)
    const user = `/directory/users/${idOf(name)}`
    const way = isImport ? 'import' : one(['deactivate', 'deactivate', 'delete', 'expire'])
    let status = 200
    if (way === 'import') {
      const moved = {
        [one(people.slice(8))]: { department: 'Sales', managerId: one(people.slice(0, 8)) },
      }
      const outcome = await feed(omit({ ...everybody, ...moved }, [name]))
      assert.equal(outcome.refused, undefined)
    } else if (way === 'delete') status = (await call('DELETE', user)).status
    else if (way === 'expire') {
      const at = new Date(server.database.now().getTime() + 1000).toISOString()
      status = (await call('POST', `${user}/expire`, { at })).status
      pass(1000)
      await call('GET', user)
    } else status = (await call('POST', `${user}/${way}`)).status
    assert.deepEqual(await broken(), [])
    assert.ok(
      status < 300 || status === 422 || status === 409 || status === 503,
      `${way}: ${status}`,
    )
    if (status < 300) {
      left += 1
      done.set(way, (done.get(way) ?? 0) + 1)
    }
    const service = `/workspace/services/${one(services)}`
    await call('PATCH', service, { sponsor_id: idOf(one(people)) })
    if (way === 'delete') await call('POST', `${user}/restore`)
    await call('POST', `${user}/activate`)
    assert.deepEqual(await broken(), [])
  }
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let at = 0; left < leavings; at += 1) await step(client === 0 && at % 5 === 4)
    }),
  )
  const found: Difference[] = []
  await checkDerived(server.database, { onDifference: (each) => void found.push(each) })
  assert.deepEqual(
    found.filter(({ what }) => what.includes('sponsor')),
    [],
  )
  const rows = await server.query<{ because: string; to: string | null }>(
    `select details ->> 'because' as because, changes -> 'sponsor_id' ->> 'new' as to from audit_log
     where event = 'workspace.service.sponsor' and details ->> 'because' = 'sponsor_left'`,
  )
  assert.ok(rows.filter(({ to }) => to !== null).length > leavings / 20, 'few successions')
  assert.ok(rows.some(({ to }) => to === null))
  for (const way of ['import', 'deactivate', 'delete', 'expire'])
    assert.ok((done.get(way) ?? 0) > 0, way)
})
