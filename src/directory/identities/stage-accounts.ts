import { sql } from 'kysely'
import type { JsonObject } from '../../contract/json.ts'
import type { Transaction } from '../../database/database.ts'

/**
 * One account as a vendor tells it. `line` is its place in the source; `createdAt` is ISO 8601. `isNew`: made there
 * but never activated. Vendor ids are unique within a run.
 */
export type StagedAccount = {
  line: number
  vendorId: string
  handle: string | null
  email: string | null
  firstName: string
  lastName: string
  fullName: string
  state: 'active' | 'suspended' | 'deactivated'
  isNew: boolean
  createdAt: string | null
  profile: JsonObject
}

/**
 * The run's own tables, gone at commit. `staged_account`: what the source says. `identity_change` and
 * `user_change`: each record that the run wrote, once, as it was before (null when it is new).
 */
const tables = [
  `create temporary table staged_account (
    line bigint, vendor_id text, handle text, email text, first_name text, last_name text, full_name text,
    state text, is_new boolean, created_at timestamptz, profile jsonb) on commit drop`,
  `create temporary table pending_link (
    identity_id uuid, integration_id uuid, vendor_id text, email_key text, is_live boolean, is_new boolean,
    decision text, directory_user_id uuid, review_reason text) on commit drop`,
  `create temporary table identity_change (
    n bigint generated always as identity, identity_id uuid primary key, is_new boolean not null,
    before jsonb) on commit drop`,
  `create temporary table user_change (
    n bigint generated always as identity, directory_user_id uuid primary key, is_new boolean not null,
    before jsonb) on commit drop`,
]

/** Makes the run's staging tables. */
export async function createAccountStage(tx: Transaction): Promise<void> {
  for (const table of tables) await sql.raw(table).execute(tx)
}

/** Adds a batch; some thousand at a time keep one statement's text small. */
export async function stageAccounts(
  tx: Transaction,
  accounts: readonly StagedAccount[],
): Promise<void> {
  const rows = accounts.map((account) => ({
    line: account.line,
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
  }))
  await sql`
    insert into staged_account
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (
      line bigint, vendor_id text, handle text, email text, first_name text, last_name text, full_name text,
      state text, is_new boolean, created_at timestamptz, profile jsonb)`.execute(tx)
}

/** Tells the planner what was staged: nothing else counts the rows of a temporary table. */
export async function analyzeAccountStage(tx: Transaction): Promise<void> {
  await sql`analyze staged_account (line, vendor_id, email)`.execute(tx)
}
