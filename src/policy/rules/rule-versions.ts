import { sql } from 'kysely'
import { encodeId, encodePrefixed } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import { instant } from '../../http/shapes/schema.ts'
import { saidJson } from '../shapes/columns.ts'
import { sayTo, type PolicyViewer, type SaidCondition } from '../shapes/withhold.ts'

/** The rule that another one came from: it took over from it, or is a copy of it. Ids are uuids. */
export type Origin = { id: string; fromId: string; how: 'replaced' | 'copied' }

/** Where rules came from, by the audit log; a rule that took over from another is the next version of that one. */
export async function selectOrigins(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, Origin>> {
  const { rows } = await sql<Origin>`
    select distinct on (id) id, "fromId", how from (
      select record_id as id, related_id as "fromId",
        case event when 'policy.rule.activate' then 'replaced' else 'copied' end as how, sequence
      from audit_log
      where record_id = any (${uuids(ids)}) and related_type = 'porul' and event in ('policy.rule.activate', 'policy.rule.create')
      union all
      select successor_rule_id, id, 'replaced', 0 from rule where successor_rule_id = any (${uuids(ids)})
    ) o order by id, how desc, sequence desc`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The conditions of rules (uuids), each in words as the viewer may see them. */
export async function selectWords(
  db: Reader,
  ids: readonly string[],
  viewer: PolicyViewer,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ ruleId: string; said: string }>`
    select c.rule_id as "ruleId", ${saidJson} as said from condition c
    where c.rule_id = any (${uuids(ids)}) order by c.id`.execute(db)
  const words = new Map<string, string[]>()
  for (const { ruleId, said } of rows) {
    const known = words.get(ruleId) ?? []
    known.push(sayTo(parseJson<SaidCondition>(said), viewer))
    words.set(ruleId, known)
  }
  return words
}

export const maximumSteps = 50

type StepRow = {
  id: string
  event: string
  at: Date
  actor_type: string
  actor_id: string | null
  plan_id: string | null
}

/** What happened to each of these rules (uuids), the latest first, and the plan that did it. */
export async function selectSteps(
  db: Reader,
  ids: readonly string[],
  { seesActors }: { seesActors: boolean },
) {
  const { rows } = await sql<StepRow>`
    select r.id, l.event, l.at, l.actor_type, l.actor_id, (
      select p.record_id from (
        select a.event, a.record_id from audit_log a where a.transaction = l.transaction order by a.sequence desc limit 3) p
      where p.event = 'policy.plan.apply' limit 1) as plan_id
    from unnest(${ids}::uuid[]) r (id) cross join lateral (
      select event, at, sequence, transaction, actor_type, actor_id from audit_log
      where record_id = r.id order by at desc, sequence desc limit ${maximumSteps}) l
    order by r.id, l.at desc, l.sequence desc`.execute(db)
  const steps = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...steps].map(([id, some]) => [id, some.map((row) => presentStep(row, seesActors))]),
  )
}

const actorPrefixes: Readonly<Record<string, string>> = {
  user: 'wsusr',
  service: 'wssvc',
  integration: 'wsitg',
}

function presentStep(
  { event, at, actor_type: type, actor_id: id, plan_id }: StepRow,
  sees: boolean,
) {
  const prefix = actorPrefixes[type]
  return {
    event,
    at: instant(at),
    actor_id: !sees || prefix === undefined || id === null ? null : encodePrefixed(prefix, id),
    plan_id: plan_id === null ? null : encodeId('plan', plan_id),
  }
}
