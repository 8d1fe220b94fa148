import { sql } from 'kysely'
import type { FindingKind } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { compileColumnPolicy } from '../../engine/columns/column-policy.ts'
import type { Program } from '../../engine/columns/program.ts'
import { findInRules, type RuleFinding } from '../../engine/columns/rule-findings.ts'
import {
  loadCompiledPolicy,
  policySeenBy,
  type LoadedPolicy,
  type PolicyCache,
} from '../compiled-policy.ts'

/** A rule by uuid, or by the operation of the plan that makes it. */
export type NamedRule = { ruleId: string | null; operation: number | null }

/** What is odd about a rule in force after the plan. Conditions are named by their places in the rule, from 0. */
export type PlanFinding = NamedRule & {
  /** Of the rule, a uuid: who may not see it is not told. */
  rulesetId: string
  kind: FindingKind
  by: NamedRule | null
  conditions: readonly number[]
  message: string
}

/** The policy before the operations, to tell what they bring. */
export type PolicyBefore = { rules: ReadonlySet<string>; findings: ReadonlySet<string> }

/** Looks at the policy as the transaction, which holds the policy lock, sees it before the operations run. */
export async function policyBefore(
  tx: Transaction,
  policies: PolicyCache | undefined,
): Promise<PolicyBefore> {
  const policy = await policySeenBy(tx, policies)
  const findings = await rulesFindings(tx, policy)
  return {
    rules: new Set(policy.source.rules.map(({ id }) => id)),
    findings: new Set(findings.map((each) => JSON.stringify(each))),
  }
}

/** What operations (their records, by uuid) bring: findings about their own rules, and those that were not there before. */
export async function planFindings(
  tx: Transaction,
  before: PolicyBefore,
  records: readonly string[],
): Promise<PlanFinding[]> {
  const policy = await loadCompiledPolicy(tx)
  const all = await rulesFindings(tx, policy)
  const told = all.filter(
    (each) => records.includes(each.ruleId) || !before.findings.has(JSON.stringify(each)),
  )
  const silent = new Set(
    told.flatMap((each) => (each.kind === 'never_matches' ? [each.ruleId] : [])),
  )
  const name = (ruleId: string): NamedRule | null => {
    if (before.rules.has(ruleId)) return { ruleId, operation: null }
    const operation = records.indexOf(ruleId)
    return operation === -1 ? null : { ruleId: null, operation }
  }
  const present = async () =>
    (await findAmongPresent(tx, records)).filter(({ ruleId }) => !silent.has(ruleId))
  const rulesets = new Map(policy.source.rules.map(({ id, rulesetId }) => [id, rulesetId]))
  return [...told.map(say), ...(await present())].flatMap(({ ruleId, byRuleId, ...said }) => {
    const [named, rulesetId] = [name(ruleId), rulesets.get(ruleId)]
    if (named === null || rulesetId === undefined) return []
    return [{ ...named, rulesetId, by: byRuleId === null ? null : name(byRuleId), ...said }]
  })
}

type Said = Pick<PlanFinding, 'kind' | 'conditions' | 'message'> & {
  ruleId: string
  byRuleId: string | null
}

type Found = RuleFinding | PersonLeft
type PersonLeft = { kind: 'person_left'; ruleId: string; condition: number; personId: string }

async function rulesFindings(tx: Transaction, policy: LoadedPolicy): Promise<Found[]> {
  const { rows } = await sql<{ id: string }>`
    select id from integration where state = 'active'`.execute(tx)
  const { source, attributes } = policy
  const { inForce } = compileColumnPolicy(source)
  const inRules = findInRules(inForce, {
    primaryIntegrationId: source.primaryIntegrationId,
    integrationIds: new Set(rows.map(({ id }) => id)),
    attributeIds: new Set(
      [...attributes.values()].flatMap(({ id, isActive }) => (isActive ? [id] : [])),
    ),
  })
  return [...inRules, ...(await findLeft(tx, inForce))]
}

/** Conditions of rules in force that name a person who is not known, deleted, expired or deactivated. */
async function findLeft(tx: Transaction, { rules }: Program): Promise<PersonLeft[]> {
  const named = rules.flatMap(({ rule, isAsked }) =>
    rule.conditions.flatMap(({ type, resourceId: personId }, condition): PersonLeft[] =>
      !isAsked || personId === null || type === 'identity' || type === 'attribute'
        ? []
        : [{ kind: 'person_left', ruleId: rule.id, condition, personId }],
    ),
  )
  const { rows } = await sql<{ id: string }>`
    select id from directory_user where id = any (${named.map(({ personId }) => personId)}::uuid[])
      and deleted_at is null and state not in ('expired', 'deactivated')`.execute(tx)
  const here = new Set(rows.map(({ id }) => id))
  return named.filter(({ personId }) => !here.has(personId))
}

const reasons = {
  no_conditions: 'it has no conditions',
  contradiction: 'two of its conditions contradict each other',
  nothing_to_test: 'it asks for what nothing decides',
  attribute_never_held: 'it asks for an attribute that nobody can have',
} as const

function say(finding: Found): Said {
  const { ruleId } = finding
  switch (finding.kind) {
    case 'never_matches':
      return {
        kind: finding.kind,
        ruleId,
        byRuleId: null,
        conditions: finding.conditions,
        message: `Nobody can meet this rule: ${reasons[finding.reason]}.`,
      }
    case 'shadowed':
      return {
        kind: finding.kind,
        ruleId,
        byRuleId: finding.byRuleId,
        conditions: [],
        message: 'An earlier rule of the ruleset admits whoever this one would.',
      }
    case 'referent_gone':
      return {
        kind: finding.kind,
        ruleId,
        byRuleId: null,
        conditions: [finding.condition],
        message: `A condition names an ${finding.referent} that is gone.`,
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

type Counted = { id: string; people: number; everybody: number }

/** What is so of these rules, where they are in force, among the people there are. */
async function findAmongPresent(tx: Transaction, rules: readonly string[]): Promise<Said[]> {
  const { rows } = await sql<Counted>`
    select r.id, (select count(*) from qualification q where q.rule_id = r.id) as people,
      (select count(*) from directory_user where deleted_at is null) as everybody
    from rule r join ruleset s on s.id = r.ruleset_id
    where r.id = any (${rules}::uuid[]) and r.state in ('active', 'expiring') and s.state = 'managed'
    order by r.id`.execute(tx)
  return rows.flatMap(({ id, people, everybody }): Said[] => {
    const said = { ruleId: id, byRuleId: null, conditions: [] }
    if (people === 0)
      return [{ ...said, kind: 'matches_nobody', message: 'Nobody meets this rule now.' }]
    if (people < everybody) return []
    return [{ ...said, kind: 'matches_everybody', message: 'Everybody meets this rule now.' }]
  })
}
