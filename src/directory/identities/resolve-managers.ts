import { sql, type RawBuilder } from 'kysely'
import { aboutSome, fewRowsOf, isAboutFew, planKept, send } from '../../database/planning.ts'
import { analyzeIfLarge } from '../../database/temporary-tables.ts'
import type { Transaction } from '../../database/database.ts'
import { edgesClosingCycles, loadEdges } from './break-cycles.ts'
import { accountsHeldBefore } from './held-selection.ts'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'
import { keepUsers } from './snapshots.ts'

/**
 * Resolves the managers of all people governed by the primary from their profiles, as if for the first time:
 * unresolved references are retried, and the outcome does not depend on the order of imports. An edge that would
 * close a cycle is left out and reported; a person who names themself has no manager. Does nothing if the integration names no manager key.
 */
export async function resolveManagers(run: SourceRun): Promise<void> {
  if (await decideManagers(run)) await writeManagers(run)
}

/** Whether {@link resolveManagers} would write anything. */
export async function someManagerMoves(run: SourceRun): Promise<boolean> {
  if (!(await decideManagers(run))) return false
  return someManagerIsMoved(run)
}

/** Whether `manager_claim` names another manager of anyone. */
async function someManagerIsMoved(run: SourceRun): Promise<boolean> {
  const { rows } = await sql`${movedManagers(run)} limit 1 ${planKept(run.tx)}`.execute(run.tx)
  return rows.length > 0
}

/**
 * Does what {@link resolveManagers} would, after a run that wrote few people of all and with managers that were right before it: only the
 * people whose managers can have changed are looked at. @returns false where everybody has to be looked at, and nothing is written
 */
export async function resolveManagersNear(run: SourceRun): Promise<boolean> {
  const { tx, integration } = run
  const { managerProfileKey: key } = integration
  if (!integration.isPrimary || key === null) return true
  if (isAboutFew(tx)) return resolveAround(run, key)
  return (await areSomeMoved(tx)) && aboutSome(tx, () => resolveAround(run, key))
}

async function resolveAround(run: SourceRun, key: string): Promise<boolean> {
  const { tx, integration } = run
  const claimants = await findClaimants(run)
  if (claimants === undefined) return false
  const claiming = claimManagers(tx, integration, { key, among: claimants })
  const [, cycles, moves] = await Promise.all([
    claiming,
    leaveOutKnownCycles(tx),
    someManagerIsMoved(run),
  ])
  if (cycles === 'unknown') return false
  if (moves || cycles === 'left out') await writeManagers(run)
  return true
}

const fewPeople = 100

/** Of so many, whoever is moved is looked at alone; of more, everybody is, by plans for everybody. */
const someShare = 0.05

/** Whether a run wrote few people, or few for the size of the directory. */
async function areSomeMoved(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ are_some: boolean }>`
    select greatest((select count(*) from user_change), (select count(*) from identity_change))
      <= greatest(${fewPeople}, reltuples * ${someShare}) as are_some
    from pg_class where oid = 'public.directory_user'::regclass`.execute(tx)
  return rows[0]?.are_some ?? false
}

/**
 * The people whose manager can be another one since the run: those that it wrote, those below them or below someone who can be named by the
 * same reference, those whose reference led nowhere and may now lead to them, those who name one of them by name, and those whose manager
 * is left out because of a cycle. Undefined where they are not found by an index.
 */
async function findClaimants({ tx, integration }: SourceRun): Promise<string[] | undefined> {
  const { managerProfileHolds: holds } = integration
  if (holds === 'employee_id') return undefined
  const isSame =
    holds === 'vendor_id'
      ? sql`btrim(u.manager_reference) in (select key from named)`
      : sql`email_key(u.manager_reference) in (select key from named)`
  const { rows } = await sql<{ id: string; is_few: boolean }>`
    with moved as materialized (
      select directory_user_id as id from user_change
      union select i.directory_user_id from ${fewRowsOf(tx, 'identity_change')} c join identity i on i.id = c.identity_id
      union select (before ->> 'directory_user_id')::uuid from identity_change
    ),
    named as materialized (${namedBy(tx, integration)}),
    name as materialized (
      select name_key(i.full_name) as key from ${fewRowsOf(tx, 'identity_change')} c join identity i on i.id = c.identity_id
      union select name_key(before ->> 'full_name') from identity_change
    ),
    near as materialized (
      select id from moved where id is not null
      union select u.id from directory_user u where ${holds === 'email'}::boolean and u.email_key = any (array(select key from named))
    )
    select u.id, ${!isAboutFew(tx)}::boolean or (select count(*) <= ${fewPeople} from moved) as is_few
    from directory_user u
    where u.id in (
      select id from near
      union all select c.id from directory_user c where c.manager_problem = 'cycle'
      union all select b.id from directory_user b where b.manager_id = any (array(select id from near))
      union all select u.id from directory_user u where u.manager_problem is not null and ${isSame}
      union all select i.directory_user_id from identity i
        where i.integration_id = ${integration.id} and i.profile ? 'managerName'
          and name_key(i.profile ->> 'managerName') = any (array(select key from name)))
    ${planKept(tx)}`.execute(tx)
  return rows.every(({ is_few: isFew }) => isFew) ? rows.map(({ id }) => id) : undefined
}

