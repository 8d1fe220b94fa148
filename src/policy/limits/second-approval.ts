import { sql } from 'kysely'
import { loadRights } from '../../access/act-on.ts'
import type { Caller } from '../../access/caller.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { conflict, unprocessable } from '../../http/problem.ts'
import { encodeId } from '../../contract/ids.ts'

/** For so long a person is not independent of the one who created or restored them, or gave them the right. */
const dependentDays = 30

/** A person who approved the effect that a plan shows. Ids are uuids. */
export type Approval = { userId: string; at: Date }

/** What of a plan decides whether another person has to approve it. */
export type ApprovablePlan = {
  id: string
  /** The existing rulesets that it names or moves. */
  ruleset_ids: readonly string[]
  author_type: 'user' | 'service' | 'system'
  author_id: string | null
}

/** Whether a plan beyond a limit takes another person, by the workspace or a ruleset that it names or moves. */
export async function requiresSecond(db: Reader, rulesetIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select (select requires_second_approval from policy_settings)
      or exists (select from ruleset where requires_second_approval and id = any (${uuids(rulesetIds)})) as required`.execute(
    db,
  )
  return rows[0]?.required ?? false
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
      `needs two active people with policy.change.approve. In the last ${dependentDays} days, neither may have created or restored the other, or given them the right`,
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
      permissions.has('policy.change.approve') ? id : [],
    ),
  )
}

/** Whether there are two among these people who are independent of each other and of the author. */
async function hasTwo(
  db: Reader,
  people: readonly string[],
  author: string | null,
): Promise<boolean> {
  const distinct = [...new Set(people)]
  if (distinct.length < 2) return false
  const made = await madeBy(db, distinct, author === null ? distinct : [...distinct, author])
  const isMade = (one: string, other: string) => made.has(`${one} ${other}`)
  const free = distinct.filter((id) => author === null || !isMade(author, id))
  return free.some((one, index) =>
    free.slice(index + 1).some((other) => !isMade(one, other) && !isMade(other, one)),
  )
}

const grown = (key: string) =>
  sql`(l.changes -> ${key} is not null and not coalesce(l.changes -> ${key} -> 'old' @> (l.changes -> ${key} -> 'new'), false))`

/** `<maker> <person>` where one of the makers lately created or restored one of these people, or gave them more rights. */
async function madeBy(
  db: Reader,
  people: readonly string[],
  makers: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select distinct l.actor_id || ' ' || u.id as pair
    from workspace_user u join audit_log l on l.record_id = u.id
      or l.event = 'workspace.role.update' and l.record_id in (
        select r.role_id from workspace_user_role r where r.workspace_user_id = u.id)
    where u.id = any (${uuids(people)}) and l.actor_type = 'user' and l.actor_id = any (${uuids(makers)})
      and l.actor_id <> u.id and l.at > current_instant() - ${dependentDays} * interval '1 day'
      and (l.event in ('workspace.user.create', 'workspace.user.restore')
        or l.event = 'workspace.user.update' and ${grown('roles')}
        or l.event = 'workspace.role.update' and ${grown('permissions')})`.execute(db)
  return new Set(rows.map(({ pair }) => pair))
}
