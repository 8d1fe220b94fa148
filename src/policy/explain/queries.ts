import { sql } from 'kysely'
import type { JsonObject } from '../../contract/json.ts'
import type { Reader } from '../../database/database.ts'
import type { BaseState, Person } from '../../engine/model.ts'
import { isRead } from '../model/people-facts.ts'
import { ruleJson, policyResourceJson, rulesetJson } from '../shapes/columns.ts'
import { summaryJson, summarySource } from '../shapes/person-summary.ts'
import { stateSourceJson } from '../shapes/state-source.ts'
import { roleSince, selectStays } from '../users/queries.ts'

/** An account of the person, with its last change. */
export type SubjectIdentity = {
  id: string
  integration_id: string
  integration_handle: string
  state: 'active' | 'suspended' | 'deactivated'
  profile: JsonObject
  changed_at: string
}

type StateColumns = { base_state: BaseState; expires_at: number | null; deleted_at: number | null }

/** The explained person. JSON text where only the presenter reads it; instants are milliseconds. */
export type SubjectRow = StateColumns & {
  id: string
  manager_id: string | null
  parent_user_id: string | null
  parent: (StateColumns & { id: string; full_name: string }) | null
  identities: SubjectIdentity[]
  summary: string
  state_source: string
  /** The versions that the explanation depends on: the person's body, all bodies, the policy. */
  version: number
  epoch: number
  policy: number
}

const states = sql`'base_state', f.base_state, 'expires_at', floor(extract(epoch from f.expires_at) * 1000)::bigint,
  'deleted_at', floor(extract(epoch from f.deleted_at) * 1000)::bigint`

/** Undefined for an id that no person has. */
export async function findSubject(db: Reader, id: string): Promise<SubjectRow | undefined> {
  const { rows } = await sql<SubjectRow>`
    select p.id, p.base_state, floor(extract(epoch from p.expires_at) * 1000)::bigint as expires_at,
      floor(extract(epoch from p.deleted_at) * 1000)::bigint as deleted_at, p.manager_id, p.parent_user_id,
      (select jsonb_build_object('id', f.id, 'full_name', f.full_name, ${states})
        from directory_user f where f.id = p.parent_user_id) as parent,
      coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'integration_id', i.integration_id,
          'integration_handle', g.handle, 'state', i.state, 'profile', i.profile, 'changed_at', iso(i.updated_at)) order by i.integration_id, i.id)
        from identity i join integration g on g.id = i.integration_id
        where i.directory_user_id = p.id and ${isRead}), '[]') as identities,
      ${summaryJson} as summary, ${stateSourceJson} as state_source, v.version, e.epoch, e.policy
    from ${summarySource}
    join directory_user_version v on v.directory_user_id = p.id cross join policy_epoch e
    where p.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** The row as the engine knows people. */
export function personOf(row: SubjectRow): Person {
  return {
    id: row.id,
    baseState: row.base_state,
    expiresAt: row.expires_at,
    deletedAt: row.deleted_at,
    managerId: row.manager_id,
    parentId: row.parent_user_id,
    identities: row.identities.map(({ integration_id, state, profile }) => ({
      integrationId: integration_id,
      isDeactivated: state === 'deactivated',
      profile,
    })),
  }
}

/** Only the state of a parent is needed, and a parent has no parent. */
export function parentOf({ parent }: SubjectRow): Person | null {
  if (parent === null) return null
  return {
    id: parent.id,
    baseState: parent.base_state,
    expiresAt: parent.expires_at,
    deletedAt: parent.deleted_at,
    managerId: null,
    parentId: null,
    identities: [],
  }
}

/** Rulesets and their resources, as JSON text, by uuid. */
export async function selectRulesetsShown(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, { version: number; ruleset: string; resource: string }>> {
  const { rows } = await sql<{ id: string; version: number; ruleset: string; resource: string }>`
    select rs.id, rs.version, ${rulesetJson} as ruleset, ${policyResourceJson} as resource
    from ruleset rs cross join policy_settings ps where rs.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...shown }) => [id, shown]))
}

/** The stay of a person in the manifest of a ruleset. */
export function findStay(db: Reader, { userId, rulesetId }: { userId: string; rulesetId: string }) {
  return selectStays(db, undefined)
    .select(['s.id', 'h.state', 's.rule_id', 's.expires_at', 's.expires_by'])
    .select(roleSince.as('role_since'))
    .where('s.directory_user_id', '=', userId)
    .where('s.ruleset_id', '=', rulesetId)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
}
export type FoundStay = NonNullable<Awaited<ReturnType<typeof findStay>>>

/** Rules as JSON text (RuleRow), by uuid. */
export async function selectRulesShown(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; rule: string }>`
    select r.id, ${ruleJson} as rule from rule r join ruleset rs on rs.id = r.ruleset_id
    join policy_role pr on pr.id = r.policy_role_id cross join policy_settings ps
    where r.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, rule }) => [id, rule]))
}

/** Names of people, with the versions of the rows that they were read from. */
export async function selectNames(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, { name: string; version: number }>> {
  const { rows } = await sql<{ id: string; name: string; version: number }>`
    select id, coalesce(nullif(full_name, ''), email, '') as name, version
    from directory_user where id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...named }) => [id, named]))
}
