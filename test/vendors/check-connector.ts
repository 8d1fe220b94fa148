import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Connector, SyncMark } from '../../src/connectors/pull/connector.ts'
import type { VendorDescription } from '../../src/connectors/pull/describe-vendor.ts'
import { ImportRefused } from '../../src/connectors/records/record-source.ts'
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
import {
  VendorWorld,
  type AccountForm,
  type PersonState,
  type WorldGroup,
  type WorldPerson,
} from './vendor-world.ts'

/** How what the fake shows is stored, where that is not as usual. */
type Stored = {
  states?: Record<PersonState, string>
  /** People who have left are not listed. */
  hidesLeft?: boolean
  nameOf?: (person: WorldPerson) => string
  roleOf?: (group: WorldGroup, member: [person: number, role: string]) => string
  /** Whether a group is one. */
  isGroup?: (group: WorldGroup) => boolean
}

/** A vendor, its fake, and how what the fake shows is stored. */
export type CheckedVendor = {
  vendor: VendorDescription
  settings: object
  secret: string
  hosts: readonly string[]
  fake: (random: Seeded) => FakeVendor
  /** What its accounts can be besides active, suspended and gone. */
  forms?: readonly AccountForm[]
  /** The roles of members, as the world has them. */
  roles?: readonly string[]
  stored?: Stored
  /** What of the world is stored, without any fault, where `stored` can't say it. */
  oracle?: (world: VendorWorld) => RecordModel
  idOf: (person: number) => string
  keyOf: (group: WorldGroup) => string
  /** Whether each reading of changes shows each change but the end of accounts and groups. */
  readsChanges: boolean
}

export function connectorOf({ vendor }: Pick<CheckedVendor, 'vendor'>): Connector {
  assert.ok(vendor.connector !== undefined)
  return vendor.connector
}

/** What a connection may be read with, but the transport. */
export function toolsOf({ vendor, secret, hosts }: CheckedVendor) {
  const { mapping } = vendor.defaults
  return { secret, mapping, hosts: hosts.map((host) => ({ host, port: null })) }
}

const usualStates = { active: 'active', suspended: 'suspended', left: 'deactivated' } as const

/** What of the world is stored, without any fault. */
export function oracleOf(checked: CheckedVendor, world: VendorWorld): RecordModel {
  if (checked.oracle !== undefined) return checked.oracle(world)
  const { idOf, keyOf, stored = {} } = checked
  const {
    states = usualStates,
    nameOf = ({ name }) => `P ${name}`,
    roleOf = () => 'member',
  } = stored
  const model = new RecordModel()
  for (const person of world.people.values())
    if (stored.hidesLeft !== true || person.state !== 'left')
      model.addPerson(person, { id: idOf(person.id), name: nameOf(person), states })
  for (const group of world.groups.values())
    if (stored.isGroup?.(group) !== false)
      model.groups.set(keyOf(group), {
        name: group.name,
        members: new Map(
          [...group.members].map((member) => [idOf(member[0]), roleOf(group, member)]),
        ),
      })
  return model
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
async function checkSeed(seed: number, checked: CheckedVendor): Promise<CheckOutcome> {
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
  assert.deepEqual(plain(model), plain(oracleOf(checked, world)), 'a full reading without faults')
  if (checked.readsChanges) await checkChanges(checked, { world, reader, random })
  return { counts, ...outcome }
}

type Reader = ReturnType<typeof newReader>

/** Changes without faults of pages: nothing is lost between a full reading and readings of changes. */
async function checkChanges(
  checked: CheckedVendor,
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
  const wanted = oracleOf(checked, world)
  // Only a full reading shows what is gone.
  for (const id of model.accounts.keys()) if (!wanted.accounts.has(id)) model.accounts.delete(id)
  for (const key of model.groups.keys()) if (!wanted.groups.has(key)) model.groups.delete(key)
  for (const { members } of model.groups.values())
    for (const id of members.keys()) if (!wanted.accounts.has(id)) members.delete(id)
  assert.deepEqual(plain(model), plain(wanted), 'a reading of changes without faults')
}

function newReader(
  checked: CheckedVendor,
  { world, random }: { world: VendorWorld; random: Seeded },
) {
  const connection = connectorOf(checked).connectionOf(checked.settings)
  assert.ok(connection !== null, 'the settings are valid')
  const model = new RecordModel()
  const counts: FaultCounts = {}
  const outcome = { complete: 0, partial: 0, failed: 0 }
  const fake = checked.fake(random)
  let mark: SyncMark | null = null
  async function read({ isFull, faults }: { isFull: boolean; faults: Faults }): Promise<void> {
    const controller = new AbortController()
    const die = () => controller.abort()
    const transport = faultyTransport({ fake, world, random, faults, die }, counts)
    const since = isFull ? null : mark
    const pulled = await connection?.read({
      ...toolsOf(checked),
      signal: controller.signal,
      transport,
      pacing: worldPacing(world, random),
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

function requireKept({ idOf, keyOf }: CheckedVendor, { world, model, before }: Kept): void {
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
export async function checkSeeds(checked: CheckedVendor, seeds: number): Promise<CheckOutcome> {
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
  checked: CheckedVendor,
  seeds: number,
): Promise<void> {
  const { counts, ...runs } = await checkSeeds(checked, seeds)
  t.diagnostic(JSON.stringify({ ...runs, ...counts }))
  for (const what of faultsThatHappen) assert.ok((counts[what] ?? 0) > 2, `${what} happened`)
}
