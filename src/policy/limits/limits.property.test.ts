import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import * as fc from 'fast-check'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { emptyWorld } from '../../../test/policy-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import type { Transaction } from '../../database/database.ts'
import { dryRun } from '../../database/dry-run.ts'
import { judgeAccountEnds, recordAccountEnds } from './account-ends.ts'
import { stageMovements } from './compare-movements.ts'
import type { Access, Cause, Counting, MovedBeyond, Movement } from './counting.ts'
import { judge } from './judge.ts'
import { forgetOldMovements, lockTallies, recordMovements } from './record-movements.ts'

const start = Date.parse('2026-03-02T08:00:00Z')
const hour = 3_600_000
const day = 24 * hour

/** Small, so that a few people exceed them. */
const limits = {
  // More than the limit of a sensitive ruleset.
  lose: { percent: 25, least: 3 },
  gain: { percent: 50, least: 2 },
  change_role: { percent: 30, least: 1 },
}
const overall = { percent: 20, least: 2 }
const directions = ['lose', 'gain', 'change_role'] as const
type Flags = Record<(typeof directions)[number], boolean>

const causes: readonly Cause[] = [
  { kind: 'integration', id: '00000000-0000-7000-8000-000000000001' },
  { kind: 'user', id: '00000000-0000-7000-8000-000000000002' },
  { kind: 'service', id: '00000000-0000-7000-8000-000000000003' },
]

const uuid = (kind: number, at: number) =>
  `00000000-0000-7000-800${kind}-${String(at).padStart(12, '0')}`
const personId = (at: number) => uuid(1, at)
const rulesetId = (at: number) => uuid(2, at)
const ruleId = (ruleset: number, role: number) => uuid(3, ruleset * 2 + role)
const people = 8
const everybody = 20

/** The first is usual, the second has just begun, the third is sensitive, the fourth is both. */
const rulesets = [
  { isYoung: false, isSensitive: false },
  { isYoung: true, isSensitive: false },
  { isYoung: false, isSensitive: true },
  { isYoung: true, isSensitive: true },
]

const access = fc.option(
  fc.record({ role: fc.nat(1), endsIn: fc.option(fc.integer({ min: 1, max: 40 })) }),
)
/** Moves of a few people each in its own way, or of many in the same way, which exceed limits. */
const moves = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.array(
      fc.record({
        ruleset: fc.nat(3),
        person: fc.nat(people - 1),
        to: access,
        isUndoing: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        ruleset: fc.nat(3),
        persons: fc.subarray(
          Array.from({ length: people }, (_, at) => at),
          { minLength: 4 },
        ),
        to: access,
      })
      .map(({ ruleset, persons, to }) =>
        persons.map((person) => ({ ruleset, person, to, isUndoing: false })),
      ),
  },
)
const step = fc.record({
  wait: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 5 * hour }),
    fc.constantFrom(day - 1, day, day + 1),
  ),
  forgets: fc.boolean(),
  cause: fc.option(fc.nat(causes.length - 1), { freq: 6 }),
  except: fc.array(fc.nat(people - 1), { maxLength: 2 }),
  own: fc.array(fc.nat(3), { maxLength: 1 }),
  countsSensitive: fc.boolean(),
  moves,
  isDryRun: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A stored movement, as the domain describes it. */
type Row = { before: Access | null; flags: Flags; at: number; cause: Cause }

/** Everything that is counted, by scanning it all. */
class Model {
  access = new Map<string, Access>()
  rows = new Map<string, Row>()
  firstEntered = new Map<number, number>()

  place(ruleset: number, person: number): string {
    return `${ruleset} ${person}`
  }

  recent(now: number): [string, Row][] {
    return [...this.rows].filter(([, { at }]) => at > now - day)
  }

  isYoung(ruleset: number, now: number): boolean {
    const first = this.firstEntered.get(ruleset)
    return !rulesets[ruleset]?.isSensitive && (first === undefined || first > now - day)
  }

