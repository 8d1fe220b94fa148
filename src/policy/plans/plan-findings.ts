import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { compileColumnPolicy } from '../../engine/columns/column-policy.ts'
import { findInRules, type RuleFinding } from '../../engine/columns/rule-findings.ts'
import { loadCompiledPolicy, type LoadedPolicy, type PolicyCache } from '../compiled-policy.ts'

export const findingKinds = [
  'never_matches',
  'shadowed',
  'referent_gone',
  'matches_nobody',
  'matches_everybody',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** A rule by uuid, or by the operation of the plan that makes it. */
export type NamedRule = { ruleId: string | null; operation: number | null }

/** What is odd about a rule in force after the plan. Conditions are named by their places in the rule, from 0. */
export type PlanFinding = NamedRule & {
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
  const policy = await (policies?.inTransaction(tx) ?? loadCompiledPolicy(tx))
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
  const all = await rulesFindings(tx, await loadCompiledPolicy(tx))
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
  return [...told.map(say), ...(await present())].flatMap(({ ruleId, byRuleId, ...said }) => {
    const named = name(ruleId)
    if (named === null) return []
    return [{ ...named, by: byRuleId === null ? null : name(byRuleId), ...said }]
  })
}

type Said = Pick<PlanFinding, 'kind' | 'conditions' | 'message'> & {
  ruleId: string
  byRuleId: string | null
}

async function rulesFindings(tx: Transaction, policy: LoadedPolicy): Promise<RuleFinding[]> {
  const { rows } = await sql<{ id: string }>`
    select id from integration where state = 'active'`.execute(tx)
  const { source, attributes } = policy
  return findInRules(compileColumnPolicy(source).inForce, {
    primaryIntegrationId: source.primaryIntegrationId,
    integrationIds: new Set(rows.map(({ id }) => id)),
    attributeIds: new Set(
      [...attributes.values()].flatMap(({ id, isActive }) => (isActive ? [id] : [])),
    ),
  })
}

const reasons = {
  no_conditions: 'it has no conditions',
  contradiction: 'two of its conditions contradict each other',
  nothing_to_test: 'it asks for what nothing decides',
  attribute_never_held: 'it asks for an attribute that nobody can have',
} as const

function say(finding: RuleFinding): Said {
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
