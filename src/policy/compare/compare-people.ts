import { clip } from '../../contract/text.ts'
import { effectiveState, isEligible } from '../../engine/effective-state.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { parentOf, personOf, type SubjectRow } from '../explain/queries.ts'
import { ineligibleBecause } from '../explain/words.ts'
import { loadManagersAbove, managersAbove } from '../model/management-chain.ts'
import { currentPolicy } from '../model/policy-cache-of.ts'
import { mayViewRuleset } from '../rights/visible-ruleset.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { selectStaysOf } from '../what-if/foresee.ts'
import { readPlaces, type Place } from '../what-if/places.ts'
import { lackOf } from '../what-if/present.ts'
import { compared, kindOfPlace } from './present.ts'
import type { ComparisonJson } from './schema.ts'

/** What two people have now, and why one has what the other has not. */
export async function comparePeople(
  context: ReadContext,
  here: SubjectRow,
  there: SubjectRow,
): Promise<ComparisonJson> {
  const { db, now } = context
  const viewer = policyViewer(context.may)
  const { places, shown } = await readPlaces(db, {
    before: await selectStaysOf(db, here.id),
    after: await selectStaysOf(db, there.id),
    sees: (rulesetId) => mayViewRuleset(context, rulesetId),
  })
  const policy = await currentPolicy(context)
  const [lacksHere, lacksThere] = await Promise.all(
    [here, there].map(async (row) => {
      const person = personOf(row)
      const parent = parentOf(row)
      const above = managersAbove(person, await loadManagersAbove(db, [person.id]))
      const at = now.getTime()
      const subject = { person, managersAbove: above }
      const lacks = lackOf(policy, { subject, parent, at }, { shown, viewer })
      const reasons = ineligibleBecause(
        {
          isEligible: isEligible(person, parent, at),
          isDeleted: person.deletedAt !== null,
          state: effectiveState(person, at),
          parentState: parent === null ? null : effectiveState(parent, at),
        },
        row.parent?.full_name ?? null,
      )
      return (ruleId: string) =>
        reasons.length > 0 ? reasons.join(' and ') : `does not meet: ${lacks(ruleId)}`
    }),
  )
  const whyOf = ({ before, after }: Place) => {
    if (after === null) return lacksThere?.(before?.ruleId ?? '') ?? ''
    return before === null ? (lacksHere?.(after.ruleId) ?? '') : ''
  }
  return compared(
    { shown, viewer },
    {
      here: { row: here, at: now },
      there: { row: there, at: now },
      places: places.map((place) => ({
        place,
        kind: kindOfPlace(shown, place),
        why: clip(whyOf(place), 1999),
        cause: null,
      })),
    },
  )
}
