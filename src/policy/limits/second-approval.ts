import { sql } from 'kysely'
import { loadRights } from '../../access/act-on.ts'
import type { Caller } from '../../access/caller.ts'
import type { Reader } from '../../database/database.ts'
import type { Exceeded } from './counting.ts'
import { uuids } from '../../database/uuids.ts'
import { conflict, unprocessable } from '../../http/refusals/problem.ts'
import { encodeId } from '../../contract/ids.ts'

/** For so long a person is not independent of the one who created or restored them, or gave them the right. */
const dependentDays = 30

/** What it takes to approve a plan. */
export const toApprove = ['policy.change.approve', 'directory.user.view'] as const

/** A person who approved the effect that a plan shows. Ids are uuids. */
export type Approval = { userId: string; at: Date }

/** What of a plan decides whether another person has to approve it. */
export type ApprovablePlan = {
  id: string
  /** The existing rulesets that it names or moves. */
  ruleset_ids: readonly string[]
  exceeds: readonly Exceeded[]
  author_type: 'user' | 'service' | 'system'
  author_id: string | null
}

/**
 * Whether a plan beyond a limit takes another person: by the workspace, by a ruleset that it names or moves, or because it
 * loosens what does.
 */
export async function requiresSecond(
  db: Reader,
  { ruleset_ids, exceeds }: Pick<ApprovablePlan, 'ruleset_ids' | 'exceeds'>,
): Promise<boolean> {
  return exceeds.some(isLoosening) || areDecidedByTwo(db, ruleset_ids)
}

export function isLoosening({ scope }: Exceeded): boolean {
  return scope === 'settings'
}

/** Whether two people decide about these rulesets (uuids), or about any. */
async function areDecidedByTwo(db: Reader, rulesetIds: readonly string[] | 'any') {
  const named = rulesetIds === 'any' ? sql`true` : sql`id = any (${uuids(rulesetIds)})`
  const { rows } = await sql<{ required: boolean }>`
    select (select requires_second_approval from policy_settings)
      or exists (select from ruleset where requires_second_approval and ${named}) as required`.execute(
    db,
  )
  return rows[0]?.required ?? false
}

/** That limits are loosened, where two people decide about these rulesets (uuids): no one can take that away alone. */
export async function exceededByLoosening(
  db: Reader,
  rulesetIds: readonly string[] | 'any',
): Promise<Exceeded[]> {
  if (!(await areDecidedByTwo(db, rulesetIds))) return []
  const rulesetId = rulesetIds === 'any' ? null : (rulesetIds[0] ?? null)
  const direction = 'loosen' as const
  return [{ scope: 'settings', rulesetId, direction, people: 0, size: 0, percent: 0, least: 0 }]
}

/**
 * The approvals of a plan that count: of the effect that it shows, by people who still have the right. A plan of an incident
 * counts those of the other plans that show the same.
 */
export async function findApprovals(db: Reader, planId: string): Promise<Approval[]> {
  const { rows } = await sql<Approval>`
    select a.workspace_user_id as "userId", min(a.created_at) as at
    from plan_approval a join plan p on p.id = a.plan_id and p.digest = a.digest
    left join incident_plan n on n.plan_id = p.id
    where p.id = ${planId} or p.expires_at > current_instant() and exists (
      select from incident_plan mine where mine.plan_id = ${planId} and mine.incident_id = n.incident_id
        and mine.digest = n.digest and mine.people is not distinct from n.people)
    group by 1 order by 2, 1`.execute(db)
  const able = await withRight(
    db,
    rows.map(({ userId }) => userId),
  )
  return rows.filter(({ userId }) => able.has(userId))
}

/** Whether a caller is a person who acts as themselves, and not as another person through a link of theirs. */
export function isThemselves({ type, id, issuer }: Caller): boolean {
  return type === 'user' && issuer.type === 'user' && issuer.id === id
}

/** Whether a plan that takes two people would still take another one if this caller applied it. */
export async function lacksSecond(
  db: Reader,
  plan: ApprovablePlan,
  { caller, approvals }: { caller: Caller | undefined; approvals: readonly Approval[] },
): Promise<boolean> {
  const own =
    caller !== undefined && isThemselves(caller) && caller.permissions.has('policy.change.approve')
  const people = [...approvals.map(({ userId }) => userId), ...(own ? [caller.id] : [])]
  const author = plan.author_type === 'user' ? plan.author_id : null
  return !(await hasTwo(db, people, author))
}

/** 409 unless two people who are independent of each other decide a plan: who approved it, and the caller. */
export async function requireSecond(
  db: Reader,
  plan: ApprovablePlan,
  caller: Caller | undefined,
): Promise<void> {
  const approvals = await findApprovals(db, plan.id)
  if (!(await lacksSecond(db, plan, { caller, approvals }))) return
  throw conflict(
    `It exceeds a limit, so another person with policy.change.approve has to approve the plan ${encodeId('plan', plan.id)} first. In the last ${dependentDays} days, neither you nor the author of the plan may have created or restored that person, or given them the right.`,
  )
}

