import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

export type StateChange = { id: string; before: string; after: string }
export type ExpiredPerson = StateChange & { parent_user_id: string | null }
type DueRecord = {
  kind:
    | 'directory_user'
    | 'directory_user_start'
    | 'workspace_user'
    | 'service'
    | 'service_admin'
    | 'service_confirmation'
    | 'rule'
    | 'policy_user'
  id: string
}
/** The instant up to which a transaction has settled what was due. */
export type SettledUpTo = Date | '-infinity'

/**
 * The earliest millisecond after `last` and up to now at which something is due, with all that is due by then; null
 * when nothing is. Times with a finer precision are due with the next millisecond. Nothing up to `last` is due:
 * this transaction has settled it already.
 */
export async function selectDue(
  tx: Transaction,
  last: SettledUpTo,
): Promise<{ at: Date; records: DueRecord[] } | null> {
  const { rows } = await sql<DueRecord & { at: Date }>`
    with next as materialized (
      select date_trunc('milliseconds', min(at) + interval '999 microseconds') as at from due_instant where at > ${last}::timestamptz
    )
    select d.kind, d.record_id as id, next.at from next join due_instant d on d.at > ${last}::timestamptz and d.at <= next.at
    where next.at <= current_instant()
    order by d.kind, d.record_id`.execute(tx)
  const [first] = rows
  return first === undefined ? null : { at: first.at, records: rows }
}

export const callerKinds = [
  'workspace_user',
  'service',
  'service_admin',
  'service_confirmation',
] as const

/** What is due of those who call, by its kind. */
export type DueCallers = Readonly<Record<(typeof callerKinds)[number], readonly string[]>>

/** The workspace users, services and roles on services whose end has passed. */
export async function selectDueCallers(tx: Transaction): Promise<DueCallers> {
  const { rows } = await sql<{ kind: keyof DueCallers; ids: string[] }>`
    select kind, array_agg(record_id order by record_id) as ids from due_instant
    where kind = any (${[...callerKinds]}::text[]) and at <= current_instant() group by kind`.execute(
    tx,
  )
  const idsOf = (kind: keyof DueCallers) => rows.find((row) => row.kind === kind)?.ids ?? []
  return {
    workspace_user: idsOf('workspace_user'),
    service: idsOf('service'),
    service_admin: idsOf('service_admin'),
    service_confirmation: idsOf('service_confirmation'),
  }
}

/** Deletes what was due after `last` and by `at`; most of it was removed when its record changed. */
export async function forgetDue(tx: Transaction, last: SettledUpTo, at: Date): Promise<void> {
  await sql`delete from due_instant where at > ${last}::timestamptz and at <= ${at}`.execute(tx)
}

/**
 * Makes the trigger that derives a user's state read the clock again. It may have done so before, when another due
 * item of the same person was settled; the end is reported once, here. @returns those whose end had come by `at`
 */
export async function refreshUserStates(
  tx: Transaction,
  ids: readonly string[],
  at: Date,
): Promise<ExpiredPerson[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ExpiredPerson>`
    with before as materialized (
      select id, directory_user_state(base_state, 'infinity', ${at}) as state from directory_user
      where id = any (${ids}::uuid[]) and expires_at <= ${at} and base_state <> 'deactivated'
      order by id for no key update
    )
    update directory_user u set state = u.state from before where u.id = before.id
    returning u.id, u.parent_user_id, before.state as before, u.state as after`.execute(tx)
  return rows
}

/**
 * Like {@link refreshUserStates}, for workspace users, with the directory user that each is tied to; returns those
 * whose state changed.
 */
export async function refreshWorkspaceUserStates(
  tx: Transaction,
  ids: readonly string[],
): Promise<(StateChange & { directory_user_id: string | null })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StateChange & { directory_user_id: string | null }>`
    with before as materialized (
      select id, state from workspace_user where id = any (${ids}::uuid[]) order by id for no key update
    )
    update workspace_user u set state = u.state from before where u.id = before.id
    returning u.id, u.directory_user_id, before.state as before, u.state as after`.execute(tx)
  return rows.filter(hasMoved)
}

function hasMoved({ before, after }: StateChange): boolean {
  return before !== after
}

export async function selectPeopleOfStays(
  tx: Transaction,
  stays: readonly string[],
): Promise<string[]> {
  if (stays.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct directory_user_id as id from policy_user
    where id = any (${stays}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The people who qualify for these rules, or are in a manifest by one of them. */
export async function selectHeldBy(tx: Transaction, rules: readonly string[]): Promise<string[]> {
  if (rules.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select directory_user_id as id from qualification where rule_id = any (${rules}::uuid[])
    union
    select directory_user_id from policy_user
    where rule_id = any (${rules}::uuid[]) and deleted_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Conditions may ask who qualifies for the rules of the ruleset (`s`): of an attribute, or of a resource that one names. */
export const isAskedFor = sql<boolean>`(s.attribute_id is not null
  or exists (select from condition asking where asking.vendor_resource_id = s.resource_id))`

/**
 * Whether an attribute, or a resource that a condition names, loses its last rule in force when these end: then negative
 * conditions on it hold for no person either.
 */
export async function someAskedForLosesItsLastRule(
  tx: Transaction,
  rules: readonly string[],
): Promise<boolean> {
  if (rules.length === 0) return false
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from rule r join ruleset s on s.id = r.ruleset_id
      where r.id = any (${rules}::uuid[]) and r.state in ('active', 'expiring')
        and ${isAskedFor} and s.state = 'managed'
        and not exists (
          select from rule other
          where other.ruleset_id = r.ruleset_id and other.state in ('active', 'expiring')
            and other.id <> all (${rules}::uuid[]))) as found`.execute(tx)
  return rows[0]?.found ?? false
}
