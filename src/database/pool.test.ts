import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { testDatabase } from '../../test/harness.ts'
import { createPool } from './pool.ts'
import { plannedAmong, plannedForValues, plannedOnce } from './statement-marks.ts'
import { until } from '../../test/until.ts'

const { url, query } = await testDatabase()

const held = `select from pg_locks where locktype = 'advisory' and objid = 4711`

test('a process that is killed leaves no statement behind that holds its locks', async () => {
  const killed = createPool({ url }, 1)
  const client = await killed.connect()
  const work = client.query('select pg_advisory_lock(4711), pg_sleep(60)')
  while ((await query(held)).length === 0) await sleep(20)
  cutOff(client)
  await assert.rejects(work)
  await until(async () => (await query(held)).length === 0)
  client.release(true)
  await killed.end()
})

/** As the end of a process does: no word to PostgreSQL. */
function cutOff(client: PoolClient): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pg keeps its socket to itself
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

test('a statement whose plan must fit its values is planned each time', async () => {
  const pool = createPool({ url }, 1)
  const prepared = `select statement from pg_prepared_statements where statement like 'select $1::text as%'`
  for (const text of ['select $1::text as a', `select $1::text as b ${plannedForValues}`])
    for (let times = 0; times < 3; times++) await pool.query(text, ['x'])
  const { rows } = await pool.query(prepared)
  assert.deepEqual(rows, [{ statement: 'select $1::text as a' }])
  await pool.end()
})

for (const searchPath of ['public', 'unsettled,public'] as const)
  test(`a statement with one best plan is planned once, and others as they were (${searchPath})`, async () => {
    const pool = createPool({ url }, 1, { searchPath })
    const client = await pool.connect()
    const mode = async () => (await client.query('show plan_cache_mode')).rows
    const before = await mode()
    const text = `select 1 / $1::integer as c ${plannedOnce}`
    await Promise.all([1, 2, 3].map((value) => client.query(text, [value])))
    await assert.rejects(client.query(text, [0]), /division by zero/)
    const { rows } = await client.query(
      `select generic_plans > 2 as is_generic, custom_plans from pg_prepared_statements where statement like 'select 1 / $1%'`,
    )
    assert.deepEqual(rows, [{ is_generic: true, custom_plans: 0 }])
    assert.deepEqual(await mode(), before)
    client.release()
    await pool.end()
  })

test('a plan is kept for each size of the tables', async () => {
  const pool = createPool({ url }, 1)
  const client = await pool.connect()
  const kept = async () => {
    const { rows } = await client.query(
      `select regexp_substr(statement, '[+] [0-9]') || ' of ' || regexp_substr(statement, '[0-9] [0-9]') as statement,
        generic_plans::int
       from pg_prepared_statements where statement like 'select $1::int + %' order by statement`,
    )
    return rows
  }
  const run = async (sizes: string) => {
    await client.query('begin')
    const texts = ['1', '2'].map((one) => `select $1::int + ${one} as sum ${plannedAmong(sizes)}`)
    const sums = await Promise.all(texts.map((text) => client.query(text, [1])))
    await client.query('commit')
    return sums.map(({ rows }) => rows[0].sum)
  }
  for (const sizes of ['0 0', '0 1', '0 0', '0 1', '0 1'])
    assert.deepEqual(await run(sizes), [2, 3])
  assert.deepEqual(await kept(), [
    { statement: '+ 1 of 0 0', generic_plans: 2 },
    { statement: '+ 1 of 0 1', generic_plans: 3 },
    { statement: '+ 2 of 0 0', generic_plans: 2 },
    { statement: '+ 2 of 0 1', generic_plans: 3 },
  ])
  client.release()
  await pool.end()
})

test('a connection forgets the statement that it has not run for longest, and prepares it again', async () => {
  const pool = createPool({ url }, 1)
  const client = await pool.connect()
  const run = async (from: number, to: number) => {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index)
    const results = await Promise.all(
      numbers.map((each) => client.query(`select $1::int + ${each} as sum`, [1])),
    )
    assert.deepEqual(
      results.map(({ rows }) => rows[0].sum),
      numbers.map((each) => each + 1),
    )
  }
  const prepared = async () =>
    (
      await client.query(
        `select count(*)::int as all, count(*) filter (where statement like '%+ 0 as%')::int as first,
          count(*) filter (where statement like '%+ 1 as%')::int as second
         from pg_prepared_statements where statement like 'select $1::int + %'`,
      )
    ).rows
  await run(0, 1000)
  await run(0, 1)
  await run(1000, 1001)
  assert.deepEqual(await prepared(), [{ all: 1000, first: 1, second: 0 }])
  await client.query('begin')
  await assert.rejects(client.query('select $1::int / 0 as none', [1]), /division by zero/)
  await assert.rejects(run(1001, 1002), /current transaction is aborted/)
  await client.query('rollback')
  await run(1, 1002)
  assert.deepEqual(
    (await prepared()).map(({ second }) => second),
    [1],
  )
  client.release()
  await pool.end()
})

test('what a connection could not forget in a transaction that failed, it forgets later', async () => {
  const pool = createPool({ url }, 1)
  const client = await pool.connect()
  const fill = async (from: number, to: number) => {
    for (let each = from; each < to; each += 1)
      await client.query(`select $1::int + ${each} as sum`, [1]).catch(() => undefined)
  }
  const count = async () =>
    (await client.query('select count(*)::int as count from pg_prepared_statements')).rows[0].count
  await fill(0, 1000)
  for (const round of [1, 2, 3]) {
    await client.query('begin')
    await assert.rejects(client.query('select 1 / 0'), /division by zero/)
    await fill(round * 1000, round * 1000 + 50)
    await client.query('rollback')
    await fill(round * 1000 + 50, round * 1000 + 60)
    assert.ok((await count()) <= 1000, `${await count()} are prepared`)
  }
  client.release()
  await pool.end()
})

test('a connection is kept however long it rests: what PostgreSQL has learnt in it took as long as many requests', async (t) => {
  const pool = createPool({ url }, 1)
  const client = await pool.connect()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  client.release()
  t.mock.timers.tick(3_600_000)
  assert.equal(pool.idleCount, 1)
  t.mock.timers.reset()
  await pool.end()
})
