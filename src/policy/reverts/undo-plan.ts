import { sql } from 'kysely'
import { idPrefixes } from '../../contract/ids.ts'
import { counted } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { NotReverted } from '../plans/not-reverted.ts'
import { selectStoredRules } from '../stored-rules/stored-rule.ts'
import { findPutBack } from './current-version.ts'
import type { Undoing } from './step.ts'
import { isMerged, undoRecords, type Present } from './undo-records.ts'
import { isEnded, undoRules } from './undo-rules.ts'
import type { OtherWork, PlansWork, Written } from './written.ts'

/** The operations that undo what a plan did, in their order, and what is left. */
export async function undoPlan(
  db: Reader,
  { written, others }: PlansWork,
  now: Date,
): Promise<Undoing> {
  const records = written.filter(({ kind }) => kind !== 'rule' && kind !== 'condition')
  const { own, left } = await splitRules(db, written)
  const conditions = written.filter(({ kind }) => kind === 'condition')
  const named = [
    ...own.map(({ id }) => id),
    ...conditions.flatMap(({ parentId }) => parentId ?? []),
  ]
  const stored = await selectStoredRules(db, [...new Set(named)])
  const { first, last } = undoRecords({
    written: records,
    present: await selectPresent(db, records),
    adminsAgain: await selectAdminsAgain(db, records),
  })
  const rules = undoRules({
    rules: own,
    conditions,
    stored: new Map(stored.map((rule) => [rule.id, rule])),
    again: await findPutBack(
      db,
      own.filter(isEnded).map(({ id }) => id),
    ),
    now,
  })
  return {
    steps: [...first.steps, ...rules.steps, ...last.steps],
    left: [...first.left, ...left, ...rules.left, ...last.left, ...others.map(leave)],
  }
}

/** Rules of attributes that the plan made go with them, and those of attributes that it merged are left. */
async function splitRules(
  db: Reader,
  written: readonly Written[],
): Promise<{ own: Written[]; left: NotReverted[] }> {
  const attributes = written.filter(({ kind }) => kind === 'attribute')
  const made = new Set(attributes.flatMap(({ id, isCreated }) => (isCreated ? id : [])))
  const merged = attributes.filter((each) => isMerged(written, each)).map(({ id }) => id)
  const { rows } = await sql<{ id: string; attributeId: string }>`
    select id, attribute_id as "attributeId" from ruleset
    where attribute_id = any (${uuids([...made, ...merged])})`.execute(db)
  const attributeOf = new Map(rows.map(({ id, attributeId }) => [id, attributeId]))
  const [own, left]: [Written[], NotReverted[]] = [[], []]
  for (const rule of written) {
    const attribute = attributeOf.get(rule.parentId ?? '')
    if (rule.kind !== 'rule' || (attribute !== undefined && made.has(attribute))) continue
    if (attribute === undefined) own.push(rule)
    else
      left.push({
        event: rule.event,
        type: idPrefixes.rule,
        id: rule.id,
        rulesetId: rule.parentId,
        reason: 'It is of attributes that were merged, which can’t be taken apart.',
      })
  }
  return { own, left }
}

async function selectPresent(
  db: Reader,
  records: readonly Written[],
): Promise<Map<string, Present>> {
  const ids = uuids(records.map(({ id }) => id))
  const { rows } = await sql<Present & { id: string }>`
    select id, version, null as name from dimension where id = any (${ids})
    union all select id, version, name from attribute where id = any (${ids})
    union all select id, version, null from ruleset where id = any (${ids})
    union all select id, version, null from policy_settings where id = any (${ids})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function selectAdminsAgain(db: Reader, records: readonly Written[]): Promise<Set<string>> {
  const removed = records.filter(({ kind, isDeleted }) => kind === 'rulesetAdmin' && isDeleted)
  if (removed.length === 0) return new Set()
  const { rows } = await sql<{ admin: string }>`
    select ruleset_id || ' ' || workspace_user_id as admin from ruleset_admin
    where ruleset_id = any (${uuids(removed.flatMap(({ parentId }) => parentId ?? []))})`.execute(
    db,
  )
  return new Set(rows.map(({ admin }) => admin))
}

/** Why what a plan did besides the policy is left: accepted facts, ended secrets and erasures are never reverted. */
function leave({ event, records, type, id }: OtherWork): NotReverted {
  const isOne = records === 1
  const what = isOne ? '' : `${counted(records, 'record')}. `
  return { event, type, id: isOne ? id : null, rulesetId: null, reason: `${what}${whyLeft(event)}` }
}

function whyLeft(event: string): string {
  if (/^(access|workspace)\.|secret|token/.test(event))
    return 'What ended stays ended, and what is no policy is undone by hand.'
  return 'Facts about people and accounts are not taken back: change them at their source, or the person.'
}
