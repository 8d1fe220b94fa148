import { asksForRules, type Policy } from '../model.ts'
import { wordsFor, type Bitmap } from './bitmap.ts'
import type { PeopleColumns } from './people-columns.ts'
import { nobody, type PeopleFacts } from './people-facts.ts'
import type { Postings } from './postings.ts'
import { invertManagers } from './reports.ts'
import { ValueColumn, type PackedColumn } from './value-column.ts'

/** Facts of people as they go to another thread. Of ids it has those that the policy's conditions name. */
export interface PackedPeople {
  size: number
  alive: Uint32Array<ArrayBuffer>
  baseStates: Uint8Array<ArrayBuffer>
  expiresAt: Float64Array<ArrayBuffer>
  managers: Int32Array<ArrayBuffer>
  parents: Int32Array<ArrayBuffer>
  identities: Map<string, Uint32Array<ArrayBuffer>>
  onlyDeactivated: Map<string, Uint32Array<ArrayBuffer>>
  columns: Map<string, PackedColumn>
  named: Map<string, number>
}

/** A copy of the columns that evaluating everybody under the policy needs, which shares no memory with them. */
export function packPeople(people: PeopleColumns, policy: Policy): PackedPeople {
  const { size } = people
  const words = wordsFor(size)
  const copied = (maps: ReadonlyMap<string, Bitmap>) =>
    new Map([...maps].map(([id, each]) => [id, copy(each, words)] as const))
  const columns = [...people.columns].map(([name, column]) => [name, column.pack(size)] as const)
  return {
    size,
    alive: copy(people.alive, words),
    baseStates: people.baseStates.slice(0, size),
    expiresAt: people.expiresAt.slice(0, size),
    managers: people.managers.slice(0, size),
    parents: people.parents.slice(0, size),
    identities: copied(people.identities),
    onlyDeactivated: copied(people.onlyDeactivated),
    columns: new Map(columns),
    named: indicesNamedBy(policy, people),
  }
}

/** The buffers that can be transferred to the other thread instead of being copied again. */
export function buffersOf(packed: PackedPeople): ArrayBuffer[] {
  const { alive, baseStates, expiresAt, managers, parents, columns } = packed
  const { identities, onlyDeactivated } = packed
  const ofColumns = [...columns.values()].flatMap(({ codes, lists }) => [codes, lists])
  return [
    alive,
    baseStates,
    expiresAt,
    managers,
    parents,
    ...identities.values(),
    ...onlyDeactivated.values(),
    ...ofColumns,
  ].map(({ buffer }) => buffer)
}

/** The facts again, on the other side. */
export function unpackPeople(packed: PackedPeople): PeopleFacts {
  let reports: Postings | null = null
  const columns = [...packed.columns].map(
    ([name, column]) => [name, ValueColumn.unpack(column)] as const,
  )
  return {
    ...packed,
    columns: new Map(columns),
    indexOf: (id) => packed.named.get(id) ?? nobody,
    reports: () => (reports ??= invertManagers(packed.managers, packed.size)),
  }
}

function copy(bits: Bitmap, words: number): Uint32Array<ArrayBuffer> {
  const copied = new Uint32Array(words)
  copied.set(bits.subarray(0, words))
  return copied
}

function indicesNamedBy({ rules }: Policy, people: PeopleColumns): Map<string, number> {
  const named = new Map<string, number>()
  for (const condition of rules.flatMap((rule) => rule.conditions)) {
    if (condition.type === 'identity' || asksForRules(condition)) continue
    const index = people.indexOf(condition.resourceId)
    if (index !== nobody) named.set(condition.resourceId, index)
  }
  return named
}
