import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { instantOf } from '../../database/policy-lock.ts'
import type { Policy } from '../../engine/model.ts'
import { evaluated } from '../manifests/evaluate-everybody.ts'
import { loadColumns } from '../manifests/load-columns.ts'
import { scopeAround } from '../manifests/scope.ts'

/** A rule that the clock will put in force, perhaps instead of another. Ids are uuids. */
export type RuleToCome = {
  id: string
  rulesetId: string
  isImported: boolean
  beginsAt: Date
  replaces: string | null
}

export async function selectRulesToCome(tx: Transaction): Promise<RuleToCome[]> {
  const { rows } = await sql<RuleToCome>`
    select id, ruleset_id as "rulesetId", is_imported as "isImported", activates_at as "beginsAt", replaces_rule_id as replaces
    from rule where activates_at is not null and begin_exceeds is null and deleted_at is null order by activates_at, id`.execute(
    tx,
  )
  return rows
}

/** The policy with these rules in force, each from its date on, when what it replaces ends. */
export function policyToCome(policy: Policy, coming: readonly RuleToCome[]): Policy {
  const begins = new Map(coming.map(({ id, beginsAt }) => [id, beginsAt.getTime()]))
  const ends = new Map<string, number>()
  for (const { replaces, beginsAt } of coming) {
    if (replaces !== null && !ends.has(replaces)) ends.set(replaces, beginsAt.getTime())
  }
  return {
    ...policy,
    rules: policy.rules.map((rule) => {
      const activatedAt = begins.get(rule.id)
      if (activatedAt !== undefined) return { ...rule, state: 'active', activatedAt }
      const end = ends.get(rule.id)
      if (end === undefined) return rule
      return { ...rule, expiresAt: Math.min(rule.expiresAt ?? end, end) }
    }),
  }
}

/** A rule, how many people meet it, and how many there are. */
export type CountedRule = { id: string; isImported: boolean; people: number; everybody: number }

/** Counts who meets these rules of {@link policyToCome} now: everybody is evaluated, nothing is stored. */
export async function countToCome(
  tx: Transaction,
  policy: Policy,
  rules: readonly RuleToCome[],
): Promise<CountedRule[]> {
  if (rules.length === 0) return []
  const now = await instantOf(tx)
  const { rows } = await sql<{ everybody: number }>`
    select count(*) as everybody from directory_user where deleted_at is null`.execute(tx)
  const everybody = rows[0]?.everybody ?? 0
  const scope = scopeAround(
    policy,
    rules.map(({ rulesetId }) => rulesetId),
  )
  const columns = await loadColumns(tx, scope.policy)
  const people = new Map<string, number>()
  for await (const { qualified } of evaluated(scope.policy, columns, now.getTime())) {
    for (const each of qualified) people.set(each.ruleId, each.people.length)
  }
  return rules.flatMap(({ id, isImported }) => {
    const met = people.get(id)
    // In a ruleset that is not managed no rule decides anything.
    return met === undefined ? [] : [{ id, isImported, people: met, everybody }]
  })
}