/** 422 for a field that asks for two people while there are no two who are independent of each other. */
export async function requireTwoPeople(db: Reader): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct workspace_user_id as id from workspace_user_role`.execute(db)
  const able = await withRight(
    db,
    rows.map(({ id }) => id),
  )
  if (await hasTwo(db, [...able], null)) return
  throw unprocessable({
    requires_second_approval: [
      `needs two active people with policy.change.approve and directory.user.view. In the last ${dependentDays} days, neither may have created or restored the other, or given them the right`,
    ],
  })
}

/** Those of these people (uuids) who may sign in now, and approve. */
async function withRight(db: Reader, people: readonly string[]): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from workspace_user where id = any (${uuids(people)}) and base_state = 'active'
      and (expires_at is null or expires_at > current_instant())`.execute(db)
  const rights = await loadRights(
    db,
    rows.map(({ id }) => id),
  )
  return new Set(
    [...rights].flatMap(([id, { permissions }]) =>
      toApprove.every((permission) => permissions.has(permission)) ? id : [],
    ),
  )
}

/** Whether there are two among these people who are independent of each other and of the author. */
async function hasTwo(
  db: Reader,
  people: readonly string[],
  author: string | null,
): Promise<boolean> {
  const { humans, made } = await loadDependence(db, author === null ? people : [...people, author])
  const humanOf = (id: string) => humans.get(id) ?? id
  const distinct = [...new Set(people.map(humanOf))]
  const isMade = (one: string, other: string) => made.has(`${one} ${other}`)
  const free = distinct.filter((human) => author === null || !isMade(humanOf(author), human))
  return free.some((one, index) =>
    free.slice(index + 1).some((other) => !isMade(one, other) && !isMade(other, one)),
  )
}

const since = sql`current_instant() - ${dependentDays} * interval '1 day'`
const change = (key: string, part: 'old' | 'new') => sql`l.changes -> ${key} ->> ${part}`
const grown = (key: string) =>
  sql`(l.changes -> ${key} is not null and not coalesce(l.changes -> ${key} -> 'old' @> (l.changes -> ${key} -> 'new'), false))`
const endsLater = sql`(l.changes -> 'expires_at' is not null and coalesce(
  (${change('expires_at', 'new')})::timestamptz > (${change('expires_at', 'old')})::timestamptz, ${change('expires_at', 'new')} is null))`

/**
 * Whose each account (a workspace user, uuid) is: accounts that are tied to one person, or to a secondary user of theirs, or were
 * lately, are of one human. `made`: `<maker> <human>` of each of these humans that another of them created, restored, gave a
 * later end or more rights lately: by an account of theirs, a service that they lead or whose jobs they trust, or what they opened as someone else.
 */
async function loadDependence(db: Reader, accounts: readonly string[]) {
  const { rows } = await sql<{ id: string; human: string; makers: string[] }>`
    with account as materialized (
      select u.id, coalesce(d.parent_user_id, d.id, u.id) as human
      from workspace_user u left join directory_user d on d.id = coalesce(u.directory_user_id, (
        select l.subject_id from audit_log l
        where l.record_id = u.id and l.event = 'workspace.user.update' and l.changes ? 'directory_user_id' and l.at > ${since}
        order by l.at desc, l.sequence desc limit 1))
    ), own as materialized (
      select * from account where human in (select human from account where id = any (${uuids(accounts)}))
    ), credential as materialized (
      select workspace_user_id, service_id, issuer_user_id, issuer_service_id, created_at, least(revoked_at, expires_at) as ended_at
      from token where expires_at > ${since}
      union all
      select workspace_user_id, null, issuer_user_id, issuer_service_id, created_at, least(revoked_at, expires_at)
      from session where expires_at > ${since} and (issuer_user_id is not null or issuer_service_id is not null)
    ), led as materialized (
      select o.human, a.service_id as id from own o join service_admin a on a.workspace_user_id = o.id
      where a.admin_role in ('admin', 'token')
      union select o.human, c.service_id from own o join credential c on c.issuer_user_id = o.id
      where c.service_id is not null and c.ended_at > ${since}
      union select o.human, s.id from own o join service s on s.workload_identities <> '[]' and s.workload_identities @> jsonb_build_array(
        jsonb_build_object('set_by', encode_id('wsusr', o.id)))
      union select o.human, l.record_id from own o join audit_log l on l.actor_id = o.id
      where l.at > ${since} and l.event = 'workspace.service.update' and l.changes ? 'workload_identities'
    ), hand as materialized (
      select human, id, null::timestamptz as created_at, null::timestamptz as ended_at from own
      union all select human, id, null, null from led
      union all select o.human, c.workspace_user_id, c.created_at, c.ended_at
      from (select human, id from own union select human, id from led) o join credential c on o.id in (c.issuer_user_id, c.issuer_service_id)
      where c.workspace_user_id is not null
    ), deed as materialized (
      select u.id as account_id, u.human, l.actor_id, l.at
      from own u cross join lateral (
        select u.id as record_id union all select role_id from workspace_user_role where workspace_user_id = u.id
      ) r join audit_log l on l.record_id = r.record_id and l.at > ${since}
      where u.id = any (${uuids(accounts)}) and (l.event in ('workspace.user.create', 'workspace.user.restore')
        or l.event = 'workspace.user.update' and (${grown('roles')} or ${endsLater})
        or l.event = 'workspace.role.update' and ${grown('permissions')})
    )
    select u.id, u.human, array(
      select distinct h.human from deed d join hand h on h.id = d.actor_id and h.human <> d.human
      where d.account_id = u.id and (h.created_at is null or d.at between h.created_at and h.ended_at)) as makers
    from own u where u.id = any (${uuids(accounts)})`.execute(db)
  return {
    humans: new Map(rows.map(({ id, human }) => [id, human])),
    made: new Set(rows.flatMap(({ human, makers }) => makers.map((each) => `${each} ${human}`))),
  }
}
