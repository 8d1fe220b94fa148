import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newKey } from '../../src/database/secrets/secret-keys.ts'
import { missingServer } from '../directories/running-server.ts'
import { closingAfter, makeOwner, testServer, type TestServer } from '../harness.ts'
import { propertyRuns } from '../property-runs.ts'
import { checkThroughFaults, connectorOf, oracleOf, type CheckedVendor } from './check-connector.ts'
import { faultyTransport, noFaults, type Faults } from './faulty-transport.ts'
import { RecordModel } from './record-model.ts'
import { Seeded } from './seeded.ts'
import { serveVendor, type ServedVendor } from './serve-vendor.ts'
import { VendorWorld } from './vendor-world.ts'

/**
 * Reads a vendor by https through the API of a server into its database, with faults from a seed. Nobody who is there all the time may be
 * missing, and in the end the database has what the oracle says.
 */
async function checkImport(
  seed: number,
  checked: CheckedVendor,
  served: ServedVendor,
): Promise<void> {
  const random = new Seeded(seed)
  const { roles = ['member'], forms, fake } = checked
  const world = new VendorWorld(random, { people: 30, groups: 4, roles, forms })
  const source = await connect(checked, served)
  const serve = (faults: Faults) =>
    served.serve(
      faultyTransport({ fake: fake(random), world, random, faults, die: () => undefined }),
    )
  for (let run = 0; run < 3; run += 1) {
    for (let count = random.integer(3); count > 0; count -= 1) world.change()
    world.advance(60_000)
    world.startRun()
    serve({ refuses: false, pages: true, changes: run > 0, dies: false })
    await source.sync({ isChanges: run > 0 && random.chance(0.5) })
    if (run > 0) requireSteady(checked, world, await source.read())
  }
  serve(noFaults)
  const last = await source.sync({ isChanges: false })
  assert.equal(last.failure, null)
  assert.deepEqual(plain(await source.read()), plain(oracleOf(checked, world)))
  assert.deepEqual(await source.machinesOfPeople(), [])
}

/** A token that may not read people shows groups without members, and nobody. */
async function checkNobody(checked: CheckedVendor, served: ServedVendor): Promise<void> {
  const random = new Seeded(1)
  const { roles = ['member'], fake } = checked
  const source = await connect(checked, served)
  const serve = (people: number) => {
    const world = new VendorWorld(random, { people, groups: 2, roles })
    const faults = noFaults
    served.serve(
      faultyTransport({ fake: fake(random), world, random, faults, die: () => undefined }),
    )
  }
  serve(5)
  assert.equal((await source.sync({ isChanges: false })).failure, null)
  const before = plain(await source.read())
  serve(0)
  const { state, failure } = await source.sync({ isChanges: false })
  assert.equal(state, 'failed')
  assert.match(failure, /lists no account/)
  assert.deepEqual(plain(await source.read()), before)
}

const plain = (model: RecordModel): unknown => JSON.parse(JSON.stringify(model))

function requireSteady({ idOf }: CheckedVendor, world: VendorWorld, stored: RecordModel): void {
  for (const person of world.steadyPeople) {
    const found = stored.accounts.get(idOf(person))
    if (found !== undefined) assert.equal(found.state, 'active', `${idOf(person)} was there`)
  }
}

async function connect(checked: CheckedVendor, served: ServedVendor) {
  const ring = { current: newKey(), former: [] }
  const server = await testServer({
    secretKeys: { load: async () => ring, file: null },
    connectorHosts: [{ host: served.host, port: served.port }],
  })
  const { token } = await makeOwner(server)
  const { vendor, settings, secret } = checked
  const [kind] = vendor.kinds
  const body = { handle: 'source', vendor: kind, type: vendor.name, is_primary: true }
  const made = await server.call('POST', '/workspace/integrations', { token, body })
  const path = `/workspace/integrations/${made.body.id}`
  // What the world does to people is not to be held.
  const limits = { account_limit_percent: 100, account_limit_people: 1000 }
  const limited = await server.call('PATCH', path, { token, body: limits })
  assert.equal(limited.status, 200, limited.text)
  const { url, ca } = served
  const set = await server.call('PATCH', path, {
    token,
    body: {
      connection: { ...settings, url, ca },
      credentials: { [connectorOf(checked).secret.kind]: secret },
    },
  })
  assert.equal(set.status, 200, set.text)
  return {
    sync: async ({ isChanges }: { isChanges: boolean }) => {
      const sent = await server.call('POST', `${path}/sync${isChanges ? '?changes=true' : ''}`, {
        token,
      })
      assert.equal(sent.status, 202, sent.text)
      return ended(server, { token, path: `${path}/runs/${sent.body.id}` })
    },
    read: () => readStored(server),
    machinesOfPeople: () =>
      server.query(
        `select vendor_id from identity
          where profile ->> 'account_kind' in ('bot', 'service') and directory_user_id is not null`,
      ),
  }
}

async function ended(server: TestServer, { token, path }: { token: string; path: string }) {
  for (let tries = 0; tries < 3000; tries += 1) {
    const { body } = await server.get(path, token)
    if (body.timestamp.finished_at !== null) return body
    await sleep(20)
  }
  throw new Error('The run does not end.')
}

/** What the database has: accounts that have not ended, and the groups with them. */
async function readStored({ query }: TestServer): Promise<RecordModel> {
  const model = new RecordModel()
  const accounts = await query<{ id: string; name: string; state: string; kind: string | null }>(
    `select vendor_id as id, full_name as name, vendor_state as state, profile ->> 'account_kind' as kind from identity`,
  )
  for (const { id, ...account } of accounts) model.accounts.set(id, account)
  const groups = await query<{ key: string; name: string }>(
    `select type || ':' || vendor_id as key, name from resource where state = 'active'`,
  )
  for (const { key, name } of groups) model.groups.set(key, { name, members: new Map() })
  const members = await query<{ key: string; account: string; role: string }>(
    `select r.type || ':' || r.vendor_id as key, i.vendor_id as account, m.role_handle as role
      from resource_member m join resource r on r.id = m.resource_id join identity i on i.id = m.identity_id`,
  )
  for (const { key, account, role } of members) model.groups.get(key)?.members.set(account, role)
  return model
}

/** Declares the tests of a vendor: read through faults, and imported by https from a server, each with its seeds. */
export async function testVendor(checked: CheckedVendor): Promise<void> {
  const { label } = checked.vendor
  test(`faults of ${label}’s API lose nothing, and take nobody away who is there`, async (t) => {
    await checkThroughFaults(t, checked, propertyRuns(100))
  })
  const skip = missingServer('openssl', ['openssl'])
  const served = skip === undefined ? await serveVendor() : undefined
  after(() => served?.close())
  test(`a sync of ${label} that finds nobody fails, and ends nobody`, { skip }, async () => {
    if (served === undefined) return
    await closingAfter(() => checkNobody(checked, served))
  })
  for (let seed = 1; seed <= propertyRuns(2); seed += 1)
    test(
      `people and groups of ${label} are imported through its faults (seed ${seed})`,
      { skip },
      async () => {
        if (served === undefined) return
        await closingAfter(() => checkImport(seed, checked, served))
      },
    )
}