  peopleIn(ruleset: number): number {
    return [...this.access.keys()].filter((place) => place.startsWith(`${ruleset} `)).length
  }

  after({ cause, except, own, countsSensitive }: Step, moves: readonly Placed[], now: number) {
    const next = new Model()
    next.access = new Map(this.access)
    next.firstEntered = new Map(this.firstEntered)
    next.rows = new Map(this.recent(now))
    for (const { ruleset, person, before, after } of moves) {
      const place = this.place(ruleset, person)
      if (after === null) next.access.delete(place)
      else next.access.set(place, after)
      if (before === null && after !== null && !next.firstEntered.has(ruleset))
        next.firstEntered.set(ruleset, now)
      if (isSame(before, after)) continue
      const isYoung = this.isYoung(ruleset, now)
      // The last person is secondary to the first.
      const isNamed = except.includes(person) || (person === people - 1 && except.includes(0))
      const isFree = isNamed && !(countsSensitive && rulesets[ruleset]?.isSensitive)
      const isDue = after === null && before !== null && endOf(before) <= now
      const mayCount = cause !== null && !isFree && !isDue
      const isCounted = mayCount && !(isYoung && own.includes(ruleset))
      const known = next.rows.get(place)
      const origin = known === undefined ? before : known.before
      const flags = flagsOf(origin, after, isYoung)
      const isNew = directions.some((each) => flags[each] && !known?.flags[each])
      next.rows.delete(place)
      if (!directions.some((each) => flags[each]) || (!isCounted && isNew)) continue
      if (isCounted)
        next.rows.set(place, { before: origin, flags, at: now, cause: causes[cause] ?? never() })
      else if (known !== undefined) next.rows.set(place, { ...known, flags })
    }
    return next
  }

  /** Which limits the step to `next` exceeds. */
  exceeded(next: Model, { cause }: Step, now: number): MovedBeyond[] {
    const exceeded: MovedBeyond[] = []
    const was = new Map(this.recent(now))
    for (const [ruleset, { isSensitive }] of rulesets.entries()) {
      const rows = [...next.rows].filter(([place]) => place.startsWith(`${ruleset} `))
      const count = (each: keyof Flags) => rows.filter(([, row]) => row.flags[each]).length
      const left = rows.filter(([place, row]) => row.flags.lose && !next.access.has(place))
      const size = next.peopleIn(ruleset) - count('gain') + left.length
      for (const direction of directions) {
        const isAdded = rows.some(
          ([place, row]) => row.flags[direction] && !was.get(place)?.flags[direction],
        )
        const { percent, least } = limits[direction]
        const counted = { rulesetId: rulesetId(ruleset), direction, people: count(direction), size }
        if (!isAdded) continue
        if (counted.people > least && counted.people * 100 > size * percent)
          exceeded.push({ scope: 'ruleset', ...counted, percent, least, isSensitive: false })
        else if (isSensitive && counted.people > 2)
          exceeded.push({ scope: 'ruleset', ...counted, percent: 0, least: 2, isSensitive: true })
      }
    }
    if (cause === null) return []
    for (const direction of directions) {
      const before = this.movedBy(causes[cause] ?? never(), direction, now)
      const after = next.movedBy(causes[cause] ?? never(), direction, now)
      const { percent, least } = overall
      if (after.size <= least || after.size * 100 <= everybody * percent) continue
      if ([...after].every((person) => before.has(person))) continue
      const counted = { direction, people: after.size, size: everybody, percent, least }
      exceeded.push({ scope: 'overall', rulesetId: null, ...counted, isSensitive: false })
    }
    return exceeded
  }

  movedBy({ kind, id }: Cause, direction: keyof Flags, now: number): Set<string> {
    const rows = this.recent(now).filter(
      ([, { cause, flags }]) => flags[direction] && cause.kind === kind && cause.id === id,
    )
    return new Set(rows.map(([place]) => place.split(' ')[1] ?? ''))
  }
}

const endOf = (each: Access) => each.expiresAt ?? Infinity

