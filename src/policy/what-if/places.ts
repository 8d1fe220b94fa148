import { parseJson } from '../../database/parse-json.ts'
import type { Reader } from '../../database/database.ts'
import { selectConditionsText } from '../conditions/queries.ts'
import { selectRulesetsShown, selectRulesShown } from '../explain/queries.ts'
import type { CurrentStay } from '../manifests/manifest-changes.ts'
import type { ConditionRow } from '../shapes/present.ts'
import type { Stays } from './foresee.ts'
import type { Shown } from './present.ts'

/** The stays in one ruleset, of two people or at two instants. */
export type Place = { rulesetId: string; before: CurrentStay | null; after: CurrentStay | null }

/** All places of two sets of stays in rulesets that the caller `sees`, with what is shown of them. */
export async function readPlaces(
  db: Reader,
  { before, after, sees }: { before: Stays; after: Stays; sees: (rulesetId: string) => boolean },
): Promise<{ places: Place[]; shown: Shown }> {
  const rulesetIds = [...new Set([...before.keys(), ...after.keys()])].filter(sees)
  const places = rulesetIds.map((rulesetId) => ({
    rulesetId,
    before: before.get(rulesetId) ?? null,
    after: after.get(rulesetId) ?? null,
  }))
  const stays = places.flatMap((place) => [place.before, place.after])
  const ruleIds = [...new Set(stays.flatMap((stay) => stay?.ruleId ?? []))]
  const conditions = parseJson<ConditionRow[]>(await selectConditionsText(db, ruleIds))
  return {
    places,
    shown: {
      rules: await selectRulesShown(db, ruleIds),
      rulesets: await selectRulesetsShown(db, rulesetIds),
      conditions: Map.groupBy(conditions, ({ rule_id }) => rule_id),
    },
  }
}
