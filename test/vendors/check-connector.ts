import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Connector, SyncMark } from '../../src/connectors/pull/connector.ts'
import type { Mapping } from '../../src/connectors/file/mapping.ts'
import { ImportRefused } from '../../src/connectors/import/refuse-empty.ts'
import type { FakeVendor } from './fake-vendor.ts'
import {
  faultyTransport,
  noFaults,
  worldPacing,
  type FaultCounts,
  type Faults,
} from './faulty-transport.ts'
import { RecordModel } from './record-model.ts'
import { Seeded } from './seeded.ts'
import { VendorWorld, type AccountForm, type WorldGroup } from './vendor-world.ts'

/** A connector, its fake, and how what the fake shows is stored. */
export type CheckedConnector = {
  connector: Connector
  settings: object
  secret: string
  mapping: Mapping
  hosts: readonly { host: string; port: number | null }[]
  fake: (random: Seeded) => FakeVendor
  /** What its accounts can be besides active, suspended and gone. */
  forms?: readonly AccountForm[]
  /** The roles of members, as the world has them. */
  roles?: readonly string[]
  /** What of the world is stored, without any fault. */
  oracle: (world: VendorWorld) => RecordModel
  idOf: (person: number) => string
  keyOf: (group: WorldGroup) => string
  /** Whether a reading of changes shows each change but the end of accounts and groups. */
  readsChanges: boolean
}

export type CheckOutcome = {
  counts: FaultCounts
  complete: number
  partial: number
  failed: number
}

/**
 * Reads a world that changes, again and again, with faults from a seed. After each run nobody may be missing who was there all the time;
 * after a reading of everything without faults what is stored is what the oracle says.
 */
async function checkSeed(seed: number, checked: CheckedConnector): Promise<CheckOutcome> {
  const random = new Seeded(seed)
  const { roles = ['member'], forms } = checked
  const world = new VendorWorld(random, {
    people: 6 + random.integer(18),
    groups: 2 + random.integer(5),
    roles,
    forms,
  })
  const reader = newReader(checked, { world, random })
  const { counts, model, outcome } = reader
  for (let run = 0; run < 5; run += 1) {
    for (let count = random.integer(6); count > 0; count -= 1) world.change()
    world.advance(random.integer(3600) * 1000)
    const before = structuredClone({ accounts: model.accounts, groups: model.groups })
    world.startRun()
    await reader.read({ isFull: random.chance(0.5), faults: randomFaults(random) })
    requireKept(checked, { world, model, before })
  }
  world.advance(3600_000)
  await reader.read({ isFull: true, faults: noFaults })
  assert.deepEqual(plain(model), plain(checked.oracle(world)), 'a full reading without faults')
  if (checked.readsChanges) await checkChanges(checked, { world, reader, random })
  return { counts, ...outcome }
}

type Reader = ReturnType<typeof newReader>

/** Changes without faults of pages: nothing is lost between a full reading and readings of changes. */
async function checkChanges(
  { oracle }: CheckedConnector,
  { world, reader, random }: { world: VendorWorld; reader: Reader; random: Seeded },
): Promise<void> {
  for (let run = 0; run < 3; run += 1) {
    world.advance(random.integer(3600) * 1000)
    for (let count = random.integer(6); count > 0; count -= 1) world.change()
    await reader.read({
      isFull: false,
      faults: { refuses: true, pages: false, changes: true, dies: random.chance(0.2) },
    })
  }
  world.advance(60_000)
  await reader.read({ isFull: false, faults: noFaults })
  const { model } = reader
  const wanted = oracle(world)
  // Only a full reading shows what is gone.
  for (const id of model.accounts.keys()) if (!wanted.accounts.has(id)) model.accounts.delete(id)
  for (const key of model.groups.keys()) if (!wanted.groups.has(key)) model.groups.delete(key)
  for (const { members } of model.groups.values())
    for (const id of members.keys()) if (!wanted.accounts.has(id)) members.delete(id)
  assert.deepEqual(plain(model), plain(wanted), 'a reading of changes without faults')
}

