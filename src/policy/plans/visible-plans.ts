import { sql, type RawBuilder } from 'kysely'
import type { On } from '../../access/rights.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import { uuids } from '../../database/uuids.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext, Viewer } from '../../http/route/route.ts'
import { rightsToRead } from '../operations/operation.ts'
import {
  askForSomeRuleset,
  maySeeSomeRuleset,
  mayViewRuleset,
  viewableRulesets,
} from '../rights/visible-ruleset.ts'
import type { PlanRow } from './queries.ts'
import { isVisiblePlanRuleset } from './visible-plan-ruleset.ts'

type Reading = Pick<Viewer, 'caller' | 'may' | 'services'>

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

/** Whether {@link requireVisible} would return a plan (`plan`), as SQL. */
export function isVisiblePlan(context: Reading): RawBuilder<boolean> {
  const { type, id } = context.caller
  const isOwn = sql<boolean>`(plan.author_type = ${type} and plan.author_id = ${id}::uuid)`
  return maySeeSomeRuleset(context)
    ? sql<boolean>`(${isOwn} or ${showsAll(context)})`
    : sql<boolean>`(${isOwn} and ${isReadableByAuthor(context)})`
}

/** The visible plans that can be applied and exceed a limit, without those of incidents: their ids, the newest first. */
export async function selectWaitingPlans(context: Viewer, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select plan.id from plan
    where plan.expires_at > ${context.now} and plan.state = 'ready' and plan.exceeds_limits
      and not exists (select from incident_plan i where i.plan_id = plan.id)
      and ${isVisiblePlan(context)}
    order by plan.expires_at desc, plan.id limit ${limit}`.execute(context.db)
  return rows.map(({ id }) => id)
}

/** Whether the caller may read a plan that others made. */
async function isReadable(context: Reading & Pick<Viewer, 'db'>, planId: string): Promise<boolean> {
  const { rows } = await sql`
    select from plan where plan.id = ${planId} and ${showsAll(context)}`.execute(context.db)
  return rows.length > 0
}

/** An emptied plan shows its author only totals and times. Without any of these permissions no plan is visible. */
export function rightsOnEmptied({
  services: { storedChanges },
}: Pick<Viewer, 'services'>): [Permission, On][] {
  const others = [...storedChanges.values()].flatMap(({ right }) => right ?? [])
  const rights: Permission[] = ['policy.rule.view', ...others]
  return rights.map((right) => [right, { own: true }])
}

/** Whether a caller who can see no ruleset may read a plan of their own. */
function isReadableByAuthor(context: Reading): RawBuilder<boolean> {
  const { may, services } = context
  const ops = [...services.storedChanges].flatMap(([op, { right }]) =>
    right !== null && may(right) ? [op] : [],
  )
  const mayReadEmptied = rightsOnEmptied(context).some(([right, on]) => may(right, on))
  return sql<boolean>`case when plan.first_op is null then ${mayReadEmptied}
    else plan.first_op = any (${ops}::text[]) end`
}

/**
 * Whether the caller may see everything in a plan: people, every ruleset that it names, moves or has findings about, and
 * what its operations name besides.
 */
function showsAll(context: Reading): RawBuilder<boolean> {
  if (!context.may('directory.user.view')) return sql<boolean>`false`
  return sql<boolean>`(${showsRulesets(context)} and ${showsOperations(context)})`
}

function showsRulesets(context: Reading): RawBuilder<boolean> {
  const showsEach = sql<boolean>`not exists (
    select from plan_ruleset r where r.plan_id = plan.id and not ${isVisiblePlanRuleset(context)})`
  if (context.may('policy.rule.view')) return showsEach
  return sql<boolean>`(${showsEach}
    and exists (select from plan_ruleset r where r.plan_id = plan.id)
    and plan.finding_ruleset_ids <@ ${uuids(viewableRulesets(context))})`
}

function showsOperations({ may, services: { storedChanges } }: Reading): RawBuilder<boolean> {
  const rights = new Map([
    ...[...storedChanges].map(([op, { right }]) => [op, right] as const),
    ...rightsToRead,
  ])
  const withheld = [...rights].flatMap(([op, right]) => (right === null || may(right) ? [] : [op]))
  const unreadable = [
    ...(withheld.length === 0 ? [] : [hasOperation(withheld)]),
    ...(may(profileValuePermission) ? [] : [sql<boolean>`plan.names_profile_values`]),
  ]
  return unreadable.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`not (${sql.join(unreadable, sql` or `)})`
}

/** Whether a plan has operations of one of these kinds. That of a plan of files is its first one, and not among `ops`. */
function hasOperation(kinds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(plan.first_op = any (${kinds}::text[]) or plan.ops && ${kinds}::text[])`
}

export function isAuthor({ caller }: Pick<ReadContext, 'caller'>, plan: PlanRow): boolean {
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
