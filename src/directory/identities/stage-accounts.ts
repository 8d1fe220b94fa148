import { sql, type RawBuilder } from 'kysely'
import type { JsonObject } from '../../contract/json.ts'
import type { Transaction } from '../../database/database.ts'
import { joinedPieces } from '../../database/json-pieces.ts'
import { temporaryTables } from '../../database/temporary-tables.ts'

type VendorState = 'active' | 'suspended' | 'deactivated'

/** What a source says of the first and the last day of an account: dates, and the instants of their beginning and end (ISO 8601). */
export type AccountDays = {
  /** What it gives besides. */
  state: VendorState
  first_day?: string
  begins_at?: string
  last_day?: string
  ends_at?: string
}

/**
 * One account as a vendor reports it. `line` is its place in the source; `createdAt` is ISO 8601. `isNew`: created
 * there but never activated. Vendor ids are unique within a run. Where there are `days`, the state that is staged follows from them.
 */
export type StagedAccount = {
  line: number
  vendorId: string
  handle: string | null
  email: string | null
  firstName: string
  lastName: string
  fullName: string
  state: VendorState
  isNew: boolean
  createdAt: string | null
  profile: JsonObject
  days?: AccountDays | null
}

/**
 * The tables that a merge keeps until its transaction ends. `pending_link`: accounts that may get a person; `address_holder` to
 * `evidence`: what says whose they are (evidence.ts); `doubted_account`: accounts of the primary that create no one because of what they
 * agreed with before (replaced-accounts.ts); `tried_account` and `found_candidate`: those that wait (candidates.ts).
 * `retried_orphan`: rows of `orphan_to_match` that the merge follows
 * (link-accounts.ts). `identity_change` and `user_change`: each written
 * record once, as it was before (null when it is new). `held_back`: the staged accounts that are held, as the
 * source reported them. `replaced_account`: accounts that disappear, each with the new account of the same person
 * (replaced-accounts.ts). `accepted_account`: held
 * accounts that are accepted, each with the id of the person that it may create. `manager_claim`: who names whom as
 * manager (resolve-managers.ts). `following_user`: people who differ from their leading account, with what they become
 * (follow-primary.ts).
 *
 * None has an index: emptying one at the end of a transaction would discard all plans that read the table.
 *
 * To be called in a transaction that merges `staged_account`.
 */
export const prepareAccountMerge = temporaryTables({
  pending_link: `identity_id uuid, integration_id uuid, vendor_id text, email_key text, state text, is_new boolean, number text,
    words text, is_beside boolean, is_machine boolean, decided_as text, party uuid, decision text, directory_user_id uuid, review_reason text,
    evidence text, replaced text`,
  address_holder: 'email_key text, person_id uuid',
  number_holder: `number text, identity_id uuid, person_id uuid, integration_id uuid, email_key text, words text,
    is_current boolean`,
  returned_account: 'identity_id uuid, person_id uuid',
  met_person: `person_id uuid, status integer, is_in_review boolean, is_free boolean, is_beside boolean, names text[],
    emails text[], numbers text[]`,
  address_name:
    'email_key text, words text, person_id uuid, status integer, nth_of_person bigint, nth bigint, nth_of_name bigint',
  address_fact:
    'email_key text, live bigint, total bigint, any_id uuid, live_id uuid, names text[], former_names text[]',
  evidence: `identity_id uuid, party uuid, person_id uuid, number boolean, address boolean, name boolean,
    number_differs boolean, address_differs boolean, name_differs boolean, has_common_word boolean, is_nameless boolean,
    returns boolean`,
  doubted_account: 'vendor_id text, person_id uuid, agrees text[], contradicts text[]',
  tried_account: 'identity_id uuid',
  found_candidate: 'identity_id uuid, person_id uuid, agrees text[], contradicts text[]',
  retried_orphan: 'n bigint, identity_id uuid',
  identity_change: `n bigint generated always as identity, identity_id uuid not null, is_new boolean not null,
    before jsonb, was_never_active boolean`,
  user_change: `n bigint generated always as identity, directory_user_id uuid not null, is_new boolean not null,
    before jsonb, base_state_set_by text, deprovisioned_at timestamptz`,
  held_back: `is_account_end boolean not null, is_new_account boolean not null, line bigint not null,
    vendor_id text not null, handle text, email text, first_name text not null, last_name text not null,
    full_name text not null, state text not null, is_new boolean not null, created_at timestamptz,
    profile jsonb not null, days jsonb`,
  replaced_account: `identity_id uuid not null, vendor_id text not null, by_vendor_id text not null,
    person_id uuid not null, evidence text not null`,
  accepted_account: 'identity_id uuid not null, person_id uuid not null',
  manager_claim: `n integer, directory_user_id uuid, reference text, target_id uuid, problem text,
    is_governed boolean, current_id uuid, closing_id uuid`,
  following_user: `id uuid, primary_identity_id uuid, first_name text, last_name text, email text, username text,
    provisioned_at timestamptz, base_state text, base_state_set_by text, deprovisioned_at timestamptz, source_expires_at timestamptz,
    activates_at timestamptz`,
})

