import { sql } from 'kysely'
import type { ResourceType } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { temporaryTables } from '../../database/temporary-tables.ts'

/** One vendor object with members; its vendor id is unique within its type. */
export type StagedResource = {
  line: number
  resourceType: ResourceType
  vendorId: string
  parentVendorId: string | null
  name: string
  handle: string | null
}

/**
 * One account's membership, by the account's vendor id, or by its address if the vendor gives only that. Without a role it is taken away.
 */
export type StagedMember = {
  line: number
  resourceType: ResourceType
  groupVendorId: string
  accountVendorId: string | null
  accountEmail: string | null
  role: string | null
}

/** The tables of a transaction that merges `staged_resource` and `staged_member`. */
export const prepareResourceMerge = temporaryTables({
  resource_change: `n bigint generated always as identity, resource_id uuid primary key, is_new boolean not null,
    before jsonb`,
  told_member: 'line bigint, resource_id uuid, identity_id uuid, role text',
  member_change: `n bigint generated always as identity, resource_id uuid, identity_id uuid, old_role text,
    new_role text`,
  first_filled: 'resource_id uuid',
  first_member:
    'n bigint generated always as identity, resource_id uuid, members jsonb, total bigint',
})

/** Adds a batch of resources to the run's `staged_resource`. */
export async function stageResources(
  tx: Transaction,
  resources: readonly StagedResource[],
): Promise<void> {
  const rows = resources.map((resource) => ({
    line: resource.line,
    type: resource.resourceType,
    vendor_id: resource.vendorId,
    parent_vendor_id: resource.parentVendorId,
    name: resource.name,
    handle: resource.handle,
  }))
  await sql`
    insert into staged_resource (line, type, vendor_id, parent_vendor_id, name, handle)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (
      line bigint, type text, vendor_id text, parent_vendor_id text, name text, handle text)`.execute(
    tx,
  )
}

/** Adds a batch of memberships to the run's `staged_member`. */
export async function stageMembers(
  tx: Transaction,
  members: readonly StagedMember[],
): Promise<void> {
  const rows = members.map((member) => ({
    line: member.line,
    type: member.resourceType,
    resource_vendor_id: member.groupVendorId,
    account_vendor_id: member.accountVendorId,
    account_email: member.accountEmail,
    role: member.role,
  }))
  await sql`
    insert into staged_member (line, type, resource_vendor_id, account_vendor_id, account_email, role)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (
      line bigint, type text, resource_vendor_id text, account_vendor_id text, account_email text, role text)`.execute(
    tx,
  )
}
