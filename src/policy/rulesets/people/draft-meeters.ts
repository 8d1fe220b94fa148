import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { uuids } from '../../../database/uuids.ts'
import { namedBy } from '../../../engine/attribute-graph.ts'
import { compilePolicy, isInForce } from '../../../engine/compile-policy.ts'
import type { Condition, Policy, Rule, Ruleset } from '../../../engine/model.ts'
import type { ReadContext } from '../../../http/route/route.ts'
import { readsOf } from '../../model/policy-reads.ts'
import { sharePolicy } from '../../model/shared-policy.ts'
import { decideByValue } from './decide-by-value.ts'
import { stagedRulesAmong, type StagedRules, type StagedRuleset } from './find-staged.ts'
import { stagedCandidates } from './staged-candidates.ts'

/** Evaluating so many takes some seconds of a thread. */
export const maximumEvaluated = 200_000

type Meeters = {
  /** A select of their ids. There may be deleted people among them. */
  people: RawBuilder<unknown>
  /** Others were not evaluated. */
  isCapped: boolean
}

/** The people who meet conditions that are not stored, under a policy. */
export async function findMeeters(
  context: Pick<ReadContext, 'db' | 'now'>,
  source: Policy,
  conditions: readonly Condition[],
): Promise<Meeters> {
  const { primaryIntegrationId } = source
  const { meeters, undecided } = await decideByValue(context.db, conditions, primaryIntegrationId)
  if (undecided.length === 0)
    return { people: sql.join(meeters, sql` intersect `), isCapped: false }
  const { met, isCapped } = await evaluateDrafts(context, withDraft(source, undecided), meeters)
  return { people: sql`select unnest(${uuids([...met.keys()])})`, isCapped }
}

/** The drafts of the ruleset that each person meets, of those who are in all these sets. */
export async function evaluateDrafts(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { policy, rulesetId }: ReturnType<typeof withDrafts>,
  sets: readonly RawBuilder<unknown>[] = [],
): Promise<{ met: StagedRules; isCapped: boolean }> {
  const compiled = compilePolicy(policy)
  const candidates = stagedCandidates(compiled, { inForce: [], staged: compiled.stagedRules })
  const narrowed = candidates === 'everybody' ? sets : [candidates.ids, ...sets]
  const among = narrowed.map((ids) => sql` and p.id in (${ids})`)
  const { rows } = await sql<{ id: string }>`
    select p.id from directory_user p where p.deleted_at is null ${sql.join(among, sql``)}
    order by p.id limit ${maximumEvaluated + 1}`.execute(db)
  const evaluated = rows.slice(0, maximumEvaluated).map(({ id }) => id)
  const shared = sharePolicy(policy)
  const question: StagedRuleset = {
    policy: { compiled, reads: readsOf(policy), shared: () => shared },
    rulesetId,
  }
  const met = await stagedRulesAmong(db, now.getTime(), question, evaluated)
  return { met, isCapped: rows.length > maximumEvaluated }
}

/** One draft with the conditions, alone in a ruleset: who is staged there meets them. */
export function withDraft(source: Policy, conditions: readonly Condition[]) {
  const rulesetId = randomUUID()
  const ruleset: Ruleset = {
    id: rulesetId,
    resourceId: rulesetId,
    type: 'draft',
    state: 'managed',
    expiresAfterDays: null,
  }
  const draft: Rule = {
    id: randomUUID(),
    rulesetId,
    state: 'staged',
    role: 'member',
    priority: 0,
    activatedAt: null,
    expiresAt: null,
    expiresAfterDays: null,
    everyoneElse: true,
    conditions,
  }
  return withDrafts(source, ruleset, [draft])
}

/**
 * The rules in force that decide the attributes of the drafts, and these drafts of one ruleset: who is staged there meets one of
 * them. So only the facts are loaded that these need.
 */
export function withDrafts(source: Policy, ruleset: Ruleset, drafts: readonly Rule[]) {
  const deciding = rulesDeciding(source, drafts)
  const rulesets = new Set(deciding.map((rule) => rule.rulesetId))
  const policy: Policy = {
    ...source,
    rules: [...deciding, ...drafts],
    rulesets: [...source.rulesets.filter(({ id }) => rulesets.has(id)), ruleset],
  }
  return { policy, rulesetId: ruleset.id }
}

/** The rules in force of the attributes and resources that drafts name, of those that these name, and so on. */
function rulesDeciding({ rules, rulesets }: Policy, drafts: readonly Rule[]): Rule[] {
  const rulesetById = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const byDecided = new Map<string, Rule[]>()
  for (const rule of rules) {
    const ruleset = rulesetById.get(rule.rulesetId)
    if (ruleset === undefined || !isInForce(rule, ruleset)) continue
    const others = byDecided.get(ruleset.resourceId)
    if (others === undefined) byDecided.set(ruleset.resourceId, [rule])
    else others.push(rule)
  }
  const reached = new Set(drafts.flatMap((draft) => [...namedBy(draft)]))
  // A set yields what is added to it meanwhile.
  for (const id of reached)
    for (const rule of byDecided.get(id) ?? [])
      for (const named of namedBy(rule)) reached.add(named)
  return [...reached].flatMap((id) => byDecided.get(id) ?? [])
}
