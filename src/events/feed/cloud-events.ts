import { sql } from 'kysely'
import { decodeId, encodeId, encodePrefixed, idPrefixes, type IdKind } from '../../contract/ids.ts'
import { isRecord } from '../../contract/json.ts'
import { kindOfPrefix, recordTypes } from '../../contract/record-types.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { AuditActorType } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { EventRow } from './read-page.ts'
import type { CloudEventJson } from './schema.ts'

/** Who receives events: names are shown where they may see them. */
export type EventReader = { publicOrigin: string; may: (permission: Permission) => boolean }

/** Events as they are sent. They have ids; names are added now, so that nothing personal is stored with them. */
export async function presentEvents(
  db: Reader,
  rows: readonly EventRow[],
  reader: EventReader,
): Promise<CloudEventJson[]> {
  if (rows.length === 0) return []
  const facts = await loadFacts(db, rows, reader)
  return rows.map((row) => present(row, facts, reader))
}

/** Who an event is about: the person, else the record. Events of one subject are in order. */
export function subjectOf({ subject_id, record_type, record_id }: EventRow): string {
  return subject_id === null
    ? encodePrefixed(record_type, record_id)
    : encodeId('directoryUser', subject_id)
}

type Facts = {
  sequences: ReadonlyMap<number, number>
  people: ReadonlyMap<string, string>
  rulesets: ReadonlyMap<string, RulesetFacts>
  roles: ReadonlyMap<string, string>
  integrations: ReadonlyMap<number, string | null>
}
type RulesetFacts = { id: string; kind: 'resource' | 'attribute'; of: string; name: string }

async function loadFacts(
  db: Reader,
  rows: readonly EventRow[],
  { may }: EventReader,
): Promise<Facts> {
  return {
    sequences: await numberEvents(db, rows),
    people: may('directory.user.view') ? await namePeople(db, rows) : new Map(),
    rulesets: await findRulesets(db, rows),
    roles: await findRoles(db, rows),
    integrations: await findIntegrations(db, rows),
  }
}

/** For each event (by position) how many events of its subject are at or before it, archived ones too. The order of a subject's events is that of their commits. */
async function numberEvents(db: Reader, rows: readonly EventRow[]): Promise<Map<number, number>> {
  const about = (isPerson: boolean) => {
    const own = rows.filter((row) => (row.subject_id !== null) === isPerson)
    const last = new Map(own.map((row) => [row.subject_id ?? row.record_id, row.position]))
    return { ids: [...last.keys()], last: [...last.values()] }
  }
  const [people, records] = [about(true), about(false)]
  const found = await sql<{ position: number; number: number }>`
    select position, number + coalesce(c.events, 0) as number from (
      select l.sequence as position, w.id, row_number() over (partition by l.subject_id order by l.sequence) as number
      from unnest(${people.ids}::uuid[], ${people.last}::bigint[]) as w (id, last)
      join audit_log l on l.subject_id = w.id and l.sequence <= w.last and is_event(l.event)
      union all
      select l.sequence, w.id, row_number() over (partition by l.record_id order by l.sequence)
      from unnest(${records.ids}::uuid[], ${records.last}::bigint[]) as w (id, last)
      join audit_log l on l.record_id = w.id and l.sequence <= w.last and l.subject_id is null and is_event(l.event)
    ) numbered left join audit_archived_count c using (id) where position = any (${rows.map(({ position }) => position)}::bigint[])`.execute(
    db,
  )
  return new Map(found.rows.map(({ position, number }) => [position, number]))
}

async function namePeople(db: Reader, rows: readonly EventRow[]): Promise<Map<string, string>> {
  const ids = distinct(rows.map(({ subject_id }) => subject_id))
  const { rows: people } = await sql<{ id: string; full_name: string }>`
    select id, full_name from directory_user where id = any (${uuids(ids)})`.execute(db)
  return new Map(people.map(({ id, full_name }) => [id, full_name]))
}

async function findRulesets(
  db: Reader,
  rows: readonly EventRow[],
): Promise<Map<string, RulesetFacts>> {
  const ids = distinct(
    rows.map((row) => (row.parent_type === idPrefixes.ruleset ? row.parent_id : null)),
  )
  const { rows: found } = await sql<RulesetFacts>`
    select r.id, case when r.attribute_id is null then 'resource' else 'attribute' end as kind,
      coalesce(r.attribute_id, r.resource_id) as of, coalesce(a.name, v.name, '') as name
    from ruleset r left join attribute a on a.id = r.attribute_id left join resource v on v.id = r.resource_id
    where r.id = any (${uuids(ids)})`.execute(db)
  return new Map(found.map((ruleset) => [ruleset.id, ruleset]))
}

/** The roles that the rules of stays grant, by the rule's id in the API. */
async function findRoles(db: Reader, rows: readonly EventRow[]): Promise<Map<string, string>> {
  const named = rows.flatMap((row) => {
    const { from, to } = step(row, 'rule_id')
    return [from, to].map((id) => (id === null ? null : (decodeId('rule', id) ?? null)))
  })
  const ids = distinct([...named, ...rows.map(ruleOf)])
  const { rows: found } = await sql<{ id: string; handle: string }>`
    select r.id, p.handle from rule r join policy_role p on p.id = r.policy_role_id where r.id = any (${uuids(ids)})`.execute(
    db,
  )
  return new Map(found.map(({ id, handle }) => [encodeId('rule', id), handle]))
}

