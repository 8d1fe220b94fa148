import type { Client } from 'pg'
import { makePeople, primaryIntegrationId, type Scale } from '../../world/policy-world.ts'

const batchSize = 5000

/** Stores the people of that world as Muster does, and a table for manifests. As the owner of a migrated database. */
export async function storeWorld(owner: Client, scale: Scale): Promise<void> {
  // Trigger-derived data plays no part here, and would take minutes.
  await owner.query(`set session_replication_role = replica`)
  await owner.query(
    `insert into integration (id, vendor, type, handle, name, is_primary) values ($1, 'idp', 'okta', 'idp', 'idp', true)`,
    [primaryIntegrationId],
  )
  for (const batch of batches(makePeople(scale))) {
    await owner.query(insertPeople, [JSON.stringify(batch), primaryIntegrationId])
  }
  await owner.query(`set session_replication_role = default`)
  await owner.query(
    `create table bench_manifest (ruleset_id uuid not null, directory_user_id uuid not null, rule_id uuid not null)`,
  )
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
}

const insertPeople = `
  with input as (
    select i->>'id' as id, i->>'baseState' as state, i->>'managerId' as manager_id, i->'identities'->0->'profile' as profile
    from jsonb_array_elements($1::jsonb) as i
  ), person as (
    insert into directory_user (id, base_state, state, manager_id, email)
    select id::uuid, state, state, manager_id::uuid, profile->>'email' from input
  )
  insert into identity (integration_id, vendor_id, directory_user_id, state, vendor_state, linked_by, profile)
  select $2, id, id::uuid, 'active', 'active', 'created', profile from input`

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    if (batch.push(item) < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
