import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectorOf, toolsOf } from '../../../test/vendors/check-connector.ts'
import { testVendor } from '../../../test/vendors/test-vendor.ts'
import { checkedEntra, entraPerson } from './fake-entra.fixture.ts'
import { faultyTransport, noFaults, worldPacing } from '../../../test/vendors/faulty-transport.ts'
import { Seeded } from '../../../test/vendors/seeded.ts'
import { VendorWorld } from '../../../test/vendors/vendor-world.ts'
import type { SyncMark } from '../pull/connector.ts'
import { nothingKnown } from '../pull/known-records.ts'

const { settings, fake } = checkedEntra
const day = 86_400_000

function tenant(more: object = {}) {
  const asked: string[] = []
  const random = new Seeded(1)
  const world = new VendorWorld(random, { people: 12, groups: 3, roles: ['member'] })
  const read = async (since: SyncMark | null, known = nothingKnown) => {
    const faults = { fake: fake(random), world, random, faults: noFaults, die: () => undefined }
    const connection = connectorOf(checkedEntra).connectionOf({ ...settings, ...more })
    const pulled = await connection?.read({
      ...toolsOf(checkedEntra),
      since,
      transport: {
        ...faultyTransport(faults),
        send: (request) => {
          asked.push(request.url.searchParams.get('$select') ?? '')
          return faultyTransport(faults).send(request)
        },
      },
      pacing: worldPacing(world, random),
      known,
    })
    assert.ok(pulled !== undefined)
    const records = await Array.fromAsync(pulled.records)
    const accounts = records.flatMap((each) =>
      each.kind === 'account' ? [[each.vendorId, each.state, each.handle]] : [],
    )
    return { accounts, mark: pulled.mark() }
  }
  return { world, read, asked }
}

test('last days are asked for where that is set, because they need a permission of their own', async () => {
  for (const isWanted of [false, true]) {
    const { world, read, asked } = tenant({ reads_leave_dates: isWanted })
    const { mark } = await read(null)
    world.advance(60_000)
    const [person] = world.people.values()
    Object.assign(person ?? {}, { changedAt: world.now })
    await read(mark)
    const ofPeople = asked.filter((fields) => fields.includes('employeeHireDate'))
    assert.ok(ofPeople.length > 2)
    for (const fields of ofPeople)
      assert.equal(fields.split(',').includes('employeeLeaveDateTime'), isWanted, fields)
  }
})

test('an account that was deleted is deactivated by the next reading of changes', async () => {
  const { world, read } = tenant()
  const first = await read(null)
  assert.equal(first.accounts.length, 12)
  world.advance(60_000)
  const [person] = world.people.values()
  assert.ok(person !== undefined)
  Object.assign(person, { state: 'left', changedAt: world.now })
  const { accounts } = await read(first.mark)
  assert.deepEqual(accounts, [[entraPerson(person.id), 'deactivated', `p${person.id}@acme.test`]])
})

test('an account that is gone for good and known makes the next reading one of everything', async () => {
  const { world, read } = tenant()
  const first = await read(null)
  world.advance(60_000)
  const [person = 0] = world.people.keys()
  world.people.delete(person)
  world.gonePeople.set(person, world.now)
  assert.notEqual((await read(first.mark)).mark, null)
  const known = {
    ...nothingKnown,
    async *accounts() {
      yield [entraPerson(person)]
    },
  }
  assert.equal((await read(first.mark, known)).mark, null)
})

test('where Microsoft no longer knows what was read, everything is read next', async () => {
  const { world, read } = tenant()
  const { mark } = await read(null)
  world.advance(8 * day)
  assert.deepEqual(await read(mark), { accounts: [], mark: null })
})

test('changes of another tenant are none of these', () => {
  const connector = connectorOf(checkedEntra)
  const other = connector.connectionOf({ ...settings, tenant: 'other.example' })
  const own = connector.connectionOf(settings)
  assert.notDeepEqual(other?.receiver, own?.receiver)
  assert.equal(own?.name, 'https://graph.microsoft.com/acme.onmicrosoft.test')
})

await testVendor(checkedEntra)
