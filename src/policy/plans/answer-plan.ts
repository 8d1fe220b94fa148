import { profileValuePermission } from '../../contract/permissions.ts'
import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { rulesetTypes, type PlanState } from '../../contract/states.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { instant, instantOrNull } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { mayViewRuleset } from '../rights/visible-ruleset.ts'
import { countAddedMembers } from './added-members.ts'
import { presentExceeded } from '../limits/exceeded-schema.ts'
import { presentIds } from './effect-rows.ts'
import { maximumNotReverted, presentNotReverted } from './not-reverted.ts'
import type { NamedRule, PlanFinding } from './plan-findings.ts'
import { findPlan, selectPlanRulesets, type PlanRow, type PlanRulesetRow } from './queries.ts'
import {
  maximumRulesets,
  type PlanRuleset,
  type secondApproval,
} from '../shapes/planned-ruleset.ts'
import { maximumFindings, type DescribedPlan } from './schema.ts'
import { findApprovals, lacksSecond, requiresSecond } from '../limits/second-approval.ts'
import { shownOperations } from './plan-of-files.ts'
import { isAuthor, visibleRulesets } from './visible-plans.ts'

type Described = Static<typeof DescribedPlan>

/** Where a plan is found. */
export function planUrl({ services }: Pick<ReadContext, 'services'>, id: string): string {
  return `${baseUrl(services)}/policy/plans/${encodeId('plan', id)}`
}

export function stateOf({ state, expires_at }: PlanRow, now: Date): PlanState {
  return state === 'ready' && expires_at <= now ? 'expired' : state
}

/** A plan as it is answered, with its ETag: rulesets and what is odd about rules only as far as the caller may see them. */
export async function answerPlan(context: ReadContext, id: string): Promise<Described> {
  const plan = await findPlan(context.db, id)
  if (plan === undefined) throw noSuch('plan', id)
  const rulesetIds = visibleRulesets(context, plan)
  const rulesets = await selectPlanRulesets(context.db, id, { rulesetIds, limit: maximumRulesets })
  const seesValues = context.may(profileValuePermission)
  const findings = plan.findings.filter(
    ({ kind, operation, rulesetId }) =>
      (operation !== null || rulesetId === null || mayViewRuleset(context, rulesetId)) &&
      // A test may name values of profiles.
      (kind !== 'test_failed' || seesValues || isAuthor(context, plan)),
  )
  const exceeds = plan.exceeds.filter(
    ({ rulesetId }) =>
      rulesetId === null || rulesetIds.includes(rulesetId) || mayViewRuleset(context, rulesetId),
  )
  const left = plan.not_reverted.filter(
    ({ rulesetId }) => rulesetId === null || mayViewRuleset(context, rulesetId),
  )
  const made = new Set(plan.new_ruleset_ids)
  const state = stateOf(plan, context.now)
  const second = await presentSecond(context, plan)
  const members = await countAddedMembers(context, plan, rulesetIds)
  const seen = hash(
    'sha256',
    `${rulesetIds.join()} ${findings.length} ${exceeds.length} ${JSON.stringify([second, [...members], left.length, plan.reverted_by_id])}`,
  ).slice(0, 8)
  context.etag(plan.version, `${seen}${state === 'expired' ? 'X' : ''}${seesValues ? '' : 'W'}`)
  const operations = shownOperations(plan.operations)
  return {
    id: encodeId('plan', id),
    state,
    description: plan.description,
    author: presentAuthor(plan),
    operations: seesValues ? operations : operations.map(withoutValues),
    totals: plan.totals,
    rulesets: rulesets.map((row) =>
      Object.assign(presentRuleset(row), { added_members: members.get(row.ruleset_id) ?? null }),
    ),
    findings: findings
      .slice(0, maximumFindings)
      .map((each) => presentFinding(each, plan.new_ruleset_ids)),
    exceeds: exceeds
      .slice(0, maximumRulesets)
      .map((each) => presentExceeded(each, (ruleset) => !made.has(ruleset))),
    ...second,
    progress: { rows_done: plan.rows_done, rows_total: plan.rows_total },
    failure: plan.failure,
    replaced_by_id: idOrNull(plan.replaced_by_id),
    reverts_plan_id: idOrNull(plan.reverts_plan_id),
    reverted_by_id: idOrNull(plan.reverted_by_id),
    not_reverted: left.slice(0, maximumNotReverted).map(presentNotReverted),
    timestamp: presentTimes(plan),
    links: planLinks(context, id),
  }
}

