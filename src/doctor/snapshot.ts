import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import type { Found } from './difference.ts'

/** What all checks read: one snapshot of the database. */
export type Snapshot = {
  tx: Transaction
  /** The clock when the snapshot was taken. */
  now: Date
  /** What is stored follows from the facts as of this instant: nothing has fallen due since that is not settled. */
  settledAt: Date
  /** How many due instants have passed and are not settled. */
  due: number
  people: number
}

/** A step of a check. */
export type Step = {
  /** Of `total`. */
  done: number
  total: number
  found: readonly Found[]
  memberships?: number
  auditRows?: number
}

/** Runs `work` on a snapshot of the database that nothing waits for. It is not run again, so that nothing is reported twice. */
export function onSnapshot<T>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return database.read
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const people = await countPeople(tx)
      const now = database.now()
      return work({ tx, now, people, ...(await findSettled(tx, now)) })
    })
}

async function countPeople(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from directory_user`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The millisecond before the first instant that is due. The ends of workspace users decide about no access. */
async function findSettled(tx: Transaction, now: Date): Promise<{ settledAt: Date; due: number }> {
  const { rows } = await sql<{ due: number; first: Date | null }>`
    select count(*) as due, date_trunc('milliseconds', min(at) filter (where kind <> 'workspace_user')) as first
    from due_instant where at <= ${now}`.execute(tx)
  const { due, first } = rows[0] ?? { due: 0, first: null }
  return { due, settledAt: first === null ? now : new Date(first.getTime() - 1) }
}

const beforeAll = '00000000-0000-0000-0000-000000000000'
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A part of a table: which rows it has, by a column of ids, and how many. */
export type Range = { has: (column: RawBuilder<unknown>) => RawBuilder<boolean>; rows: number }

/** Parts of about `size` rows, which together have every id. A part has all rows of an id. */
export async function rangesOf(
  tx: Transaction,
  { table, column, size }: { table: string; column: string; size: number },
): Promise<{ total: number; ranges: Range[] }> {
  const [id, source] = [sql.id(column), sql.table(table)]
  const { rows } = await sql<{ id: string | null; number: number }>`
    select id, number from (select ${id} as id, row_number() over (order by ${id}) as number from ${source}) r
    where number % ${size} = 0
    union all select null, count(*) from ${source}
    order by number, id nulls last`.execute(tx)
  const total = rows.at(-1)?.number ?? 0
  let [after, counted] = [beforeAll, 0]
  const ranges = rows.map(({ id: last, number }): Range => {
    const [from, upTo, before] = [after, last ?? afterAll, counted]
    after = upTo
    counted = number
    return {
      has: (ids) => sql<boolean>`(${ids} > ${from}::uuid and ${ids} <= ${upTo}::uuid)`,
      rows: number - before,
    }
  })
  return { total, ranges }
}

/** One statement for each part of a table. */
export async function* inRanges(
  tx: Transaction,
  of: { table: string; column: string; size: number },
  statement: (range: Range) => RawBuilder<Found>,
): AsyncGenerator<Step> {
  const { total, ranges } = await rangesOf(tx, of)
  let done = 0
  for (const range of ranges) {
    const { rows: found } = await statement(range).execute(tx)
    done += range.rows
    yield { done, total, found }
  }
}

/** One statement after another. */
export async function* inTurn(
  tx: Transaction,
  statements: readonly RawBuilder<Found>[],
): AsyncGenerator<Step> {
  const total = statements.length
  for (const [at, statement] of statements.entries()) {
    const { rows: found } = await statement.execute(tx)
    yield { done: at + 1, total, found }
  }
}
