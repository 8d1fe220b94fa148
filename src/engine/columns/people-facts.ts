import type { BaseState, Instant } from '../model.ts'
import type { Bitmap } from './bitmap.ts'
import { columnName, type ColumnKey } from './column-keys.ts'
import type { Postings } from './postings.ts'
import type { ValueColumn } from './value-column.ts'

/** The base states by their code. */
export const baseStates = ['staged', 'active', 'suspended', 'deactivated'] as const

export function codeOfState(state: BaseState): number {
  return baseStates.indexOf(state)
}

/** The index that means no person. */
export const nobody = -1

/**
 * Facts of people by index, as a full evaluation reads them. Ids that appear only as a manager or parent have an
 * index too, but are not alive. Arrays may be longer than `size`.
 */
export interface PeopleFacts {
  readonly size: number
  /** Known and not deleted. */
  readonly alive: Bitmap
  readonly baseStates: Uint8Array
  /** Milliseconds since 1970; Infinity for no end. */
  readonly expiresAt: Float64Array
  /** Indices; `nobody` for none. */
  readonly managers: Int32Array
  readonly parents: Int32Array
  /** Integration → who has an identity there that provides values. */
  readonly identities: ReadonlyMap<string, Bitmap>
  /** Integration → who has accounts there, all of them deactivated. */
  readonly onlyDeactivated: ReadonlyMap<string, Bitmap>
  /** By `columnName`. */
  readonly columns: ReadonlyMap<string, ValueColumn>
  /** The index of an id; `nobody` for an id that is unknown here. */
  indexOf(id: string): number
  /** Direct reports by manager: the code of a manager is their index + 1. */
  reports(): Postings
}

/** Facts, and the instant that people are judged at. */
export type FactsAt = { facts: PeopleFacts; now: Instant }

/** The column of that key. Throws if these facts were built for a policy that does not read it. */
export function columnOf(facts: PeopleFacts, key: ColumnKey): ValueColumn {
  const column = facts.columns.get(columnName(key))
  if (column === undefined) {
    throw new Error(`the columns hold no ${key.profileKey} of integration ${key.integrationId}`)
  }
  return column
}
