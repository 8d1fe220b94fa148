import { encodeId } from '../../contract/ids.ts'
import { parseJson } from '../../database/parse-json.ts'
import { instant } from '../../http/shapes/schema.ts'
import type { SubjectRow } from '../explain/queries.ts'
import type { SummaryRow } from '../shapes/person-summary.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import type { Place } from '../what-if/places.ts'
import { inOrder, presentAccess, presentResource, roleOf, type Shown } from '../what-if/present.ts'
import { comparedKinds, type CauseJson, type ComparedKind, type ComparisonJson } from './schema.ts'

/** A role that differs, or grace, is another access; another rule or end is not. */
export function kindOfPlace(shown: Shown, { before, after }: Place): ComparedKind {
  if (after === null) return 'only_here'
  if (before === null) return 'only_there'
  const isSame =
    roleOf(shown, before) === roleOf(shown, after) &&
    (before.expiresBy === 'grace') === (after.expiresBy === 'grace')
  return isSame ? 'same' : 'differs'
}

type Side = { row: SubjectRow; at: Date }
type ComparedPlace = { place: Place; kind: ComparedKind; why: string; cause: CauseJson | null }

/** The answer, by kind and name. */
export function compared(
  presenting: { shown: Shown; viewer: PolicyViewer },
  { here, there, places }: { here: Side; there: Side; places: readonly ComparedPlace[] },
): ComparisonJson {
  const count = { only_here: 0, only_there: 0, differs: 0, same: 0 }
  for (const { kind } of places) count[kind] += 1
  const rows = places.map(({ kind, place: { rulesetId, before, after }, why, cause }) => ({
    kind,
    ...presentResource(presenting.shown, rulesetId),
    here: before && presentAccess(before, presenting),
    there: after && presentAccess(after, presenting),
    why,
    cause,
  }))
  return {
    here: presentSide(here),
    there: presentSide(there),
    count,
    data: inOrder(rows, comparedKinds),
  }
}

function presentSide({ row, at }: Side) {
  const { full_name, state } = parseJson<SummaryRow>(row.summary)
  return { id: encodeId('directoryUser', row.id), full_name, state, at: instant(at) }
}