export function idOrNull(id: string | null): string | null {
  return id === null ? null : encodeId('plan', id)
}

/** Who has approved what a plan shows, and whether the caller needs another person. A plan of an incident always exceeds a limit. */
export async function presentSecond(
  { db, caller }: Pick<ReadContext, 'db' | 'caller'>,
  plan: PlanRow,
): Promise<Pick<Described, keyof typeof secondApproval>> {
  if (plan.exceeds.length === 0 && plan.author_type !== 'system')
    return { approvals: [], needs_approval_by_another: false }
  const approvals = await findApprovals(db, plan.id)
  const isOpen =
    (plan.state === 'ready' || plan.state === 'planning') && (await requiresSecond(db, plan))
  return {
    approvals: approvals.map(({ userId, at }) => ({
      user_id: encodeId('workspaceUser', userId),
      approved_at: instant(at),
    })),
    needs_approval_by_another: isOpen && (await lacksSecond(db, plan, { caller, approvals })),
  }
}

type Times = Pick<PlanRow, 'created_at' | 'updated_at' | 'expires_at' | 'applied_at'>

export function presentTimes(plan: Times): Described['timestamp'] {
  return {
    created_at: instant(plan.created_at),
    updated_at: instant(plan.updated_at),
    expires_at: instant(plan.expires_at),
    applied_at: instantOrNull(plan.applied_at),
  }
}

export function planLinks(context: Pick<ReadContext, 'services'>, id: string): Described['links'] {
  const self = planUrl(context, id)
  return {
    self,
    effects: `${self}/effects`,
    approve: `${self}/approve`,
    apply: `${self}/apply`,
    revert: `${self}/revert`,
  }
}

export function presentAuthor({
  author_type: type,
  author_id: id,
}: Pick<PlanRow, 'author_type' | 'author_id'>): Described['author'] {
  if (type === 'system' || id === null) return null
  return { type, id: encodeId(type === 'user' ? 'workspaceUser' : 'service', id) }
}

export function presentRuleset(row: PlanRulesetRow): Static<typeof PlanRuleset> {
  const { name, resource_handle, totals } = row
  const type = rulesetTypes.find((known) => known === row.type)
  if (type === undefined) throw new Error(`a plan names a ruleset of the type ${row.type}`)
  return { ...presentIds(row), name, resource_handle, type, totals }
}

/** A ruleset that only the plan makes has no id. */
function presentFinding(
  { by, kind, conditions, message, rulesetId, ...named }: PlanFinding,
  made: readonly string[],
) {
  return {
    kind,
    ...presentNamed(named),
    ruleset_id:
      rulesetId === null || made.includes(rulesetId) ? null : encodeId('ruleset', rulesetId),
    by: by === null ? null : presentNamed(by),
    conditions: [...conditions],
    message,
  }
}

function presentNamed({ ruleId, operation }: NamedRule) {
  return { rule_id: ruleId === null ? null : encodeId('rule', ruleId), operation }
}

/** Operations as data, with null in place of profile values. */
function withoutValues(operation: object): object {
  return Object.fromEntries(
    Object.entries(operation).map(([key, value]) => [key, withheld(key, value)]),
  )
}

function withheld(key: string, value: unknown): unknown {
  if (key === 'profile_value') return null
  if (Array.isArray(value)) return value.map((each: unknown) => withheld('', each))
  return typeof value === 'object' && value !== null ? withoutValues(value) : value
}
