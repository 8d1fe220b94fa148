import { clip } from '../../contract/text.ts'
import { effectiveState, isEligible } from '../../engine/effective-state.ts'
import type { Instant } from '../../engine/model.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { parentOf, personOf, type SubjectRow } from '../explain/queries.ts'
import { ineligibleBecause } from '../explain/words.ts'
import { mayViewRuleset } from '../rights/visible-ruleset.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { selectStaysOf } from '../what-if/foresee.ts'
import { readPlaces, type Place } from '../what-if/places.ts'
import { lacksOf } from './lacks.ts'
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
  const lacks = await lacksOf(context, [here, there], shown)
  const reasons = new Map([here, there].map((row) => [row.id, whyIneligible(row, now.getTime())]))
  const lackedBy = ({ id }: SubjectRow, ruleId: string) => {
    const ineligible = reasons.get(id) ?? []
    if (ineligible.length > 0) return ineligible.join(' and ')
    return `does not meet: ${lacks.get(id)?.(ruleId) ?? ''}`
  }
  const whyOf = ({ before, after }: Place) => {
    if (after === null) return lackedBy(there, before?.ruleId ?? '')
    return before === null ? lackedBy(here, after.ruleId) : ''
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

/** Why a person may be in no manifest at an instant; empty for one who may. */
function whyIneligible(row: SubjectRow, at: Instant): string[] {
  const [person, parent] = [personOf(row), parentOf(row)]
  return ineligibleBecause(
    {
      isEligible: isEligible(person, parent, at),
      isDeleted: person.deletedAt !== null,
      state: effectiveState(person, at),
      parentState: parent === null ? null : effectiveState(parent, at),
    },
    row.parent?.full_name ?? null,
  )
}
