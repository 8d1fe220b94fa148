import { sql, type RawBuilder } from 'kysely'
import { overEveryone, planForSome, planKept } from '../../database/planning.ts'
import type { Transaction } from '../../database/database.ts'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'

/** Whether a staged account `a` of an integration differs from the identity `i`, as SQL. */
export function differs({ tellsNewAccounts }: SaysNew): RawBuilder<boolean> {
  return sql<boolean>`
  ((i.handle, i.first_name, i.last_name, i.full_name, i.email, i.vendor_state, i.vendor_created_at, i.profile, i.days)
    is distinct from
    (a.handle, a.first_name, a.last_name, a.full_name, a.email, a.state, a.created_at, a.profile, a.days)
    or i.never_active and ${tellsNewAccounts}::boolean and not a.is_new)`
}

export type SaysNew = Pick<IntegrationFacts, 'id' | 'tellsNewAccounts'>

/** When an account of these days that its source calls active begins, as SQL; null once it has begun. */
export function startOf(days: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`case when ${days} ->> 'state' = 'active' and (${days} ->> 'begins_at')::timestamptz > current_instant()
    then (${days} ->> 'begins_at')::timestamptz end`
}

/** When the last day of an account of these days is over, as SQL; `infinity` without one. */
export function endOf(days: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`coalesce((${days} ->> 'ends_at')::timestamptz, 'infinity')`
}

/**
 * Whether a staged account `a` ends the identity `i`, as SQL: it stops being active, or gets a last day or an earlier one. That a last
 * day is over was said when it was given.
 */
export const endsAccount = sql<boolean>`(i.vendor_state = 'active' and (
  a.state <> 'active' and ${endOf(sql`i.days`)} > current_instant() or ${endOf(sql`a.days`)} < ${endOf(sql`i.days`)}))`

/**
 * Compares what is staged with what is known, without a lock: which accounts are unchanged, and which identities the source
 * does not list. Accounts without a person count as changed, because they may get one, and so do held accounts.
 * @returns how many are unchanged
 */
export async function compareAccounts(tx: Transaction, integration: SaysNew): Promise<number> {
  const { id: integrationId } = integration
  const { numAffectedRows } = await sql`
    insert into import_unchanged (vendor_id, identity_id, version)
    select i.vendor_id, i.id, i.version from staged_account a
    join identity i on i.integration_id = ${integrationId} and i.vendor_id = a.vendor_id
    where i.directory_user_id is not null and not ${differs(integration)}
      and i.id not in (select identity_id from held_account where integration_id = ${integrationId})`.execute(
    tx,
  )
  const noting = sql`
    insert into import_absent (identity_id)
    select i.id from identity i
    where i.integration_id = ${integrationId} and i.vendor_state <> 'deactivated'
      and not exists (select from staged_account a where a.vendor_id = i.vendor_id)
      and not exists (select from import_unchanged n where n.run_id = current_import_run() and n.identity_id = i.id)
      and i.vendor_id not in (${presentAccounts})`
  await overEveryone(tx, () => noting.execute(tx))
  return Number(numAffectedRows ?? 0)
}

/** Lets the transaction plan for the accounts that its run stages ({@link planForSome}), if they are few among all people. */
export async function planForStaged(tx: Transaction): Promise<void> {
  const { rows } = await sql<{ are_some: boolean }>`
    select (select count(*) from staged_account) <= least(${someThousand}, reltuples / 20) as are_some
    from pg_class where oid = 'public.directory_user'::regclass`.execute(tx)
  if (rows[0]?.are_some === true) planForSome(tx)
}

/** Nested loops over more would take longer than reading everybody. */
const someThousand = 5000

/** Accounts, by vendor id, of which the run has a row that it can't take, as SQL. */
export const presentAccounts = sql`
  select vendor_id from import_present where run_id = current_import_run()`

/** Whether an unchanged account (`n`) of the current run is not staged but packed (reported-accounts.ts), as SQL. */
export const isPacked = sql<boolean>`(n.run_id = current_import_run() and n.is_packed)`

/** Takes the accounts out of the stage that {@link compareAccounts} finds unchanged. The caller holds the locks under which it merges. */
export async function dropUnchangedAccounts({
  tx,
  integration,
}: Pick<SourceRun, 'tx' | 'integration'>): Promise<void> {
  await sql`
    delete from staged_account a using identity i
    where i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
      and i.directory_user_id is not null and not ${differs(integration)}
      and not exists (select from held_account h where h.identity_id = i.id and h.integration_id = i.integration_id)
    ${planKept(tx)}`.execute(tx)
}

/**
 * Identities in use that the source does not list, as SQL. Only an import of their integration, which this one excludes,
 * makes identities or puts them in use again.
 */
export const absentIdentities = sql`
  select i.id from import_absent n join identity i on i.id = n.identity_id
  where n.run_id = current_import_run() and i.vendor_state <> 'deactivated'`

/** Makes `part` a run with the changed accounts of the current one, which have to be merged. */
export async function copyChangedAccounts(tx: Transaction, part: string): Promise<void> {
  await sql`
    insert into import_account (run_id, ${stagedColumns('')})
    select ${part}::uuid, ${stagedColumns('a.')} from staged_account a
    where not exists (select from import_unchanged n
      where n.run_id = current_import_run() and n.vendor_id = a.vendor_id)`.execute(tx)
  await sql`
    insert into import_absent (run_id, identity_id)
    select ${part}::uuid, identity_id from import_absent where run_id = current_import_run()`.execute(
    tx,
  )
}

/**
 * Adds to the current run, which has only the changed accounts of the run `whole`, those whose identities were changed since
 * they were compared. The caller holds the locks under which it merges.
 */
export async function addMovedAccounts(tx: Transaction, whole: string): Promise<void> {
  await sql`
    insert into import_account (${stagedColumns('')})
    select ${stagedColumns('a.')} from import_unchanged n
    left join identity i on i.id = n.identity_id
    join import_account a on a.run_id = n.run_id and a.vendor_id = n.vendor_id
    where n.run_id = ${whole}::uuid and i.version is distinct from n.version`.execute(tx)
}

/** The columns of `staged_account`. */
export function stagedColumns(alias: '' | 'a.'): RawBuilder<unknown> {
  const names = [
    'line',
    'vendor_id',
    'handle',
    'email',
    'first_name',
    'last_name',
    'full_name',
    'state',
    'is_new',
    'created_at',
    'profile',
    'days',
  ]
  return sql.raw(names.map((name) => `${alias}${name}`).join(', '))
}
