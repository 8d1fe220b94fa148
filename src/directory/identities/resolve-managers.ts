import { sql, type RawBuilder } from 'kysely'
import { analyzeIfLarge } from '../../database/temporary-tables.ts'
import type { Transaction } from '../../database/database.ts'
import { edgesClosingCycles, type Edges } from './break-cycles.ts'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'
import { keepUsers } from './snapshots.ts'

/**
 * Resolves the managers of all people governed by the primary from their profiles, as if for the first time:
 * unresolved references are retried, and the outcome does not depend on the order of imports. An edge that would
 * close a cycle is left out and reported. Does nothing if the integration names no manager key.
 */
export async function resolveManagers(run: SourceRun): Promise<void> {
  if (await decideManagers(run)) await writeManagers(run.tx)
}

/** Whether {@link resolveManagers} would write anything. */
export async function someManagerMoves(run: SourceRun): Promise<boolean> {
  if (!(await decideManagers(run))) return false
  return (await sql`${movedManagers} limit 1`.execute(run.tx)).rows.length > 0
}

/** Fills `manager_claim`. @returns whether the integration names managers */
async function decideManagers({ tx, integration }: SourceRun): Promise<boolean> {
  if (!integration.isPrimary || integration.managerProfileKey === null) return false
  await claimManagers(tx, integration, integration.managerProfileKey)
  const dropped = edgesClosingCycles(await loadEdges(tx))
  if (dropped.length > 0) {
    await sql`
      update manager_claim set closing_id = target_id, target_id = null, problem = 'cycle'
      where n = any (${dropped}::int[])`.execute(tx)
  }
  return true
}

/**
 * People with a manager that the primary does not govern take part with edges that stay; new people had none
 * before.
 */
async function claimManagers(
  tx: Transaction,
  integration: IntegrationFacts,
  key: string,
): Promise<void> {
  await sql`delete from manager_claim`.execute(tx)
  await sql`
    with governed as materialized (
      select u.id, i.vendor_id, left(btrim(profile_text(i.profile, ${key})), 254) as reference,
        case when n.directory_user_id is null then u.manager_id end as manager_id
      from identity i join directory_user u on u.primary_identity_id = i.id
      left join user_change n on n.directory_user_id = u.id and n.is_new
      where i.integration_id = ${integration.id} and u.deleted_at is null
    ),
    target as materialized (
      select key, coalesce(array_agg(id) filter (where is_live), array_agg(id) filter (where not is_deleted),
        array_agg(id)) as people
      from (${managerTargets(integration)}) t where key is not null group by key
    ),
    claim as (
      select g.id, g.vendor_id, g.reference, g.manager_id, true as is_governed,
        case when cardinality(t.people) = 1 then t.people[1] end as target_id,
        case when g.reference is null or cardinality(t.people) = 1 then null
          when t.people is null then 'unresolved' else 'ambiguous' end as problem
      from governed g left join target t on t.key = ${referenceKey(integration)}
      union all
      select u.id, null, null, u.manager_id, false, u.manager_id, null
      from directory_user u
      where u.manager_id is not null and not exists (select from governed g where g.id = u.id)
    )
    insert into manager_claim (n, directory_user_id, reference, target_id, problem, is_governed, current_id)
    select row_number() over (order by vendor_id collate "C", id) - 1, id, nullif(reference, ''), target_id,
      case when reference <> '' then problem end, is_governed, manager_id
    from claim`.execute(tx)
  await analyzeIfLarge(tx, 'manager_claim')
}

function referenceKey(integration: IntegrationFacts): RawBuilder<unknown> {
  return integration.managerProfileHolds === 'email'
    ? sql`email_key(g.reference)`
    : sql`g.reference`
}

/**
 * What a reference can name: `key` and the person. If several people share a key, a present person precedes one who
 * has left, who precedes a deleted one: a manager's state does not end the edges below them. A new account that is
 * held leads to no person yet.
 */
function managerTargets(integration: IntegrationFacts): RawBuilder<unknown> {
  const presence = sql`u.deleted_at is null and u.state not in ('expired', 'deactivated') as is_live,
    u.deleted_at is not null as is_deleted`
  const isHeldNew = (identityId: string) => sql`${sql.ref(identityId)} in (
    select identity_id from held_account
    where is_new_account and (incident_id is not null or rejected ? 'state')
      and identity_id not in (select identity_id from accepted_account)
    union all
    select n.id from held_back b join identity n on n.integration_id = ${integration.id} and n.vendor_id = b.vendor_id
    where b.is_new_account)`
  switch (integration.managerProfileHolds) {
    case 'email':
      return sql`select u.email_key as key, u.id, ${presence} from directory_user u
        where (${isHeldNew('u.primary_identity_id')}) is not true`
    case 'vendor_id':
      return sql`
        select i.vendor_id as key, u.id, ${presence}
        from identity i join directory_user u on u.id = i.directory_user_id
        where i.integration_id = ${integration.id} and not ${isHeldNew('i.id')}`
    case 'employee_id':
      return sql`
        select btrim(profile_text(i.profile, ${integration.employeeIdProfileKey}::text)) as key, u.id, ${presence}
        from identity i join directory_user u on u.primary_identity_id = i.id
        where i.integration_id = ${integration.id}`
  }
}

const pageSize = 50_000

async function loadEdges(tx: Transaction): Promise<Edges> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from manager_claim`.execute(tx)
  const count = rows[0]?.count ?? 0
  const edges: Edges = { next: new Int32Array(count).fill(-1), standing: new Uint8Array(count) }
  for (let start = 0; start < count; start += pageSize) await loadPage(tx, edges, start)
  return edges
}

async function loadPage(tx: Transaction, edges: Edges, start: number): Promise<void> {
  const { rows } = await sql<{ n: number; next: number; standing: number }>`
    select c.n, t.n as next,
      case when not c.is_governed then 2 when c.target_id = c.current_id then 1 else 0 end as standing
    from manager_claim c join manager_claim t on t.directory_user_id = c.target_id
    where c.n >= ${start} and c.n < ${start + pageSize}`.execute(tx)
  for (const row of rows) {
    edges.next[row.n] = row.next
    edges.standing[row.n] = row.standing
  }
}

// The reference is kept only while it is unresolved.
const movedManagers = sql`
  select c.directory_user_id as id, c.target_id, c.problem,
    case when c.problem is not null then c.reference end as reference
  from manager_claim c join directory_user u on u.id = c.directory_user_id
  where c.is_governed and (u.manager_id, u.manager_problem, u.manager_reference) is distinct from
    (c.target_id, c.problem, case when c.problem is not null then c.reference end)`

async function writeManagers(tx: Transaction): Promise<void> {
  await keepUsers(tx, sql`select id from (${movedManagers}) m`)
  await sql`
    update directory_user u set manager_id = m.target_id, manager_problem = m.problem, manager_reference = m.reference
    from (${movedManagers}) m where u.id = m.id`.execute(tx)
}
