import type { ReadContext } from '../../http/route/route.ts'
import { parentOf, personOf, type SubjectRow } from '../explain/queries.ts'
import { loadManagersAbove, managersAbove } from '../model/management-chain.ts'
import { currentPolicy } from '../model/policy-cache-of.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { lackOf, type Shown } from '../what-if/present.ts'

/** For each person (uuid): what a rule lacks of them now, in words. `shown` has the conditions of the rules that are asked for. */
export async function lacksOf(
  context: ReadContext,
  people: readonly SubjectRow[],
  shown: Shown,
): Promise<Map<string, (ruleId: string) => string>> {
  const { db, now } = context
  const viewer = policyViewer(context.may)
  const policy = await currentPolicy(context)
  const managers = await loadManagersAbove(
    db,
    people.map(({ id }) => id),
  )
  return new Map(
    people.map((row) => {
      const person = personOf(row)
      const subject = { person, managersAbove: managersAbove(person, managers) }
      const facts = { subject, parent: parentOf(row), at: now.getTime() }
      return [row.id, lackOf(policy, facts, { shown, viewer })]
    }),
  )
}
