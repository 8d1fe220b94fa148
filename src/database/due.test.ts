import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { testDatabase } from '../../test/harness.ts'
import { DueInstants } from './due.ts'

const { database, query, url } = await testDatabase()

test('while a commit is under way, memory does not say that nothing is due', async () => {
  const due = new DueInstants(database, () => true, {
    all: async () => undefined,
    callers: async () => undefined,
  })
  await due.settle()
  assert.ok(due.nothingDue())

  await query(`
    create function wait_at_commit() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return null; end $$;
    create constraint trigger wait_at_commit after insert on directory_user deferrable initially deferred
      for each row execute function wait_at_commit()`)
  const blocker = new Client({ connectionString: url })
  await blocker.connect()
  after(() => blocker.end())
  await blocker.query('select pg_advisory_lock(1)')
  const held = Promise.withResolvers<void>()
  database.watch({ hold: () => held.resolve(), release: () => undefined })
  const write = database.transaction(({ tx }) =>
    tx
      .insertInto('directory_user')
      .values({ base_state: 'active', expires_at: new Date(Date.now() + 60_000) })
      .execute(),
  )
  await held.promise
  // What it reads now is from before the commit.
  await due.settle()
  assert.equal(due.nothingDue(), false)
  await blocker.query('select pg_advisory_unlock(1)')
  await write
  await due.settle()
  assert.ok(due.nothingDue(), 'the end is still to come')
})

const fail = () => Promise.reject(new Error('as with a full disk'))

test('ends of people who sign in that cannot be settled are not tried again with every read', async () => {
  await query(`insert into due_instant (kind, record_id, at)
    values ('workspace_user', new_id(), now() - interval '1 hour')`)
  let tries = 0
  const due = new DueInstants(database, () => true, {
    all: fail,
    callers: () => {
      tries += 1
      return fail()
    },
  })
  const since = performance.now()
  for (let reads = 0; reads < 20; reads++) assert.equal((await due.settle()).isSettled, false)
  const atMost = 1 + (performance.now() - since) / 250
  assert.ok(tries > 0 && tries <= atMost, `${tries} tries, at most ${atMost}`)
})