function newReader(
  checked: CheckedConnector,
  { world, random }: { world: VendorWorld; random: Seeded },
) {
  const { connector, settings, secret, mapping, hosts, fake: makeFake } = checked
  const connection = connector.connectionOf(settings)
  assert.ok(connection !== null, 'the settings are valid')
  const model = new RecordModel()
  const counts: FaultCounts = {}
  const outcome = { complete: 0, partial: 0, failed: 0 }
  const fake = makeFake(random)
  let mark: SyncMark | null = null
  async function read({ isFull, faults }: { isFull: boolean; faults: Faults }): Promise<void> {
    const controller = new AbortController()
    const die = () => controller.abort()
    const transport = faultyTransport({ fake, world, random, faults, die }, counts)
    const since = isFull ? null : mark
    const pulled = connection?.read({
      secret,
      hosts,
      signal: controller.signal,
      transport,
      pacing: worldPacing(world, random),
      mapping,
      since,
      known: model.known(),
    })
    assert.ok(pulled !== undefined)
    try {
      const records = await Array.fromAsync(pulled.records)
      if (controller.signal.aborted) throw controller.signal.reason
      assert.equal(pulled.state.unfinished, null)
      model.apply(records, since === null)
      outcome[since === null ? 'complete' : 'partial'] += 1
      mark = pulled.mark()
    } catch (error) {
      if (!(error instanceof ImportRefused) && !controller.signal.aborted) throw error
      if (Object.values(faults).every((fault) => !fault)) throw error
      outcome.failed += 1
    }
  }
  return { read, model, counts, outcome }
}

function randomFaults(random: Seeded): Faults {
  return {
    refuses: random.chance(0.6),
    pages: random.chance(0.6),
    changes: random.chance(0.6),
    dies: random.chance(0.2),
  }
}

type Kept = {
  world: VendorWorld
  model: RecordModel
  before: Pick<RecordModel, 'accounts' | 'groups'>
}

function requireKept({ idOf, keyOf }: CheckedConnector, { world, model, before }: Kept): void {
  for (const person of world.steadyPeople) {
    const id = idOf(person)
    if (before.accounts.get(id)?.state !== 'active') continue
    assert.equal(
      model.accounts.get(id)?.state,
      'active',
      `the account ${id} was there all the time`,
    )
  }
  for (const group of world.groups.values()) {
    const key = keyOf(group)
    const known = before.groups.get(key)
    if (!world.steadyGroups.has(group.id) || known === undefined) continue
    const now = model.groups.get(key)
    assert.ok(now !== undefined, `the group ${key} was there all the time`)
    for (const person of group.members.keys()) {
      const id = idOf(person)
      if (!world.steadyMembers.has(`${group.id}:${person}`) || !known.members.has(id)) continue
      assert.ok(now.members.has(id), `${id} was in ${key} all the time`)
    }
  }
}

const plain = (model: RecordModel): unknown => JSON.parse(JSON.stringify(model))

/** Many seeds, one after the other; the message of a failure names its seed. */
export async function checkSeeds(checked: CheckedConnector, seeds: number): Promise<CheckOutcome> {
  const first = Number(process.env['MUSTER_VENDOR_SEED'] ?? 1)
  const total: CheckOutcome = { counts: {}, complete: 0, partial: 0, failed: 0 }
  for (let seed = first; seed < first + seeds; seed += 1) {
    const one = await checkSeed(seed, checked).catch((error: unknown) => {
      throw new Error(`Seed ${seed} (MUSTER_VENDOR_SEED=${seed})`, { cause: error })
    })
    total.complete += one.complete
    total.partial += one.partial
    total.failed += one.failed
    for (const [what, count] of Object.entries(one.counts))
      total.counts[what] = (total.counts[what] ?? 0) + count
  }
  return total
}

const faultsThatHappen = [
  '429',
  '5xx',
  'lost',
  'cut',
  'dropped',
  'truncated',
  'looped',
  'emptied',
  'died',
]

/** {@link checkSeeds}, with the evidence that each kind of fault happened. */
export async function checkThroughFaults(
  t: Pick<TestContext, 'diagnostic'>,
  checked: CheckedConnector,
  seeds: number,
): Promise<void> {
  const { counts, ...runs } = await checkSeeds(checked, seeds)
  t.diagnostic(JSON.stringify({ ...runs, ...counts }))
  for (const what of faultsThatHappen) assert.ok((counts[what] ?? 0) > 2, `${what} happened`)
}