function flagsOf(before: Access | null, after: Access | null, isYoung: boolean): Flags {
  return {
    lose: before !== null && (after === null || endOf(after) < endOf(before)),
    gain: before === null && after !== null && !isYoung,
    change_role: before !== null && after !== null && before.ruleId !== after.ruleId,
  }
}

function isSame(a: Access | null, b: Access | null): boolean {
  return a?.ruleId === b?.ruleId && a?.expiresAt === b?.expiresAt
}

function never(): never {
  throw new Error('there is no such thing')
}

type Placed = { ruleset: number; person: number; before: Access | null; after: Access | null }

function placed(model: Model, { moves }: Step, now: number): Placed[] {
  const byPlace = new Map<string, Placed>()
  for (const { ruleset, person, to, isUndoing } of moves) {
    const place = model.place(ruleset, person)
    const known = model.rows.get(place)
    const wanted = to && {
      ruleId: ruleId(ruleset, to.role),
      expiresAt: to.endsIn === null ? null : now + to.endsIn * hour,
    }
    const after = isUndoing && known !== undefined ? known.before : wanted
    byPlace.set(place, { ruleset, person, before: model.access.get(place) ?? null, after })
  }
  return [...byPlace.values()].filter(({ before, after }) => before !== null || after !== null)
}

const listOf = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index))

async function store(tx: Transaction): Promise<void> {
  await sql`
    insert into integration (id, handle, vendor, type, name)
    values (${causes[0]?.id}, 'source', 'codehost', 'gitlab', 'Source')`.execute(tx)
  await sql`
    insert into directory_user (id, base_state, first_name, last_name, parent_user_id)
    select id, 'active', 'Person', position::text, case when position = ${people} then ${personId(0)}::uuid end
    from unnest(${listOf(everybody, personId)}::uuid[]) with ordinality as u (id, position)`.execute(
    tx,
  )
  await sql`
    insert into resource (id, integration_id, type, vendor_id, name)
    select id, ${causes[0]?.id}, 'codehost_group', position::text, position::text
    from unnest(${listOf(4, (each) => uuid(4, each))}::uuid[]) with ordinality as o (id, position)`.execute(
    tx,
  )
  await sql`
    insert into ruleset (id, type, resource_id, state, is_sensitive)
    select id, 'codehost_group', resource_id, 'managed', sensitive
    from unnest(${listOf(4, rulesetId)}::uuid[], ${listOf(4, (each) => uuid(4, each))}::uuid[],
      ${rulesets.map(({ isSensitive }) => isSensitive)}::boolean[]) as r (id, resource_id, sensitive)`.execute(
    tx,
  )
  const rules = listOf(8, (each) => ruleId(Math.trunc(each / 2), each % 2))
  await sql`
    insert into rule (id, ruleset_id, policy_role_id, state, activated_at)
    select r.id, ruleset_id, p.id, 'active', current_instant()
    from unnest(${rules}::uuid[], ${listOf(8, (each) => rulesetId(Math.trunc(each / 2)))}::uuid[],
      ${listOf(8, (each) => (each % 2 === 0 ? 'guest' : 'owner'))}::text[]) as r (id, ruleset_id, role)
    join policy_role p on p.resource_type = 'codehost_group' and p.handle = r.role`.execute(tx)
}

/** Writes stays as `placed` moves them. */
async function writeStays(tx: Transaction, moves: readonly Placed[], at: Date): Promise<void> {
  for (const { ruleset, person, before, after } of moves) {
    const place = sql`ruleset_id = ${rulesetId(ruleset)} and directory_user_id = ${personId(person)} and deleted_at is null`
    const ends = after === null || after.expiresAt === null ? null : new Date(after.expiresAt)
    const state = ends === null ? 'active' : 'expiring'
    const by = ends === null ? null : 'rule'
    if (after === null)
      await sql`update policy_user set deleted_at = ${at}, state = 'expired' where ${place}`.execute(
        tx,
      )
    else if (before === null)
      await sql`
        insert into policy_user (ruleset_id, directory_user_id, rule_id, state, expires_by, expires_at, activated_at, phase_since, phase_recorded_at)
        values (${rulesetId(ruleset)}, ${personId(person)}, ${after.ruleId}, ${state}, ${by}, ${ends}, ${at}, ${at}, ${at})`.execute(
        tx,
      )
    else
      await sql`
        update policy_user set rule_id = ${after.ruleId}, state = ${state}, expires_by = ${by}, expires_at = ${ends}
        where ${place}`.execute(tx)
  }
}

