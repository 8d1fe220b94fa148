import { createHistogram } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { createPool } from '../../src/database/pool.ts'
import { measureOwnBusy } from './usage.ts'
import { nanoseconds, rateOf, type LoadResult } from '../load/run-load.ts'
import { answerParent, readJson } from './child.ts'

export type PgOptions = { databaseUrl: string; poolSize: number; ids: readonly string[] }

/** A statement, and which of its values is the id that changes from one run to the next. */
export type PgRound = {
  text: string
  values: unknown[]
  idAt: number
  concurrency: number
  seconds: number
  maximumRequests: number
}

let pool: Pool | undefined
let ids: readonly string[] = []

/** The statement over and over, prepared under a name as Muster's pool does it, on ids at random. */
async function run(round: PgRound): Promise<LoadResult> {
  const histogram = createHistogram()
  const ownBusy = measureOwnBusy()
  const startedAt = performance.now()
  const endsAt = startedAt + round.seconds * 1000
  let sent = 0
  const keepBusy = async () => {
    let now = performance.now()
    while (now < endsAt && sent < round.maximumRequests) {
      sent += 1
      await readOne(round)
      const answeredAt = performance.now()
      histogram.record(nanoseconds(answeredAt - now))
      now = answeredAt
    }
  }
  await Promise.all(Array.from({ length: round.concurrency }, keepBusy))
  return { ...rateOf(histogram, startedAt), answerBytes: 0, ownBusy: ownBusy() }
}

async function readOne({ text, values, idAt }: PgRound): Promise<void> {
  const id = ids[Math.trunc(Math.random() * ids.length)]
  const rows = (await pool?.query(text, values.with(idAt, id)))?.rows ?? []
  if (rows.length !== 1) throw new Error(`${rows.length} rows for ${id}`)
}

answerParent(
  {
    connect: async (input) => {
      const options = readJson<PgOptions>(input)
      pool = createPool({ url: options.databaseUrl }, options.poolSize)
      ids = options.ids
    },
    run: async (input) => run(readJson<PgRound>(input)),
  },
  async () => pool?.end(),
)