/** The keys by which the accounts or people that the run wrote are named, or were. */
function namedBy(
  tx: Transaction,
  { id, managerProfileHolds: holds }: IntegrationFacts,
): RawBuilder<unknown> {
  if (holds === 'vendor_id')
    return sql`select i.vendor_id as key from ${fewRowsOf(tx, 'identity_change')} c join identity i on i.id = c.identity_id
      where i.integration_id = ${id}`
  return sql`select u.email_key as key from ${fewRowsOf(tx, 'user_change')} c join directory_user u on u.id = c.directory_user_id
    union select email_key(before ->> 'email') from user_change`
}

type InCycle = { id: string; was_left_out: boolean; stands: boolean; shares: boolean }

/**
 * Leaves out the edges that closed a cycle before and still do. @returns `unknown` where the claims close another one, so that what is
 * left out depends on everybody
 */
async function leaveOutKnownCycles(tx: Transaction): Promise<'none' | 'left out' | 'unknown'> {
  const { rows } = await sql<InCycle>`
    with recursive above as (
      select directory_user_id as start, target_id as at from ${fewRowsOf(tx, 'manager_claim')} c where target_id is not null
      union
      select a.start, case when c.directory_user_id is null then u.manager_id else c.target_id end
      from above a join directory_user u on u.id = a.at
      left join ${fewRowsOf(tx, 'manager_claim')} c on c.directory_user_id = a.at
      where a.at <> a.start
    ),
    in_cycle as (
      select c.directory_user_id as id, u.manager_problem is not distinct from 'cycle' as was_left_out,
        c.target_id is not distinct from c.current_id as stands
      from above a join ${fewRowsOf(tx, 'manager_claim')} c on c.directory_user_id = a.start join directory_user u on u.id = a.start
      where a.at = a.start
    )
    select o.*, exists (
      select from above a join in_cycle p on p.id = a.at
      where a.start = o.id and p.id <> o.id and not p.stands) as shares
    from in_cycle o ${planKept(tx)}`.execute(tx)
  const closing = rows.filter(({ stands }) => !stands)
  if (closing.some((each) => !each.was_left_out || each.shares)) return 'unknown'
  if (closing.length === 0) return 'none'
  await sql`
    update manager_claim set closing_id = target_id, target_id = null, problem = 'cycle'
    where directory_user_id = any (${closing.map(({ id }) => id)}::uuid[])`.execute(tx)
  return 'left out'
}

/** Fills `manager_claim`. @returns whether the integration names managers */
async function decideManagers({ tx, integration }: SourceRun): Promise<boolean> {
  if (!integration.isPrimary || integration.managerProfileKey === null) return false
  await claimManagers(tx, integration, { key: integration.managerProfileKey, among: 'all' })
  const dropped = edgesClosingCycles(await loadEdges(tx))
  if (dropped.length > 0) {
    await sql`
      update manager_claim set closing_id = target_id, target_id = null, problem = 'cycle'
      where n = any (${dropped}::int[])`.execute(tx)
  }
  return true
}

/** Whose claims: everybody's, or those of some people (uuids). */
type Claimants = { key: string; among: 'all' | readonly string[] }

/**
 * People with a manager that the primary does not govern take part with edges that stay, where everybody does; new people had none
 * before.
 */