const byKey = (each: MovedBeyond) => `${each.scope} ${each.rulesetId} ${each.direction}`
const sorted = (each: readonly MovedBeyond[]) =>
  each.toSorted((a, b) => (byKey(a) < byKey(b) ? -1 : 1))

/** Tallies that are not the sums of their rows. */
const drift = `
  select 'people' as what, t.ruleset_id::text as id from ruleset_tally t
  where people <> (select count(*) from policy_user u where u.ruleset_id = t.ruleset_id and deleted_at is null)
  union all select 'movements', t.ruleset_id::text from ruleset_tally t
  where (loses, gains, changes_role) <> (
    select count(*) filter (where loses), count(*) filter (where gains), count(*) filter (where changes_role)
    from movement m where m.ruleset_id = t.ruleset_id)
  union all select 'cause', t.cause_id::text from cause_tally t
  where (loses, gains, changes_role) <> (
    select count(distinct directory_user_id) filter (where loses), count(distinct directory_user_id) filter (where gains),
      count(distinct directory_user_id) filter (where changes_role)
    from movement m where (m.cause_kind, m.cause_id) = (t.cause_kind, t.cause_id))`

test('tallies, sizes and verdicts are those of a scan of all movements', async () => {
  let now = start
  const db = await testDatabase({ clock: () => new Date(now) })
  const { database } = db
  await db.query(`update policy_settings set removal_limit_percent = 25, removal_limit_people = 3,
    addition_limit_percent = 50, addition_limit_people = 2, role_change_limit_percent = 30,
    role_change_limit_people = 1, overall_limit_percent = 20, overall_limit_people = 2`)
  const verdicts = { none: 0, some: 0 }
  await holdsWithMatter(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      now = start
      await db.query(emptyWorld)
      await database.transaction(({ tx }) => store(tx))
      let model = new Model()
      // The old ones have members from before.
      now = start - 3 * day
      const first: Placed[] = [0, 2].flatMap((ruleset) =>
        [0, 1, 2, 3, ...Array.from({ length: 6 }, (_, at) => people + at)].map((person) => ({
          ruleset,
          person,
          before: null,
          after: { ruleId: ruleId(ruleset, 0), expiresAt: null },
        })),
      )
      model = model.after(beginning, first, now)
      await database.transaction(({ tx }) => writeStays(tx, first, new Date(now)))
      now = start
      for (const each of steps) {
        now += each.wait
        const at = new Date(now)
        if (each.forgets) await forgetOldMovements(database)
        const moves = placed(model, each, now)
        const movements = moves.map(({ ruleset, person, ...access }): Movement => ({
          rulesetId: rulesetId(ruleset),
          personId: personId(person),
          ...access,
        }))
        const counting = countingOf(each)
        const next = model.after(each, moves, now)
        const expected = sorted(model.exceeded(next, each, now))
        if (each.isDryRun) {
          const seen = await dryRun(
            database,
            async ({ tx }) => judge(tx, await stageMovements(tx, movements), counting, at),
            { onSnapshot: true },
          )
          assert.deepEqual(sorted(seen), expected, 'on a snapshot')
        }
        const seen = await database.transaction(async ({ tx }) => {
          const rows = await stageMovements(tx, movements)
          const ids = [...new Set(movements.map((move) => move.rulesetId))]
          await lockTallies(tx, ids, rows, counting)
          const exceeded = await judge(tx, rows, counting, at)
          await writeStays(tx, moves, at)
          await recordMovements(tx, rows, counting, at)
          return exceeded
        })
        assert.deepEqual(sorted(seen), expected)
        verdicts[expected.length > 0 ? 'some' : 'none'] += 1
        model = next
        assert.deepEqual(await storedRows(db, now), modelRows(model, now))
        assert.deepEqual(await db.query(drift), [])
      }
    }),
    {
      runs: 25,
      isEnough: () => verdicts.some > 10 && verdicts.none > 10,
      told: () => JSON.stringify(verdicts),
    },
  )
})

