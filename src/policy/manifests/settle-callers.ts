import { sql } from 'kysely'
import { endAccessBeyondRights } from '../../access/end-access.ts'
import { changesBetween, record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { ServiceAdminRole } from '../../contract/states.ts'
import { instantOf } from '../../database/policy-lock.ts'
import { instant, instantOrNull } from '../../http/shapes/schema.ts'
import { refreshWorkspaceUserStates, type DueCallers, type StateChange } from './due-queries.ts'

/**
 * Ends the workspace users, services and roles on services (uuids) whose end has come, and gives an end to services whose confirmation is
 * missed, each with its audit row.
 */
export async function endCallers(
  tx: Transaction,
  actor: AuditActor,
  { workspace_user: users, service: services, service_admin: admins, ...due }: DueCallers,
): Promise<void> {
  const ended = await refreshWorkspaceUserStates(tx, users)
  await record(tx, actor, ended.map(workspaceUserExpired))
  const changed = await refreshServiceStates(tx, services)
  await record(tx, actor, changed.map(serviceExpired))
  await endServiceAdmins(tx, actor, admins)
  await endUnconfirmed(tx, actor, due.service_confirmation)
}

/** Makes the trigger that derives a service's state read the clock again; returns those whose state changed. */
async function refreshServiceStates(
  tx: Transaction,
  ids: readonly string[],
): Promise<StateChange[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StateChange>`
    with before as materialized (
      select id, state from service where id = any (${ids}::uuid[]) order by id for no key update
    )
    update service s set state = s.state from before where s.id = before.id
    returning s.id, before.state as before, s.state as after`.execute(tx)
  return rows.filter(({ before, after }) => before !== after)
}

/** How long a service still has that nobody has confirmed. */
const daysToGo = 30

/** Services that nobody has confirmed for so long get an end. */
async function endUnconfirmed(
  tx: Transaction,
  actor: AuditActor,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<StateChange & { former_end: Date | null; end: Date }>`
    with before as materialized (
      select id, state, ends_at from service where id = any (${ids}::uuid[]) order by id for no key update
    )
    update service s set unconfirmed_ends_at = current_instant() + ${daysToGo} * interval '1 day'
    from before b where s.id = b.id and b.state in ('active', 'expiring') and s.unconfirmed_ends_at is null
      and s.confirm_by + interval '30 days' <= current_instant()
    returning s.id, b.state as before, s.state as after, b.ends_at as former_end, s.ends_at as end`.execute(
    tx,
  )
  await record(tx, actor, rows.map(serviceUnconfirmed))
}

type EndedAdmin = {
  id: string
  service_id: string
  workspace_user_id: string
  directory_user_id: string | null
  admin_role: ServiceAdminRole
  expires_at: Date
}

/** Deletes the roles on services of these ids whose end has passed, under the locks of their services. */
export async function endServiceAdmins(
  tx: Transaction,
  actor: AuditActor,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select from service where id in (select service_id from service_admin where id = any (${ids}::uuid[]))
    order by id for no key update`.execute(tx)
  const { rows } = await sql<EndedAdmin>`
    delete from service_admin a using workspace_user u
    where a.id = any (${ids}::uuid[]) and u.id = a.workspace_user_id and a.expires_at <= current_instant()
    returning a.id, a.service_id, a.workspace_user_id, u.directory_user_id, a.admin_role, a.expires_at`.execute(
    tx,
  )
  if (rows.length === 0) return
  await record(tx, actor, rows.map(serviceAdminExpired))
  const people = rows.map((row) => row.workspace_user_id)
  await endAccessBeyondRights(tx, people, { actor, now: await instantOf(tx) })
}

function workspaceUserExpired(
  change: StateChange & { directory_user_id: string | null },
): AuditEntry {
  return {
    event: 'workspace.user.expired',
    record: { kind: 'workspaceUser', id: change.id },
    subjectId: change.directory_user_id,
    changes: { state: { old: change.before, new: change.after } },
  }
}

function serviceExpired({ id, before, after }: StateChange): AuditEntry {
  return {
    event: 'workspace.service.expired',
    record: { kind: 'service', id },
    changes: { state: { old: before, new: after } },
  }
}

function serviceUnconfirmed({
  former_end: former,
  end,
  ...change
}: StateChange & { former_end: Date | null; end: Date }): AuditEntry {
  return {
    event: 'workspace.service.unconfirmed',
    record: { kind: 'service', id: change.id },
    changes: changesBetween(
      { state: change.before, expires_at: instantOrNull(former) },
      { state: change.after, expires_at: instant(end) },
    ),
  }
}

function serviceAdminExpired(admin: EndedAdmin): AuditEntry {
  return {
    event: 'workspace.service_admin.expired',
    record: { kind: 'serviceAdmin', id: admin.id },
    parent: { kind: 'service', id: admin.service_id },
    related: { kind: 'workspaceUser', id: admin.workspace_user_id },
    subjectId: admin.directory_user_id,
    changes: {
      admin_role: { old: admin.admin_role, new: null },
      expires_at: { old: instant(admin.expires_at), new: null },
    },
  }
}