async function claimManagers(
  tx: Transaction,
  integration: IntegrationFacts,
  { key, among }: Claimants,
): Promise<void> {
  const isAll = among === 'all'
  const isOneOf = isAll ? sql`true` : sql`u.id = any (${among}::uuid[])`
  const isReferred = isAll
    ? sql`key is not null`
    : sql`key in (select ${referenceKey(integration)} from governed g)`
  const isNamed = isAll
    ? sql`true`
    : sql`search_key(i.full_name) collate "C" = any (array(select search_key(g.name) from governed g))`
  send(tx, sql`delete from manager_claim ${planKept(tx)}`)
  await sql`
    with governed as materialized (
      select u.id, i.vendor_id, left(btrim(profile_text(i.profile, ${key})), 254) as reference,
        profile_text(i.profile, ${integration.managerNameProfileKey}) as name,
        case when n.directory_user_id is null then u.manager_id end as manager_id
      from identity i join directory_user u on u.primary_identity_id = i.id
      left join ${fewRowsOf(tx, 'user_change')} n on n.directory_user_id = u.id and n.is_new
      where i.integration_id = ${integration.id} and u.deleted_at is null and ${isOneOf}
    ),
    target as materialized (
      select is_name, key, coalesce(array_agg(id) filter (where is_live and is_governed), array_agg(id) filter (where is_live),
        array_agg(id) filter (where not is_deleted), array_agg(id)) as people
      from (
        select false as is_name, * from (${managerTargets(integration)}) t where ${isReferred}
        union all
        select true, * from (
          select distinct name_key(i.full_name), u.id, ${presence}
          from identity i join directory_user u on u.id = i.directory_user_id
          where i.integration_id = ${integration.id} and ${isNamed}
            and name_key(i.full_name) in (select name_key(g.name) from governed g) and not ${isHeldNew(integration, 'i.id')}) n
      ) t group by is_name, key
    ),
    claim as (
      select g.id, g.vendor_id, coalesce(nullif(g.reference, ''), left(g.name, 254)) as reference, g.manager_id, true as is_governed,
        case when cardinality(f.people) = 1 then nullif(f.people[1], g.id) end as target_id,
        case when cardinality(f.people) = 1 then null when f.people is null then 'unresolved' else 'ambiguous' end as problem
      from governed g left join target t on not t.is_name and t.key = ${referenceKey(integration)}
      left join target n on n.is_name and n.key = name_key(g.name)
      cross join lateral (select coalesce(t.people, n.people) as people) f
      union all
      select u.id, null, null, u.manager_id, false, u.manager_id, null
      from directory_user u
      where ${isAll}::boolean and u.manager_id is not null and not exists (select from governed g where g.id = u.id)
    )
    insert into manager_claim (n, directory_user_id, reference, target_id, problem, is_governed, current_id)
    select row_number() over (order by vendor_id collate "C", id) - 1, id, nullif(reference, ''), target_id,
      case when reference <> '' then problem end, is_governed, manager_id
    from claim ${planKept(tx)}`.execute(tx)
  // The plans of few rows read it as an array.
  if (!isAboutFew(tx)) await analyzeIfLarge(tx, 'manager_claim')
}

function referenceKey(integration: IntegrationFacts): RawBuilder<unknown> {
  return integration.managerProfileHolds === 'email'
    ? sql`email_key(g.reference)`
    : sql`g.reference`
}

const presence = sql`u.deleted_at is null and u.state not in ('expired', 'deactivated') as is_live,
  u.deleted_at is not null as is_deleted, u.primary_identity_id is not null as is_governed`

/**
 * What a reference can name: `key` and the person. If several people share a key, a present person precedes one who
 * has left, who precedes a deleted one: a manager's state does not end the edges below them. Of those who are present, the ones
 * whom the primary governs come first, because the reference is the primary's. A new account that is
 * held leads to no person yet.
 */
function managerTargets(integration: IntegrationFacts): RawBuilder<unknown> {
  switch (integration.managerProfileHolds) {
    case 'email':
      return sql`select u.email_key as key, u.id, ${presence} from directory_user u
        where (${isHeldNew(integration, 'u.primary_identity_id')}) is not true`
    case 'vendor_id':
      return sql`
        select i.vendor_id as key, u.id, ${presence}
        from identity i join directory_user u on u.id = i.directory_user_id
        where i.integration_id = ${integration.id} and not ${isHeldNew(integration, 'i.id')}`
    case 'employee_id':
      return sql`
        select btrim(profile_text(i.profile, ${integration.employeeIdProfileKey}::text)) as key, u.id, ${presence}
        from identity i join directory_user u on u.primary_identity_id = i.id
        where i.integration_id = ${integration.id}`
  }
}

/** Whether an account is new and held, as SQL. */
function isHeldNew({ id }: IntegrationFacts, identityId: string): RawBuilder<boolean> {
  return sql`${sql.ref(identityId)} in (
    ${accountsHeldBefore} and is_new_account
    union all
    select n.id from held_back b join identity n on n.integration_id = ${id} and n.vendor_id = b.vendor_id
    where b.is_new_account)`
}

// The reference is kept only while it is unresolved.
/** The people whose manager is another one than `manager_claim` says, as SQL. */
const movedManagers = ({ tx, integration: { id } }: SourceRun) => sql`
  select m.* from (
    select c.directory_user_id as id, c.target_id, c.problem, case when c.problem is not null then c.reference end as reference,
      case when c.target_id is not null then ${id}::uuid end as named_by
    from ${fewRowsOf(tx, 'manager_claim')} c where c.is_governed) m
  join directory_user u on u.id = m.id
  where (u.manager_id, u.manager_problem, u.manager_reference, u.manager_integration_id) is distinct from
    (m.target_id, m.problem, m.reference, m.named_by)`

/** Writes the managers of `manager_claim`. */
async function writeManagers(run: SourceRun): Promise<void> {
  const { tx } = run
  const keeping = keepUsers(tx, sql`select id from (${movedManagers(run)}) m`)
  const writing = sql`
    update directory_user u set manager_id = m.target_id, manager_problem = m.problem, manager_reference = m.reference,
      manager_integration_id = m.named_by
    from (${movedManagers(run)}) m where u.id = m.id`.execute(tx)
  await Promise.all([keeping, writing])
}
