import { sql } from 'kysely'
import type { FindingKind } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { instantOf } from '../../database/policy-lock.ts'
import { compileColumnPolicy } from '../../engine/columns/column-policy.ts'
import type { Program } from '../../engine/columns/program.ts'
import { findInRules, type RuleFinding } from '../../engine/columns/rule-findings.ts'
import {
  loadCompiledPolicy,
  policySeenBy,
  type LoadedPolicy,
  type PolicyCache,
} from '../model/compiled-policy.ts'
import { sayFound, selectFoundInRules } from '../conditions/rule-findings.ts'
import { countToCome, policyToCome, selectRulesToCome, type CountedRule } from './rules-to-come.ts'

/** A rule by uuid, or by the operation of the plan that creates it; both null where it is about the ruleset. */
export type NamedRule = { ruleId: string | null; operation: number | null }

/**
 * What is odd about a rule in force after the plan, or at its date. Conditions are named
 * by their places in the rule, from 0.
 */
export type PlanFinding = NamedRule & {
  /** A uuid; hidden from callers who may not see it. Null where it is about the change as a whole. */
  rulesetId: string | null
  kind: FindingKind
  by: NamedRule | null
  conditions: readonly number[]
  message: string
}

/** The policy before the operations, to find what they add. Ids are uuids. */
export type PolicyBefore = {
  rules: ReadonlySet<string>
  inForce: ReadonlySet<string>
  findings: ReadonlySet<string>
  /** To load the policy after the operations from; absent if the transaction had changed it already. */
  policy?: LoadedPolicy | undefined
}

/** Looks at the policy as the transaction, which holds the policy lock, sees it before the operations run. */
export async function policyBefore(
  tx: Transaction,
  policies: PolicyCache | undefined,
): Promise<PolicyBefore> {
  const policy = await policySeenBy(tx, policies)
  const findings = await rulesFindings(tx, policy)
  return {
    rules: new Set(policy.source.rules.map(({ id }) => id)),
    inForce: new Set(policy.compiled.rulesInForce.map(({ rule }) => rule.id)),
    findings: new Set(findings.map((each) => JSON.stringify(each))),
    // A rule that a transaction changes twice keeps its stamp.
    policy: policy.isUncommitted ? undefined : policy,
  }
}

/**
 * The findings that operations (their records, by uuid) add: about their own rules and those that they put in
 * force, and those that did not exist before.
 */
export async function planFindings(
  tx: Transaction,
  before: PolicyBefore,
  records: readonly string[],
): Promise<PlanFinding[]> {
  const policy = await loadCompiledPolicy(tx, before.policy)
  const all = await rulesFindings(tx, policy)
  const own = new Set(records)
  const told = all.filter(
    (each) => own.has(each.ruleId) || !before.findings.has(JSON.stringify(each)),
  )
  const silent = new Set(
    told.flatMap((each) => (each.kind === 'never_matches' ? [each.ruleId] : [])),
  )
  const name = (ruleId: string): NamedRule | null => {
    if (before.rules.has(ruleId)) return { ruleId, operation: null }
    const operation = records.indexOf(ruleId)
    return operation === -1 ? null : { ruleId: null, operation }
  }
  const brought = policy.compiled.rulesInForce.flatMap(({ rule: { id } }) =>
    own.has(id) || !before.inForce.has(id) ? [id] : [],
  )
  const present = async () =>
    (await findAmongPresent(tx, brought, own)).filter(({ ruleId }) => !silent.has(ruleId))
  const rulesets = new Map(policy.source.rules.map(({ id, rulesetId }) => [id, rulesetId]))
  const toCome = await findToCome(tx, policy, own)
  return [...told.map(say), ...(await present()), ...toCome].flatMap((finding): PlanFinding[] => {
    const { ruleId, byRuleId, ...said } = finding
    const [named, rulesetId] = [name(ruleId), rulesets.get(ruleId)]
    if (named === null || rulesetId === undefined) return []
    return [{ ...named, rulesetId, by: byRuleId === null ? null : name(byRuleId), ...said }]
  })
}

/** That rules of the operations begin at a date, and what is odd about them then. */
async function findToCome(
  tx: Transaction,
  policy: LoadedPolicy,
  own: ReadonlySet<string>,
): Promise<FindingText[]> {
  const all = await selectRulesToCome(tx)
  const coming = all.filter(({ id }) => own.has(id))
  if (coming.length === 0) return []
  const then = policyToCome(policy.source, all)
  const asked = new Set(coming.map(({ id }) => id))
  const odd = (await rulesFindings(tx, { ...policy, source: then })).filter(({ ruleId }) =>
    asked.has(ruleId),
  )
  const silent = new Set(
    odd.flatMap(({ kind, ruleId }) => (kind === 'never_matches' ? [ruleId] : [])),
  )
  const open = coming.filter(({ id }) => !silent.has(id))
  const counted = await countToCome(tx, then, open)
  return [
    ...coming.map(({ id, beginsAt }): FindingText => {
      const message = `It begins at ${beginsAt.toISOString()}: until then it moves no one.`
      return { kind: 'begins_later', ruleId: id, byRuleId: null, conditions: [], message }
    }),
    ...odd.map(say),
    ...counted.flatMap((each) => sayPresent(each, own)),
  ]
}

