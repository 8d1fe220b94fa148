import { sql } from 'kysely'
import type { PersonChange } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { withBulkPlans } from '../../database/planning.ts'
import { inSlices } from '../../http/lists/in-slices.ts'
import { inBatches } from '../../policy/model/in-batches.ts'
import type { Effect } from '../../policy/plans/effect.ts'
import {
  accessColumns,
  accessValues,
  rowsPerStatement,
  storedAccess,
} from '../../policy/plans/effect-rows.ts'

/** A person that an import would change, or whose access it would change. */
export type PlannedPerson = {
  /** The uuid; of a person that the import creates, one that is gone with the plan. */
  id: string
  /** Null where only their access changes. */
  change: PersonChange | null
  state_after: string
  /** Of a person that the import creates, null for others: their name, address and account. */
  full_name: string | null
  email: string | null
  vendor_id: string | null
}

/** The effect of an import, person by person. */
export type PlannedPeople = Pick<Effect, 'rows' | 'rulesets'> & {
  /** The people that the import writes, in any order. */
  people: PlannedPerson[]
}

/**
 * The people that the import of this transaction changes, from its audit rows. It reads nothing that can be read later, because the
 * transaction holds the policy lock.
 */
export async function selectPlannedPeople(
  tx: Transaction,
  requestId: string,
  { rows, rulesets }: Pick<Effect, 'rows' | 'rulesets'>,
): Promise<PlannedPeople> {
  const { rows: people } = await withBulkPlans(tx, () =>
    sql<PlannedPerson>`
      with written as materialized (
        select record_id as id, (array_agg(event order by sequence))[1] as event from audit_log
        where request_id = ${requestId} and record_type = 'drusr' group by record_id
      ),
      person as (
        select u.id, u.full_name, u.email, u.state, u.primary_identity_id, case w.event
          when 'directory.user.create' then 'created' when 'directory.user.change' then 'changed'
          when 'directory.user.activate' then 'activated' when 'directory.user.suspend' then 'suspended'
          when 'directory.user.deactivate' then 'deactivated' end as change
        from written w join directory_user u on u.id = w.id
      )
      select p.id, p.change, p.state as state_after, i.vendor_id,
        case when p.change = 'created' then p.full_name end as full_name,
        case when p.change = 'created' then p.email end as email
      from person p left join identity i on p.change = 'created' and i.id = p.primary_identity_id`.execute(
      tx,
    ),
  )
  return { rows, rulesets, people }
}

/** Keeps the people of a plan with its run, by the names that they have now. */
export async function writePlannedPeople(
  tx: Transaction,
  runId: string,
  { rows, rulesets, people: written }: PlannedPeople,
): Promise<void> {
  await sql`
    insert into import_run_ruleset (run_id, ruleset_id, name, type, is_new)
    select ${runId}, id, name, type, "isNew" from json_to_recordset(${JSON.stringify(rulesets)}::json)
      as r (id uuid, name text, type text, "isNew" boolean)`.execute(tx)
  const people = await withMoved(tx, written, rows)
  const positions = new Map<string, number>()
  for (const batch of inBatches(people, rowsPerStatement)) {
    const start = positions.size
    batch.forEach(({ id }, index) => positions.set(id, start + index))
    await insertPeople(tx, runId, start, batch)
  }
  for (const batch of inBatches(rows, rowsPerStatement)) {
    const places = batch.flatMap((row) => {
      const person = positions.get(row.personId)
      return person === undefined ? [] : [{ person, ruleset: row.rulesetId, ...storedAccess(row) }]
    })
    await sql`
      insert into import_run_effect (run_id, person, ruleset_id, ${accessColumns})
      select ${runId}, person, ruleset, ${accessValues} from json_to_recordset(${JSON.stringify(places)}::json)
        as r (person integer, ruleset uuid, kinds jsonb, before jsonb, after jsonb)`.execute(tx)
  }
  await sql`select analyze_planned_people()`.execute(tx)
}

/** All people of a plan, by name: those that the import writes, and those whose access alone would change. */
async function withMoved(
  tx: Transaction,
  written: readonly PlannedPerson[],
  rows: PlannedPeople['rows'],
): Promise<PlannedPerson[]> {
  const known = new Map(written.map((person) => [person.id, person]))
  const names = new Map(written.map(({ id, full_name: name }) => [id, name]))
  for await (const { personId } of inSlices(rows))
    if (!known.has(personId)) names.set(personId, null)
  const { rows: ordered } = await sql<{ id: string; state: string }>`
    select p.id, coalesce(u.state, '') as state
    from unnest(${[...names.keys()]}::uuid[], ${[...names.values()]}::text[]) as p (id, created)
    left join directory_user u on u.id = p.id
    order by coalesce(p.created, u.full_name), p.id`.execute(tx)
  return ordered.map(({ id, state }) => known.get(id) ?? onlyAccess(id, state))
}

function onlyAccess(id: string, state: string): PlannedPerson {
  return { id, change: null, full_name: null, email: null, vendor_id: null, state_after: state }
}

async function insertPeople(
  tx: Transaction,
  runId: string,
  start: number,
  people: readonly PlannedPerson[],
): Promise<void> {
  const written = people.map(({ id, ...person }, index) => ({
    ...person,
    position: start + index,
    directory_user_id: person.change === 'created' ? null : id,
  }))
  await sql`
    insert into import_run_person (run_id, position, directory_user_id, vendor_id, full_name, email, change, state_after)
    select ${runId}, position, directory_user_id, vendor_id, full_name, email, change, state_after
    from json_to_recordset(${JSON.stringify(written)}::json)
      as r (position integer, directory_user_id uuid, vendor_id text, full_name text, email text, change text, state_after text)`.execute(
    tx,
  )
}