const beginning: Step = {
  wait: 0,
  forgets: false,
  cause: null,
  except: [],
  own: [],
  countsSensitive: false,
  moves: [],
  isDryRun: false,
}

function countingOf({ cause, except, own, countsSensitive }: Step): Counting {
  if (cause === null) return 'uncounted'
  return {
    cause: causes[cause] ?? never(),
    except: new Set(except.map(personId)),
    countsSensitive,
    ownRulesets: own.map(rulesetId),
  }
}

async function storedRows(db: TestDatabase, now: number) {
  const rows = await db.query<{ line: string }>(
    `select concat_ws(' ', ruleset_id, directory_user_id, role_before is null, floor(extract(epoch from expires_at_before) * 1000),
       loses, gains, changes_role, floor(extract(epoch from at) * 1000), cause_kind) as line
     from movement where at > $1`,
    [new Date(now - day)],
  )
  return rows.map(({ line }) => line).sort()
}

const bool = (value: boolean) => (value ? 't' : 'f')

function modelRows(model: Model, now: number): string[] {
  return model
    .recent(now)
    .map(([place, { before, flags, at, cause }]) => {
      const [ruleset, person] = place.split(' ').map(Number)
      return [
        rulesetId(ruleset ?? 0),
        personId(person ?? 0),
        bool(before === null),
        ...(before?.expiresAt === null || before === null ? [] : [before.expiresAt]),
        ...directions.map((each) => bool(flags[each])),
        at,
        cause.kind,
      ].join(' ')
    })
    .sort()
}

test('of two connections neither passes a limit that both together exceed', async () => {
  const db = await testDatabase({ clock: () => new Date(start) })
  const { database } = db
  await db.query(`update policy_settings set removal_limit_percent = 25, removal_limit_people = 2`)
  await database.transaction(({ tx }) => store(tx))
  const all = Array.from({ length: everybody }, (_, person) => person)
  const stay = { ruleId: ruleId(0, 0), expiresAt: null }
  await database.transaction(({ tx }) =>
    writeStays(
      tx,
      all.map((person) => ({ ruleset: 0, person, before: null, after: stay })),
      new Date(start - 3 * day),
    ),
  )
  const left = await Promise.all(
    all.map((person) =>
      database.transaction(async ({ tx }) => {
        const move = { rulesetId: rulesetId(0), personId: personId(person) }
        const rows = await stageMovements(tx, [{ ...move, before: stay, after: null }])
        const counting = { cause: causes[person % 2] ?? never() }
        await lockTallies(tx, [rulesetId(0)], rows, counting)
        const at = new Date(start)
        if ((await judge(tx, rows, counting, at)).length > 0) return false
        await writeStays(tx, [{ ruleset: 0, person, before: stay, after: null }], at)
        await recordMovements(tx, rows, counting, at)
        return true
      }),
    ),
  )
  assert.equal(left.filter((each) => each).length, 5, '25 % of 20')
  assert.deepEqual(await db.query(drift), [])
})

