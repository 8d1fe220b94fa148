import { sql } from 'kysely'
import { idPrefixes, type IdKind } from '../../contract/ids.ts'
import type { JsonValue } from '../../contract/json.ts'
import type { Reader } from '../../database/database.ts'

/** The records of which a revert knows the inverse of a change. */
const kinds = [
  'dimension',
  'attribute',
  'ruleset',
  'rulesetAdmin',
  'rule',
  'condition',
  'policySettings',
] as const satisfies readonly IdKind[]
export type RevertedKind = (typeof kinds)[number]

const kindOf = new Map<string, RevertedKind>(kinds.map((kind) => [idPrefixes[kind], kind]))
/** What follows from a change of the policy, and is not reverted by itself. */
const consequences = [idPrefixes.policyUser, idPrefixes.plan]

type Change = { old: JsonValue; new: JsonValue }

/** What a plan wrote of one record, by its audit rows. Ids are uuids. */
export type Written = {
  kind: RevertedKind
  id: string
  parentId: string | null
  isCreated: boolean
  isDeleted: boolean
  /** By key, the value before and after the plan; personal ones too. */
  changes: Map<string, Change>
  /** The rule that this one took over from, or the user of a ruleset admin. */
  relatedId: string | null
  /** Of its last row. */
  event: string
  sequence: number
  /** The keys that were changed since by others. */
  since: ReadonlySet<string>
}

/** What a plan wrote besides: how many records by each kind of event, and one of them. */
export type OtherWork = { event: string; records: number; type: string; id: string }

export type PlansWork = { written: Written[]; others: OtherWork[] }

/**
 * What the transaction that applied a plan has written, without what the clock did in it and what followed in manifests;
 * undefined where the audit log no longer has it.
 */
export async function selectWork(db: Reader, planId: string): Promise<PlansWork | undefined> {
  const { rows: applied } = await sql<{ transaction: string }>`
    select transaction::text from audit_log
    where record_id = ${planId} and event = 'policy.plan.apply' order by sequence desc limit 1`.execute(
    db,
  )
  const [row] = applied
  if (row === undefined) return undefined
  const { transaction } = row
  const written = fold(await selectRows(db, transaction))
  await noteSince(db, transaction, written)
  return { written, others: await selectOthers(db, transaction) }
}

type Row = Pick<Written, 'id' | 'parentId' | 'relatedId' | 'event'> & {
  sequence: string
  type: string
  changes: Record<string, Change>
  personal: Record<string, Change> | null
}

async function selectRows(db: Reader, transaction: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select l.sequence, l.event, l.record_type as type, l.record_id as id, l.parent_id as "parentId",
      l.related_id as "relatedId", l.changes, p.changes as personal
    from audit_log l left join audit_log_personal p on p.audit_log_id = l.id
    where l.transaction = ${transaction}::xid8 and l.actor_type <> 'system' and l.record_type = any (${[...kindOf.keys()]})
    order by l.sequence`.execute(db)
  return rows
}

function fold(rows: readonly Row[]): Written[] {
  const records = new Map<string, Written>()
  for (const { type, id, parentId, relatedId, event, sequence, changes, personal } of rows) {
    const kind = kindOf.get(type)
    if (kind === undefined) continue
    const known = records.get(id)
    const isCreated = known?.isCreated ?? event.endsWith('.create')
    const keys = known?.changes ?? new Map<string, Change>()
    for (const [key, { old, new: now }] of Object.entries({ ...changes, ...personal }))
      keys.set(key, { old: keys.has(key) ? (keys.get(key)?.old ?? null) : old, new: now })
    records.set(id, {
      kind,
      id,
      parentId: parentId ?? known?.parentId ?? null,
      isCreated,
      isDeleted: event.endsWith('.delete'),
      changes: keys,
      relatedId: isNaming(event) ? relatedId : (known?.relatedId ?? null),
      event,
      sequence: Number(sequence),
      since: new Set(),
    })
  }
  return [...records.values()]
}

/** Whether what an audit row is related to is what {@link Written} means. */
function isNaming(event: string): boolean {
  return event === 'policy.rule.activate' || event.startsWith('policy.ruleset_admin.')
}

/** Changes of the policy wait for one another, so that a later row of a record is by someone else, later. */
async function noteSince(db: Reader, transaction: string, written: Written[]): Promise<void> {
  const last = Math.max(0, ...written.map(({ sequence }) => sequence))
  const { rows } = await sql<{ id: string; keys: string[] }>`
    select l.record_id as id, array_agg(distinct k.key) as keys
    from audit_log l, lateral (
      select jsonb_object_keys(l.changes) union select jsonb_object_keys(coalesce(l.personal, '{}'))) k (key)
    where l.record_id = any (${written.map(({ id }) => id)}::uuid[])
      and l.transaction <> ${transaction}::xid8 and l.sequence > ${last}
    group by l.record_id`.execute(db)
  const since = new Map(rows.map(({ id, keys }) => [id, new Set(keys)]))
  for (const record of written) record.since = since.get(record.id) ?? record.since
}

async function selectOthers(db: Reader, transaction: string): Promise<OtherWork[]> {
  const known = [...kindOf.keys(), ...consequences]
  const { rows } = await sql<OtherWork>`
    select event, record_type as type, count(distinct record_id)::integer as records, min(record_id::text) as id
    from audit_log
    where transaction = ${transaction}::xid8 and actor_type <> 'system' and record_type <> all (${known})
    group by event, record_type order by event`.execute(db)
  return rows
}

/** The value of a key before the plan, where the plan changed it. */
export function before({ changes }: Written, key: string): JsonValue | undefined {
  return changes.get(key)?.old
}

/** The value of a key after the plan, where the plan changed it. */
export function after({ changes }: Written, key: string): JsonValue | undefined {
  return changes.get(key)?.new
}