/** Adds a batch to the run's `staged_account`; some thousand at a time keep one statement's text small. */
export async function stageAccounts(
  tx: Transaction,
  accounts: readonly StagedAccount[],
): Promise<void> {
  await stageRows(
    tx,
    accounts.map((each) => JSON.stringify({ line: each.line, ...saidOf(each) })),
  )
}

/** {@link stageAccounts} of JSON objects with `line`, what {@link saidOf} says, and `digest` where there is one. */
export async function stageRows(tx: Transaction, rows: Iterable<string>): Promise<void> {
  for (const piece of joinedPieces(rows))
    await sql`
    insert into staged_account (line, vendor_id, handle, email, first_name, last_name, full_name, state, is_new,
      created_at, profile, days, digest)
    select * from ${accountsIn(piece)}`.execute(tx)
}

/**
 * Gives the accounts of these lines of the stage the state that the source gave them last, also where an incident holds it: the present one
 * is not known. New ones stay as they were staged. Their days count.
 */
export async function keepStates(
  tx: Transaction,
  accounts: readonly { line: number; isSuspendedToo?: boolean }[],
  integrationId: string,
): Promise<void> {
  const lines = accounts.map(({ line }) => line)
  const suspended = accounts.map(({ isSuspendedToo = false }) => isSuspendedToo)
  await sql`
    update staged_account a set state = state_by_days(known.state, a.days),
      days = a.days || jsonb_build_object('state', known.state),
      is_new = coalesce(h.is_new, i.never_active) or (known.state = 'active' and state_by_days(known.state, a.days) = 'suspended')
    from identity i left join held_account h on h.identity_id = i.id
    cross join unnest(${lines}::bigint[], ${suspended}::boolean[]) as one (line, is_suspended)
    cross join lateral (
      select case when h.identity_id is null then coalesce(i.days ->> 'state', i.vendor_state) else coalesce(h.days ->> 'state', h.state) end as state
    ) former
    cross join lateral (
      select case when former.state = 'active' and one.is_suspended then 'suspended' else former.state end as state
    ) known
    where i.integration_id = ${integrationId} and i.vendor_id = a.vendor_id and a.line = one.line`.execute(
    tx,
  )
}

/** Notes that tables of an integration have states. */
export async function noteStates(tx: Transaction, integrationId: string): Promise<void> {
  await tx
    .insertInto('state_source')
    .values({ integration_id: integrationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Gives each account of the stage that the source suspended or ended the state that it has, where the source has given states before and
 * this table has none. @returns how many there are
 */
export async function keepUnsaidStates(tx: Transaction, integrationId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update staged_account a set state = former.state, is_new = coalesce(h.is_new, i.never_active),
      days = a.days || jsonb_build_object('state', former.state)
    from identity i left join held_account h on h.identity_id = i.id
    cross join lateral (
      select case when h.identity_id is null then coalesce(i.days ->> 'state', i.vendor_state) else coalesce(h.days ->> 'state', h.state) end as state
    ) former
    where i.integration_id = ${integrationId} and i.vendor_id = a.vendor_id and a.state = 'active' and former.state <> 'active'
      and exists (select from state_source s where s.integration_id = ${integrationId})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** An account as it would be staged, as a table of SQL: `a`. */
export function asStaged(account: StagedAccount): RawBuilder<unknown> {
  return accountsIn(JSON.stringify([{ line: account.line, ...saidOf(account) }]))
}

/** What a source says of an account, wherever it says it. */
export function saidOf(account: StagedAccount) {
  return {
    vendor_id: account.vendorId,
    handle: account.handle,
    email: account.email,
    first_name: account.firstName,
    last_name: account.lastName,
    full_name: account.fullName,
    state: account.state,
    is_new: account.isNew,
    created_at: account.createdAt,
    profile: account.profile,
    days: account.days ?? null,
  }
}

function accountsIn(rows: string): RawBuilder<unknown> {
  return sql`(
    select r.line, r.vendor_id, r.handle, r.email, r.first_name, r.last_name, r.full_name, s.state,
      r.is_new or (s.state = 'suspended' and r.days ->> 'state' = 'active') is true as is_new, r.created_at, r.profile, r.days, r.digest
    from jsonb_to_recordset(${rows}::jsonb) as r (
      line bigint, vendor_id text, handle text, email text, first_name text, last_name text, full_name text,
      state text, is_new boolean, created_at timestamptz, profile jsonb, days jsonb, digest text)
    cross join lateral (select state_by_days(coalesce(r.days ->> 'state', r.state), r.days) as state) s) a`
}

/**
 * From now on the transaction writes accounts and people aside, and reads them there: the views of the schema `ahead` show its rows in
 * place of those of the tables. It is rolled back, and no one waits for it.
 */
export async function writeAside(tx: Transaction): Promise<void> {
  await sql`select set_config('muster.import_run', new_id()::text, true),
    set_config('search_path', 'ahead, public', true)`.execute(tx)
}
