import type { Reader } from '../../database/database.ts'
import type { ReadContext } from '../../http/route/route.ts'
import type { SubjectRow } from '../explain/queries.ts'
import type { CurrentStay } from '../manifests/manifest-changes.ts'
import { mayViewRuleset } from '../rights/visible-ruleset.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { selectStays } from '../users/queries.ts'
import type { Stays } from '../what-if/foresee.ts'
import { readPlaces } from '../what-if/places.ts'
import { keyOfMoved, selectCauses, whyMoved } from './causes.ts'
import { compared, kindOfPlace } from './present.ts'
import type { ComparisonJson } from './schema.ts'

/** What one person had at two instants that have passed, and what made the difference. */
export async function compareDates(
  context: ReadContext,
  row: SubjectRow,
  { at, until }: { at: Date; until: Date },
): Promise<ComparisonJson> {
  const { db } = context
  const { places, shown } = await readPlaces(db, {
    before: await selectStaysAt(db, row.id, at),
    after: await selectStaysAt(db, row.id, until),
    sees: (rulesetId) => mayViewRuleset(context, rulesetId),
  })
  const kinds = places.map((place) => ({ place, kind: kindOfPlace(shown, place) }))
  const moves = kinds
    .filter(({ kind }) => kind !== 'same')
    .map(({ kind, place: { rulesetId } }) => ({ personId: row.id, rulesetId, kind }))
  const causes = await selectCauses(db, { moves, at, until })
  return compared(
    { shown, viewer: policyViewer(context.may) },
    {
      here: { row, at },
      there: { row, at: until },
      places: kinds.map(({ place, kind }) => {
        const cause = causes.get(keyOfMoved({ personId: row.id, rulesetId: place.rulesetId }))
        return { place, kind, why: whyMoved(cause), cause: cause ?? null }
      }),
    },
  )
}

/** The stays of a person (uuid) as they were at an instant. */
async function selectStaysAt(db: Reader, personId: string, at: Date): Promise<Stays> {
  const rows = await selectStays(db, at)
    .select(['s.id', 's.ruleset_id', 'h.rule_id', 'h.state', 's.expires_by'])
    .where('s.directory_user_id', '=', personId)
    .execute()
  return new Map(
    rows.map((row): [string, CurrentStay] => [
      row.ruleset_id,
      {
        id: row.id,
        rulesetId: row.ruleset_id,
        ruleId: row.rule_id,
        state: row.state === 'active' ? 'active' : 'expiring',
        expiresBy: row.state === 'active' ? null : 'grace',
        expiresAt: null,
        graceSince: null,
      },
    ]),
  )
}
