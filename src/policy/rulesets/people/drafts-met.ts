import { sql } from 'kysely'
import type { Policy, Rule } from '../../../engine/model.ts'
import type { ReadContext } from '../../../http/route/route.ts'
import { currentPolicy } from '../../model/policy-cache-of.ts'
import { evaluateDrafts, findMeeters, withDrafts } from './draft-meeters.ts'

/** Who meets which rule, side by side: uuids. `isCapped`: others were not evaluated. */
export type MetRules = { people: string[]; rules: string[]; isCapped: boolean }

/** Each reads all accounts of a source, which is faster than to evaluate everybody. */
const maximumByValue = 2

/**
 * Who meets the drafts of a ruleset as they would meet rules in force: the drafts of attributes do not count. Of a ruleset that is
 * not managed, the rules that would be in force if it were count too.
 */
export async function findDraftsMet(
  context: Pick<ReadContext, 'db' | 'services' | 'now'>,
  rulesetId: string,
): Promise<MetRules> {
  const { source } = await currentPolicy(context)
  const met: MetRules = { people: [], rules: [], isCapped: false }
  const ruleset = source.rulesets.find(({ id }) => id === rulesetId)
  if (ruleset === undefined) return met
  const drafts = draftsOf(source, ruleset, context.now.getTime())
  const byValue = drafts.filter(isOnProfiles).slice(0, maximumByValue)
  for (const { id, conditions } of byValue) {
    const found = await findMeeters(context, source, conditions)
    const { rows } = await sql<{ person: string }>`
      select met.person from (${found.people}) as met (person)`.execute(context.db)
    for (const { person } of rows) add(met, person, id)
    met.isCapped ||= found.isCapped
  }
  const others = drafts.filter((draft) => !byValue.includes(draft))
  if (others.length === 0) return met
  const evaluated = await evaluateDrafts(context, withDrafts(source, ruleset, others))
  for (const [person, rules] of evaluated.met) for (const rule of rules) add(met, person, rule)
  return { ...met, isCapped: met.isCapped || evaluated.isCapped }
}

/** The rules that would be in force besides those that are. One that is over before it begins can't be. */
function draftsOf(
  { rules }: Policy,
  { id, state }: Policy['rulesets'][number],
  now: number,
): Rule[] {
  return rules.flatMap((rule) => {
    const isOfRuleset = rule.rulesetId === id && rule.conditions.length > 0
    const isOver = rule.expiresAt !== null && rule.expiresAt <= now
    const isNew = rule.state === 'staged' || state !== 'managed'
    return isOfRuleset && isNew && !isOver ? [{ ...rule, state: 'staged' as const }] : []
  })
}

function isOnProfiles({ conditions }: Rule): boolean {
  return conditions.every(({ type }) => type === 'identity')
}

function add({ people, rules }: MetRules, person: string, rule: string): void {
  people.push(person)
  rules.push(rule)
}