async function findIntegrations(
  db: Reader,
  rows: readonly EventRow[],
): Promise<Map<number, string | null>> {
  const { rows: found } = await sql<{ position: number; id: string | null }>`
    select position, event_integration(record_type, record_id, parent_type, parent_id) as id
    from unnest(${rows.map(({ position }) => position)}::bigint[], ${rows.map((row) => row.record_type)}::text[],
      ${rows.map((row) => row.record_id)}::uuid[], ${rows.map((row) => row.parent_type)}::text[],
      ${rows.map((row) => row.parent_id)}::uuid[]) as e (position, record_type, record_id, parent_type, parent_id)`.execute(
    db,
  )
  return new Map(found.map(({ position, id }) => [position, id]))
}

function present(row: EventRow, facts: Facts, { publicOrigin, may }: EventReader): CloudEventJson {
  const ruleset = row.parent_id === null ? undefined : facts.rulesets.get(row.parent_id)
  const integration = facts.integrations.get(row.position) ?? null
  const rule = ruleOf(row)
  return {
    specversion: '1.0',
    id: encodeId('auditLog', row.id),
    source: publicOrigin,
    type: `muster.${row.event}`,
    subject: subjectOf(row),
    time: row.at.toISOString(),
    datacontenttype: 'application/json',
    sequence: String(facts.sequences.get(row.position) ?? 0),
    sequencetype: 'Integer',
    position: String(row.position),
    data: {
      user: row.subject_id === null ? null : person(row.subject_id, facts),
      record: { type: typeOf(row.record_type), id: encodePrefixed(row.record_type, row.record_id) },
      resource: ruleset === undefined ? null : resource(ruleset, may('policy.rule.view')),
      ruleset_id: ruleset === undefined ? null : encodeId('ruleset', ruleset.id),
      rule_id: rule === null ? null : encodeId('rule', rule),
      integration_id: integration === null ? null : encodeId('integration', integration),
      role: roleStep(row, facts),
      state: stepOrNull(row, 'state'),
      reason: reasonOf(row),
      due_at: dueAt(row),
      changed: changedKeys(row),
      actor: actorOf(row),
      request_id: row.request_id,
    },
  }
}

function person(id: string, { people }: Facts) {
  // Who was erased has an empty name.
  return { id: encodeId('directoryUser', id), name: people.get(id) || null }
}

function resource({ kind, of, name }: RulesetFacts, isNamed: boolean) {
  return { type: recordTypes[kind], id: encodeId(kind, of), name: isNamed ? name : null }
}

function typeOf(prefix: string): CloudEventJson['data']['record']['type'] {
  const kind = kindOfPrefix(prefix)
  if (kind === undefined) throw new Error(`an event names a record of the unknown prefix ${prefix}`)
  return recordTypes[kind]
}

const actorKinds: Readonly<Record<AuditActorType, IdKind | null>> = {
  user: 'workspaceUser',
  service: 'service',
  integration: 'integration',
  system: null,
}

function actorOf({ actor_type: type, actor_id: id }: EventRow): CloudEventJson['data']['actor'] {
  const kind = actorKinds[type]
  return { type, id: id === null || kind === null ? null : encodeId(kind, id) }
}

function ruleOf(row: EventRow): string | null {
  if (row.record_type === idPrefixes.rule) return row.record_id
  return row.related_type === idPrefixes.rule ? row.related_id : null
}

type Step = { from: string | null; to: string | null }

/** The old and the new value of a key that is a text. */
function step({ changes }: EventRow, key: string): Step {
  const change = isRecord(changes) ? changes[key] : undefined
  return isRecord(change)
    ? { from: textOrNull(change['old']), to: textOrNull(change['new']) }
    : { from: null, to: null }
}

function stepOrNull(row: EventRow, key: string): Step | null {
  return isRecord(row.changes) && key in row.changes ? step(row, key) : null
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The role that a stay had and has. Without another rule both are that of the rule. */
function roleStep(row: EventRow, { roles }: Facts): Step | null {
  if (row.record_type !== idPrefixes.policyUser) return null
  const roleOf = (rule: string | null) => (rule === null ? null : (roles.get(rule) ?? null))
  const rule = ruleOf(row)
  const now = roleOf(rule === null ? null : encodeId('rule', rule))
  const moved = stepOrNull(row, 'rule_id')
  if (moved !== null) return { from: roleOf(moved.from), to: roleOf(moved.to) }
  return row.event === 'policy.user.end' ? { from: now, to: null } : { from: now, to: now }
}

function reasonOf(row: EventRow): CloudEventJson['data']['reason'] {
  const { to } = step(row, 'state')
  switch (row.event) {
    case 'policy.user.create':
      return 'rule_met'
    case 'policy.user.end':
      return to === 'expired' ? 'expired' : 'removed'
    case 'policy.user.change':
      if (stepOrNull(row, 'rule_id') !== null) return 'other_rule'
      if (to === null) return 'other_end'
      return to === 'expiring' ? 'ending' : 'kept'
    default:
      return null
  }
}

function dueAt({ details }: EventRow): string | null {
  return isRecord(details) ? textOrNull(details['due_at']) : null
}

/** Keys of metadata are chosen by people, so that they are left out. */
function changedKeys({ changes, personal_keys: personal }: EventRow): string[] {
  const keys = [...(isRecord(changes) ? Object.keys(changes) : []), ...personal]
  return distinct(keys.map((key) => key.replace(/\..*/s, ''))).sort()
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))]
}