type FindingText = Pick<PlanFinding, 'kind' | 'conditions' | 'message'> & {
  ruleId: string
  byRuleId: string | null
}

type RuleProblem = RuleFinding | PersonLeft | Found
type PersonLeft = { kind: 'person_left'; ruleId: string; condition: number; personId: string }
type Found = {
  kind: 'referent_gone' | 'self_service_key'
  ruleId: string
  condition: number | null
  message: string
}

async function rulesFindings(
  tx: Transaction,
  { source }: Pick<LoadedPolicy, 'source'>,
): Promise<RuleProblem[]> {
  const { inForce } = compileColumnPolicy(source)
  const inRules = findInRules(inForce, {
    now: (await instantOf(tx)).getTime(),
    primaryIntegrationId: source.primaryIntegrationId,
  })
  const asked = inForce.rules.flatMap(({ rule, isAsked }) => (isAsked ? [rule.id] : []))
  const found = (await selectFoundInRules(tx, asked)).map((each): Found => ({
    kind: each.kind === 'selfServiceKey' ? 'self_service_key' : 'referent_gone',
    ruleId: each.rule_id,
    condition: each.position,
    // A plan is also read by callers who may not see people.
    message: `The rule ${sayFound(each, { seesPeople: false })}.`,
  }))
  return [...inRules, ...found, ...(await findLeft(tx, inForce))]
}

/** Conditions of rules in force that are about one person who is expired or deactivated. */
async function findLeft(tx: Transaction, { rules }: Program): Promise<PersonLeft[]> {
  const named = rules.flatMap(({ rule, isAsked }) =>
    rule.conditions.flatMap(({ type, resourceId: personId }, condition): PersonLeft[] =>
      isAsked && type === 'user'
        ? [{ kind: 'person_left', ruleId: rule.id, condition, personId }]
        : [],
    ),
  )
  const { rows } = await sql<{ id: string }>`
    select id from directory_user where id = any (${named.map(({ personId }) => personId)}::uuid[])
      and deleted_at is null and state in ('expired', 'deactivated')`.execute(tx)
  const left = new Set(rows.map(({ id }) => id))
  return named.filter(({ personId }) => left.has(personId))
}

const reasons = {
  no_conditions: 'it has no conditions',
  contradiction: 'two of its conditions contradict each other',
  nothing_to_test: 'it asks for what nothing decides',
  attribute_never_held: 'it asks for an attribute or access that no one can have',
} as const

function say(finding: RuleProblem): FindingText {
  const { ruleId } = finding
  switch (finding.kind) {
    case 'never_matches':
      return {
        kind: finding.kind,
        ruleId,
        byRuleId: null,
        conditions: finding.conditions,
        message: `No one can meet this rule: ${reasons[finding.reason]}.`,
      }
    case 'shadowed':
      return {
        kind: finding.kind,
        ruleId,
        byRuleId: finding.byRuleId,
        conditions: [],
        message:
          'An earlier rule of the ruleset, which lasts as long, admits the people that this one would.',
      }
    case 'referent_gone':
    case 'self_service_key':
      return {
        kind: finding.kind,
        ruleId,
        byRuleId: null,
        conditions: finding.condition === null ? [] : [finding.condition],
        message: finding.message,
      }
    case 'person_left':
      return {
        kind: finding.kind,
        ruleId,
        byRuleId: null,
        conditions: [finding.condition],
        message: 'A condition names a person who has left.',
      }
  }
}

/** What is so of these rules, which are in force, among the people there are. `own`: those of the operations themselves. */
async function findAmongPresent(
  tx: Transaction,
  rules: readonly string[],
  own: ReadonlySet<string>,
): Promise<FindingText[]> {
  const { rows } = await sql<CountedRule>`
    select r.id, r.is_imported as "isImported", (select count(*) from qualification q where q.rule_id = r.id) as people,
      (select count(*) from directory_user where deleted_at is null) as everybody
    from rule r where r.id = any (${rules}::uuid[]) order by r.id`.execute(tx)
  return rows.flatMap((row) => sayPresent(row, own))
}

function sayPresent(
  { id, people, everybody, isImported }: CountedRule,
  own: ReadonlySet<string>,
): FindingText[] {
  const said = { ruleId: id, byRuleId: null, conditions: [] }
  // An imported value that no person has any more is no finding.
  if (people === 0 && isImported && !own.has(id)) return []
  if (people === 0)
    return [{ ...said, kind: 'matches_nobody', message: 'No one meets this rule now.' }]
  if (people < everybody) return []
  return [{ ...said, kind: 'matches_everybody', message: 'Everybody meets this rule now.' }]
}
