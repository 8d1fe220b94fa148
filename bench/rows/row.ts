import type { LoadResult } from '../load/result.ts'
import type { Memory } from '../processes/memory.ts'

/** The measurements, in this order. */
export const rowIds = ['hot-one', 'hot-random', 'openldap', 'several', 'cold', 'growth'] as const
export type RowId = (typeof rowIds)[number]

/** One side of a comparison in one round. `serverBusy` is 0–1, undefined where /proc does not report it. */
export type RoundResult = LoadResult & { serverBusy: number | undefined }

export type Budget = { atLeast: number } | { atMost: number }

/** A comparison as it was measured: the ratio is the median of the rounds' own ratios. */
export type Row = {
  id: RowId
  title: string
  sides: readonly [string, string]
  rounds: readonly (readonly [RoundResult, RoundResult])[]
  /** What the ratio is: the first side's rate over the second's. */
  ratios: readonly number[]
  ratio: number
  budget: Budget
  ok: boolean
  memory?: Memory
}

/** A measurement that was not possible here, and the reason. */
export type Skipped = { id: RowId; why: string }
