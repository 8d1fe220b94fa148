import { sql } from 'kysely'
import { encodeId, type IdKind } from '../../contract/ids.ts'
import { noticeLineKinds, type NoticeLineKind } from '../../contract/states.ts'
import { daysBefore } from '../../events/due/announce-due.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { Viewer } from '../../http/route/route.ts'
import { selectWaitingPlans } from '../../policy/plans/visible-plans.ts'
import { maySeeSomeRuleset, viewableRulesets } from '../../policy/rights/visible-ruleset.ts'
import { waitingRows, type WaitingRows } from '../../workspace/summary/decisions.ts'

/** A record that waits; `name` is as hostile as whoever chose it. Ids are those of the API. */
export type WaitingRecord = { id: string; parent: string; name: string | null }

/** What waits of a kind: `records` are the first of them, where each has a page of its own. */
export type Waiting = {
  kind: NoticeLineKind
  count: number
  isCapped: boolean
  records: readonly WaitingRecord[]
}

export type LinesWanted = {
  muted: readonly NoticeLineKind[]
  /** Only these kinds, and of them only these records (uuids). */
  only?: { kinds: readonly NoticeLineKind[]; ids: readonly string[] }
}

const mostCounted = 1000
/** A message of all kinds stays below the 50 blocks that Slack takes. */
const mostRecords = 5

/** What waits for a person, of what they may read now. */
export async function findWaiting(
  viewer: Viewer,
  { muted, only }: LinesWanted,
): Promise<Waiting[]> {
  const rows = { ...waitingRows(viewer), ...dueRows(viewer), plans: await waitingPlans(viewer) }
  const kinds = (only?.kinds ?? noticeLineKinds).filter((kind) => !muted.includes(kind))
  const found: Waiting[] = []
  for (const kind of kinds) {
    const all = rows[kind]
    if (all === null) continue
    const wanted: WaitingRows =
      only === undefined ? all : sql`select id from (${all}) w where id = any (${uuids(only.ids)})`
    const waiting = await readWaiting(viewer.db, kind, wanted)
    if (waiting.count > 0) found.push(waiting)
  }
  return found
}

async function waitingPlans(viewer: Viewer): Promise<WaitingRows | null> {
  if (!maySeeSomeRuleset(viewer)) return null
  const ids = await selectWaitingPlans(viewer, mostCounted + 1)
  return sql`select unnest(${uuids(ids)}) as id`
}

/** Rules that begin or end, and people who start or leave. */
function dueRows(viewer: Viewer): Record<'due_rules' | 'due_people', WaitingRows | null> {
  const { may, now } = viewer
  const isDue = sql`d.at > ${now} and d.at <= ${now}::timestamptz + ${daysBefore} * interval '1 day'`
  const isViewable = may('policy.rule.view')
    ? sql`true`
    : sql`r.ruleset_id = any (${uuids(viewableRulesets(viewer))})`
  const people = sql<{ id: string }>`
    select d.record_id as id from due_instant d where d.kind in ('directory_user', 'directory_user_start') and ${isDue}`
  const rules = sql<{ id: string }>`
    select r.id from due_instant d join rule r on r.id = d.record_id where d.kind = 'rule' and ${isDue} and ${isViewable}`
  return {
    due_rules: maySeeSomeRuleset(viewer) ? rules : null,
    due_people: may('directory.user.view') ? people : null,
  }
}

type Described = { kind: IdKind; rows: WaitingRows }
const described = (kind: IdKind, rows: WaitingRows): Described => ({ kind, rows })
const sources = described(
  'integration',
  sql`select id, null::uuid as parent, name from integration`,
)

const services = described('service', sql`select id, null::uuid as parent, name from service`)

/** The kinds whose records have a page: what they are, and how they are called there. */
const recordsOf: Partial<Record<NoticeLineKind, Described>> = {
  incidents: described(
    'incident',
    sql`select n.id, null::uuid as parent, g.handle as name from incident n join integration g on g.id = n.integration_id`,
  ),
  plans: described('plan', sql`select id, null::uuid as parent, null as name from plan`),
  failing_sources: sources,
  sources_with_unknown_states: sources,
  unattended_services: services,
  unsponsored_services: services,
  unconfirmed_services: services,
  services_to_confirm: services,
  due_rules: described('rule', sql`select id, ruleset_id as parent, null as name from rule`),
}

type RecordRow = { id: string; parent: string | null; name: string | null }

async function readWaiting(db: Reader, kind: NoticeLineKind, rows: WaitingRows): Promise<Waiting> {
  const { rows: counted } = await sql<{ count: number; ids: string[] }>`
    with w as (select id from (${rows}) found limit ${mostCounted + 1})
    select (select count(*)::int from w) as count, array(select id from w order by id limit ${mostRecords}) as ids`.execute(
    db,
  )
  const { count = 0, ids = [] } = counted[0] ?? {}
  const ofKind = recordsOf[kind]
  if (ofKind === undefined) return { kind, ...capped(count), records: [] }
  const { rows: found } = await sql<RecordRow>`
    select id, parent, name from (${ofKind.rows}) r where id = any (${uuids(ids)}) order by id`.execute(
    db,
  )
  const records = found.map(({ id, parent, name }) => ({
    id: encodeId(ofKind.kind, id),
    parent: parent === null ? '' : encodeId('ruleset', parent),
    name,
  }))
  return { kind, ...capped(count), records }
}

function capped(count: number) {
  return { count: Math.min(count, mostCounted), isCapped: count > mostCounted }
}
