import { sql, type RawBuilder } from 'kysely'
import type { On } from '../../access/rights.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import { uuids } from '../../database/uuids.ts'
import { noSuch } from '../../http/problem.ts'
import type { ReadContext } from '../../http/route.ts'
import { rightsToRead } from '../operations/operation.ts'
import { askForSomeRuleset, mayViewRuleset } from '../rights/visible-ruleset.ts'
import type { PlanRow } from './queries.ts'
import { applyFilesOp } from './plan-of-files.ts'

/**
 * A plan is visible to its author, and to callers who may read everything that it names. 404 for all others, as for
 * a missing plan; 403 for a caller who can see no ruleset at all, unless it is their own plan and needed none.
 */
export async function requireVisible(
  context: ReadContext,
  id: string,
  found: PlanRow | undefined,
): Promise<PlanRow> {
  const isOwn = found !== undefined && isAuthor(context, found)
  const own = isOwn
    ? rightsOnOwn(context, found).find(([right, on]) => context.may(right, on))
    : undefined
  if (isOwn && own !== undefined) {
    await context.ask(...own)
    return found
  }
  await askForSomeRuleset(context)
  if (found !== undefined && (isOwn || (await isReadable(context, id)))) return found
  throw noSuch('plan', id)
}

/** The rulesets (uuids) of a plan that the caller may see. Those of attributes that it makes are named after values of profiles. */
export function visibleRulesets(context: Pick<ReadContext, 'may'>, plan: PlanRow): string[] {
  const known = plan.ruleset_ids.filter((id) => mayViewRuleset(context, id))
  if (!context.may('policy.rule.view')) return known
  const seesValues = context.may(profileValuePermission)
  return [...known, ...(seesValues ? plan.new_ruleset_ids : plan.new_resource_ruleset_ids)]
}

function isAuthor({ caller }: Pick<ReadContext, 'caller'>, plan: PlanRow): boolean {
  return caller.type === plan.author_type && caller.id === plan.author_id
}

/** Its author needs any one of these permissions to read a plan. */
function rightsOnOwn(
  context: Pick<ReadContext, 'services'>,
  { operations: [first] }: PlanRow,
): [Permission, On][] {
  if (first === undefined) return rightsOnEmptied(context)
  const { storedChanges } = context.services
  const right = 'op' in first ? storedChanges.get(String(first.op))?.right : undefined
  return right === undefined || right === null ? [] : [[right, {}]]
}

/** An emptied plan shows its author only totals and times. Without any of these permissions no plan is visible. */
export function rightsOnEmptied({
  services: { storedChanges },
}: Pick<ReadContext, 'services'>): [Permission, On][] {
  const others = [...storedChanges.values()].flatMap(({ right }) => right ?? [])
  const rights: Permission[] = ['policy.rule.view', ...others]
  return rights.map((right) => [right, { own: true }])
}

type Reading = Pick<ReadContext, 'caller' | 'may' | 'services'>

/**
 * The plans that can be applied and exceed a limit, without those of incidents, that are the caller's own or
 * {@link readsAll}: their ids, the newest first.
 */
export async function selectWaitingPlans(
  { db, now, ...context }: Reading & Pick<ReadContext, 'db' | 'now'>,
  limit: number,
): Promise<string[]> {
  const { type, id } = context.caller
  const { rows } = await sql<{ id: string }>`
    select id from plan
    where expires_at > ${now} and state = 'ready' and exceeds <> '[]'
      and not exists (select from incident_plan i where i.plan_id = plan.id)
      and (author_type = ${type} and author_id = ${id} or ${readsAll(context)})
    order by expires_at desc, id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether the caller may read a plan that others made. */
async function isReadable(
  context: Reading & Pick<ReadContext, 'db'>,
  planId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from plan where id = ${planId} and ${readsAll(context)}`.execute(context.db)
  return rows.length > 0
}

/**
 * Requires the right to view people, every ruleset that the plan names, moves or has findings about, and everything
 * else that its operations name.
 */
export function readsAll(context: Reading): RawBuilder<boolean> {
  if (!context.may('directory.user.view')) return sql<boolean>`false`
  return sql<boolean>`(${readsRulesets(context)} and ${readsOperations(context)})`
}

function hasNo(which: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from plan_ruleset r where r.plan_id = plan.id and ${which})`
}

/** New rulesets of attributes are named after values of profiles. */
function readsRulesets({ caller, may }: Reading): RawBuilder<boolean> {
  if (may('policy.rule.view'))
    return may(profileValuePermission)
      ? sql<boolean>`true`
      : hasNo(sql<boolean>`r.is_new and r.type = 'directory_attribute'`)
  const viewable = [...caller.rulesetRoles.keys()].filter((id) => mayViewRuleset({ may }, id))
  return sql<boolean>`(exists (select from plan_ruleset r where r.plan_id = plan.id)
    and ${hasNo(sql<boolean>`(r.is_new or r.ruleset_id <> all (${uuids(viewable)}))`)}
    and not exists (select from jsonb_array_elements(findings) f
      where (f ->> 'rulesetId')::uuid <> all (${uuids(viewable)})))`
}

/** Whether operations have one of these kinds. Of a plan of files, those count that the files came to. */
function names(ops: readonly string[]): RawBuilder<boolean> {
  const isOne = ops.map((op) => `@.op == "${op}"`).join(' || ')
  const ofFiles = `$[*] ? (@.op == "${applyFilesOp}").operations[*] ? (${isOne})`
  return sql<boolean>`(operations @? ${sql.lit(`$[*] ? (${isOne})`)} or operations @? ${sql.lit(ofFiles)})`
}

const namesProfile = sql<boolean>`operations
  @? '$.** ? (@.profile_value.type() != "null" || @.profile_key.type() != "null")'`

/** The permissions needed to read what operations name besides rulesets and people. */
function readsOperations({ may, services: { storedChanges } }: Reading): RawBuilder<boolean> {
  const rights = new Map([
    ...[...storedChanges].map(([op, { right }]) => [op, right] as const),
    ...rightsToRead,
  ])
  const withheld = [...rights].flatMap(([op, right]) => (right === null || may(right) ? [] : [op]))
  const unreadable = [
    ...(withheld.length === 0 ? [] : [names(withheld)]),
    ...(may(profileValuePermission) ? [] : [namesProfile]),
  ]
  return unreadable.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`not (${sql.join(unreadable, sql` or `)})`
}
