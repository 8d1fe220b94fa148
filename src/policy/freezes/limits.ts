import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { inBatches } from '../in-batches.ts'
import type { BeyondLimit } from './freeze-rulesets.ts'
import type { Direction, Movements } from './movements.ts'

const windowMs = 86_400_000
const directions = ['removed', 'added'] as const
const rowsPerStatement = 50_000

export type Exceeded = { rulesetId: string; direction: Direction; detail: BeyondLimit }

/** The rulesets that have been managed for less than 24 hours: they have no size yet that additions could be measured by. */
export async function selectYoung(tx: Transaction, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ruleset where managed_since > ${windowStart(now)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Where movements, with those of the last 24 hours, are beyond the limits. Nothing of them is written yet. Whoever goes
 * again, or is back, within that time is taken out of them: against who was there before it, nothing has happened.
 */
export async function findExceeded(
  tx: Transaction,
  movements: Movements,
  now: Date,
): Promise<Exceeded[]> {
  const rulesetIds = movements.rulesetIds
  if (rulesetIds.length === 0) return []
  const limits = await selectLimits(tx, rulesetIds)
  const before = await selectMovements(tx, rulesetIds, now)
  for (const direction of directions) {
    const other = direction === 'removed' ? 'added' : 'removed'
    for (const [rulesetId, people] of movements[direction]) {
      for (const id of before.get(keyOf(rulesetId, other)) ?? []) people.delete(id)
    }
  }
  const many = directions.flatMap((direction) =>
    [...movements[direction]].flatMap(([rulesetId, people]) => {
      const limit = limits.get(rulesetId)
      const count = new Set([...people, ...(before.get(keyOf(rulesetId, direction)) ?? [])]).size
      if (limit === undefined || people.size === 0 || count <= limit[direction].least) return []
      return [{ rulesetId, direction, people: count, ...limit[direction] }]
    }),
  )
  const sizes = await selectSizes(tx, many, now)
  return many.flatMap(({ rulesetId, direction, people, percent, least }) => {
    const size = sizes.get(rulesetId) ?? 0
    if (people * 100 <= size * percent) return []
    return [{ rulesetId, direction, detail: { people, size, percent, least } }]
  })
}

/** Keeps movements that are being written, for the 24 hours that they count, and forgets those that don't any more. */
export async function recordMovements(
  tx: Transaction,
  movements: Movements,
  now: Date,
): Promise<void> {
  if (movements.rulesetIds.length === 0) return
  await sql`delete from ruleset_movement where at <= ${windowStart(now)}`.execute(tx)
  for (const batch of inBatches(rowsOf(movements), rowsPerStatement)) {
    const rulesets = batch.map(({ rulesetId }) => rulesetId)
    const moved = batch.map(({ direction }) => direction)
    const people = batch.map(({ personId }) => personId)
    await sql`
      insert into ruleset_movement (ruleset_id, direction, directory_user_id, at)
      select r.ruleset_id, r.direction, r.person_id, ${now}
      from unnest(${rulesets}::uuid[], ${moved}::text[], ${people}::uuid[]) as r (ruleset_id, direction, person_id)
      on conflict (ruleset_id, direction, directory_user_id) do update set at = excluded.at`.execute(
      tx,
    )
  }
}

function* rowsOf(movements: Movements) {
  for (const direction of directions) {
    for (const [rulesetId, people] of movements[direction]) {
      for (const personId of people) yield { rulesetId, direction, personId }
    }
  }
}

type Limit = { percent: number; least: number }

async function selectLimits(
  tx: Transaction,
  rulesetIds: readonly string[],
): Promise<Map<string, Record<Direction, Limit>>> {
  const { rows } = await sql<{ id: string } & Record<Direction, Limit>>`
    select s.id,
      jsonb_build_object('percent', coalesce(s.removal_limit_percent, p.removal_limit_percent),
        'least', coalesce(s.removal_limit_people, p.removal_limit_people)) as removed,
      jsonb_build_object('percent', coalesce(s.addition_limit_percent, p.addition_limit_percent),
        'least', coalesce(s.addition_limit_people, p.addition_limit_people)) as added
    from ruleset s cross join policy_settings p where s.id = any (${rulesetIds}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function selectMovements(
  tx: Transaction,
  rulesetIds: readonly string[],
  now: Date,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ ruleset_id: string; direction: Direction; people: string[] }>`
    select ruleset_id, direction, jsonb_agg(directory_user_id) as people from ruleset_movement
    where ruleset_id = any (${rulesetIds}::uuid[]) and at > ${windowStart(now)}
    group by ruleset_id, direction`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row.ruleset_id, row.direction), row.people]))
}

/** How many were in the manifests 24 hours ago; of a ruleset that was not managed then, everybody who has been in it. */
async function selectSizes(
  tx: Transaction,
  rulesets: readonly { rulesetId: string }[],
  now: Date,
): Promise<Map<string, number>> {
  if (rulesets.length === 0) return new Map()
  const start = windowStart(now)
  const { rows } = await sql<{ id: string; size: number }>`
    select s.id, (
      select count(distinct u.directory_user_id) from policy_user u
      where u.ruleset_id = s.id and (u.deleted_at is null or u.deleted_at > ${start})
        and (u.activated_at <= ${start} or s.managed_since > ${start})) as size
    from ruleset s where s.id = any (${rulesets.map(({ rulesetId }) => rulesetId)}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, size }) => [id, size]))
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - windowMs)
}

function keyOf(rulesetId: string, direction: Direction): string {
  return `${rulesetId} ${direction}`
}
