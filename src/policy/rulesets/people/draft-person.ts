import { type Static, Type } from 'typebox'
import type { Condition } from '../../../engine/model.ts'
import type { SeenValues } from '../../../engine/rule-finding.ts'
import type { ReadContext } from '../../../http/route/route.ts'
import { Nullable, Shape, Text } from '../../../http/shapes/schema.ts'
import { findSubject, parentOf, personOf, selectNames } from '../../explain/queries.ts'
import { runInThread } from '../../explain/thread-pool.ts'
import { loadManagersAbove, managersAbove } from '../../model/management-chain.ts'
import { currentPolicy } from '../../model/policy-cache-of.ts'
import { sharePolicy } from '../../model/shared-policy.ts'
import { withDraft } from './draft-meeters.ts'

const maximumSaw = 50

export const DraftPerson = Shape({
  is_met: Type.Boolean({ description: 'All conditions hold' }),
  is_eligible: Type.Boolean({ description: 'May be in a manifest now' }),
  conditions: Type.Array(
    Shape({
      is_met: Type.Boolean(),
      saw: Nullable(
        Type.Array(Text(1001), {
          maxItems: maximumSaw,
          description:
            'The values of the profile under the key, or the managers, the direct one first. Null for a condition on an attribute or on the person',
          examples: [['Sales']],
        }),
      ),
    }),
    { maxItems: 200, description: 'In the order in which they were sent' },
  ),
})

/** How one person (uuid) fares with conditions that are not stored. Undefined for a missing person. */
export async function checkPerson(
  context: Pick<ReadContext, 'db' | 'services' | 'now'>,
  conditions: readonly Condition[],
  userId: string,
): Promise<Static<typeof DraftPerson> | undefined> {
  const { db, now } = context
  const { source } = await currentPolicy(context)
  const subject = await findSubject(db, userId)
  if (subject === undefined) return undefined
  const { policy, rulesetId } = withDraft(source, conditions)
  const person = personOf(subject)
  const above = managersAbove(person, await loadManagersAbove(db, [person.id]))
  const { finding, eligibility } = await runInThread({
    kind: 'finding',
    policy: sharePolicy(policy),
    question: {
      person,
      parent: parentOf(subject),
      managersAbove: above,
      rulesetId,
      now: now.getTime(),
    },
  })
  if (finding === undefined) return undefined
  const names = await selectNames(db, above)
  return {
    is_met: finding.isMet,
    is_eligible: eligibility.isEligible,
    conditions: finding.conditions.map(({ isMet, saw }) => ({
      is_met: isMet,
      saw: sawOf(saw, (id) => names.get(id)?.name ?? ''),
    })),
  }
}

function sawOf(saw: SeenValues, nameOf: (id: string) => string): string[] | null {
  switch (saw.kind) {
    case 'identities':
      return saw.identities
        .flatMap(({ values }) => values)
        .slice(0, maximumSaw)
        .map((value) => value.slice(0, 1000))
    case 'managers':
      return saw.managers.slice(0, maximumSaw).map(nameOf)
    case 'attribute':
    case 'self':
      return null
  }
}
