import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { testDatabase } from '../../../test/harness.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { record } from '../../audit/record.ts'
import { RolledBack } from '../../database/database.ts'
import { cursorAt, decodeCursor, encodeCursor } from './cursor.ts'
import { eventIncarnation, positionBefore, readEventPage } from './read-page.ts'

const world = await testDatabase({ writesBeside: true, poolSize: 14 })
const { database, query } = world
const people = await Promise.all(
  Array.from({ length: 5 }, async (_, n) =>
    database.transaction(({ tx }) =>
      tx
        .insertInto('directory_user')
        .values({ email: `p${n}@acme.example` })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  ),
)

const chance = (share: number) => Math.random() < share
const upTo = (most: number) => Math.floor(Math.random() * most)

/** Changes of one to three people under their locks: some long, some rolled back, some in several statements. */
async function write(): Promise<void> {
  const chosen = people.filter(() => chance(0.4)).map(({ id }) => id)
  const isLong = chance(0.1)
  await database.transaction(async ({ tx }) => {
    // Some have a number long before they write, and some only then.
    if (chance(0.5)) await sql`select pg_current_xact_id()`.execute(tx)
    for (const id of chosen.toSorted())
      await tx.selectFrom('directory_user').select('id').where('id', '=', id).forUpdate().execute()
    for (let step = 0; step <= upTo(3); step += 1) {
      await record(
        tx,
        testActor,
        chosen.map((id) => ({
          event: chance(0.8)
            ? ('directory.user.change' as const)
            : ('directory.identity.change' as const),
          record: { kind: 'directoryUser' as const, id },
          subjectId: id,
          changes: { state: { old: null, new: String(step) } },
        })),
      )
      await sleep(isLong ? 100 + upTo(300) : upTo(15))
    }
    return chance(0.2) ? new RolledBack(undefined) : undefined
  })
}

const change = (id: string) => ({
  event: 'directory.user.change' as const,
  record: { kind: 'directoryUser' as const, id },
  subjectId: id,
  changes: { state: { old: null, new: 'x' } },
})

/** Reads pages of a few events until the writers are done and nothing is left. */
async function readWhile(isWriting: () => boolean, page: { size: number; scan: number }) {
  const read: { id: string; position: number; person: string | null }[] = []
  const floors: number[] = []
  let cursor = cursorAt(await eventIncarnation(database.read), 0, null)
  for (;;) {
    const wasWriting = isWriting()
    const { rows, next, hasMore } = await readEventPage(database.read, cursor, {
      ...page,
      filter: {},
    })
    read.push(...rows.map(({ id, position, subject_id: person }) => ({ id, position, person })))
    const decoded = decodeCursor(encodeCursor(next))
    assert.deepEqual(decoded, next)
    cursor = next
    floors.push(next.floor)
    if (!hasMore && !wasWriting) return { read, floors }
    if (chance(0.3)) await sleep(upTo(30))
  }
}

test('readers get each committed event once, those of a person in the order of their commits, beside transactions that are long or rolled back', async () => {
  let writers = 6
  const writing = Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let round = 0; round < 12; round += 1) await write()
      writers -= 1
    }),
  )
  const readers = [
    { size: 3, scan: 5000 },
    { size: 50, scan: 7 },
    { size: 500, scan: 5000 },
  ].map((page) => readWhile(() => writers > 0, page))
  await writing
  const log = await query<{ id: string; subject_id: string; sequence: number }>(
    `select id, subject_id, sequence from audit_log where event = 'directory.user.change' order by sequence`,
  )
  assert.ok(log.length > 100)
  for (const { read, floors } of await Promise.all(readers)) {
    assert.deepEqual(read.map(({ id }) => id).toSorted(), log.map(({ id }) => id).toSorted())
    for (const { id } of people) {
      const positions = read.filter(({ person }) => person === id).map(({ position }) => position)
      assert.deepEqual(
        positions,
        positions.toSorted((a, b) => a - b),
      )
    }
    assert.ok((floors.at(-1) ?? 0) > 0, 'the floor has moved')
    assert.deepEqual(
      floors,
      floors.toSorted((a, b) => a - b),
    )
  }
})

test('a transaction that writes after the floor has passed others is read', async () => {
  const begin = cursorAt(await eventIncarnation(database.read), 0, null)
  const drain = async (from: typeof begin) => {
    const ids: string[] = []
    for (let cursor = from; ;) {
      const page = await readEventPage(database.read, cursor, { size: 500, filter: {} })
      ids.push(...page.rows.map(({ id }) => id))
      cursor = page.next
      if (!page.hasMore) return { cursor, ids }
    }
  }
  let cursor = (await drain(begin)).cursor
  const [one, other] = people
  assert.ok(one !== undefined && other !== undefined)
  await database.transaction(async ({ tx }) => {
    await record(tx, testActor, [change(one.id)])
    for (let round = 0; round < 4; round += 1) {
      await database.transaction((inner) => record(inner.tx, testActor, [change(other.id)]))
      const page = await drain(cursor)
      assert.equal(page.ids.length, 1, 'only the one that is committed')
      cursor = page.cursor
    }
  })
  assert.equal((await drain(cursor)).ids.length, 1, 'the long one, below what was read')
})

test('a reader that begins at an instant gets what is later, also of a statement that took long', async () => {
  const [{ at } = { at: new Date() }] = await query<{ at: Date }>('select clock_timestamp() as at')
  const floor = await positionBefore(database.read, at)
  const cursor = cursorAt(await eventIncarnation(database.read), floor, at)
  const empty = await readEventPage(database.read, cursor, { size: 10, filter: {} })
  assert.deepEqual([empty.rows, empty.hasMore], [[], false])
  const [one] = people
  assert.ok(one !== undefined)
  await database.transaction(({ tx }) =>
    record(tx, testActor, [
      {
        event: 'directory.user.change',
        record: { kind: 'directoryUser', id: one.id },
        subjectId: one.id,
      },
    ]),
  )
  for (const from of [cursor, empty.next]) {
    const { rows } = await readEventPage(database.read, from, { size: 10, filter: {} })
    assert.deepEqual(
      rows.map(({ subject_id: id }) => id),
      [one.id],
    )
  }
})