test('many movements at once count as they do one by one', async () => {
  const db = await testDatabase({ clock: () => new Date(start) })
  const { database } = db
  await database.transaction(({ tx }) => store(tx))
  await db.query(`insert into directory_user (base_state, first_name, last_name)
    select 'active', 'One of', 'many' from generate_series(1, 25000)`)
  const ids = await db.query<{ id: string }>(
    `select id from directory_user where last_name = 'many'`,
  )
  await db.query(`update ruleset_tally set first_entered_at = '2026-01-01', people = 25000`)
  const movements = ids.map(({ id }) => ({
    rulesetId: rulesetId(0),
    personId: id,
    before: null,
    after: { ruleId: ruleId(0, 1), expiresAt: null },
  }))
  const counting = { cause: causes[0] ?? never() }
  await db.query(
    'update policy_settings set overall_limit_percent = 1, addition_limit_people = 1000',
  )
  const exceededBy = (count: number) =>
    database.transaction(async ({ tx, now }) =>
      judge(tx, await stageMovements(tx, movements.slice(0, count)), counting, now),
    )
  assert.deepEqual(await exceededBy(250), [], '1 % of 25,020')
  assert.deepEqual(
    (await exceededBy(251)).map(({ scope, people, size }) => ({ scope, people, size })),
    [{ scope: 'overall', people: 251, size: 25_020 }],
  )
  await db.query(
    'update policy_settings set overall_limit_percent = 10, addition_limit_people = 10',
  )
  await database.transaction(async ({ tx, now }) => {
    const rows = await stageMovements(tx, movements)
    const [overLimit, ...others] = await judge(tx, rows, counting, now)
    const common = { direction: 'gain', people: 25_000 }
    assert.deepEqual(overLimit, {
      scope: 'ruleset',
      rulesetId: rulesetId(0),
      ...common,
      size: 25_000,
      percent: 50,
      least: 10,
      isSensitive: false,
    })
    assert.deepEqual(others, [
      {
        scope: 'overall',
        rulesetId: null,
        ...common,
        size: 25_020,
        percent: 10,
        least: 25,
        isSensitive: false,
      },
    ])
    await recordMovements(tx, rows, counting, now)
  })
  assert.deepEqual(await db.query(`select gains from cause_tally`), [{ gains: 25_000 }])
})

const some = (from: number, to: number) =>
  sql`select id from identity where vendor_id::integer between ${from} and ${to}`

test('accounts of a source count from when they stop being active until they are active again', async () => {
  let now = start
  const db = await testDatabase({ clock: () => new Date(now) })
  const { database } = db
  await database.transaction(({ tx }) => store(tx))
  const source = causes[0]?.id ?? ''
  const make = (from: number, to: number, at: number) =>
    db.query(
      `insert into identity (integration_id, vendor_id, state, vendor_state, created_at)
      select '${source}', n::text, 'orphan', 'active', $3 from generate_series($1::integer, $2) n`,
      [from, to, new Date(at)],
    )
  await make(1, 24, start - 1)
  const end = (from: number, to: number) =>
    database.transaction(async ({ tx }) => {
      const at = new Date(now)
      const exceeded = await judgeAccountEnds(tx, source, some(from, to), at)
      await sql`update identity set vendor_state = 'suspended' where id in (${some(from, to)})`.execute(
        tx,
      )
      await recordAccountEnds(tx, source, { ended: some(from, to), back: some(0, 0), now: at })
      return exceeded
    })
  const limit = { percent: 25, least: 5, isSensitive: false }
  const counted = { scope: 'source', rulesetId: null, direction: 'accounts', ...limit }
  assert.equal(await end(1, 6), null, '6 of 24')
  await make(101, 180, now)
  assert.deepEqual(await end(7, 7), { ...counted, people: 7, size: 24 }, 'new ones make no room')
  const bringBack = (from: number, to: number) =>
    database.transaction(async ({ tx }) => {
      const back = some(from, to)
      await sql`update identity set vendor_state = 'active' where id in (${back})`.execute(tx)
      await recordAccountEnds(tx, source, { ended: some(0, 0), back, now: new Date(now) })
    })
  await bringBack(1, 4)
  assert.equal(await end(8, 10), null, '6 of 24 again')
  now += day
  assert.equal(await end(11, 12), null, 'a day later the six count no more')
  assert.equal(await forgetOldMovements(database), 6)
  assert.deepEqual(await db.query(`select ends from account_tally`), [{ ends: 2 }])
  await bringBack(12, 12)
  now += day
  assert.equal(await forgetOldMovements(database), 1)
})
