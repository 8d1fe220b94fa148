import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { instant } from '../../http/shapes/schema.ts'
import type { SubjectRow } from '../explain/queries.ts'
import type { CurrentStay } from '../manifests/manifest-changes.ts'
import { mayViewRuleset } from '../rights/visible-ruleset.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { selectStays } from '../users/queries.ts'
import type { Stays } from '../what-if/foresee.ts'
import { readPlaces, type Place } from '../what-if/places.ts'
import { compared, kindOfPlace } from './present.ts'
import type { CauseJson, ComparisonJson } from './schema.ts'

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
  const moved = kinds.filter(({ kind }) => kind !== 'same').map(({ place }) => place)
  const causes = await selectCauses(db, { personId: row.id, places: moved, at, until })
  return compared(
    { shown, viewer: policyViewer(context.may) },
    {
      here: { row, at },
      there: { row, at: until },
      places: kinds.map(({ place, kind }) => {
        const cause = causes.get(place.rulesetId) ?? null
        const why = cause === null ? '' : `${cause.event} at ${cause.at}`
        return { place, kind, why, cause }
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

/**
 * Ruleset → what was written in the transaction that last moved the person there between two instants: about the person, else about
 * the policy of the ruleset, else the move itself.
 */
async function selectCauses(
  db: Reader,
  { personId, places, at, until }: { personId: string; places: Place[]; at: Date; until: Date },
): Promise<Map<string, CauseJson>> {
  if (places.length === 0) return new Map()
  const rulesets = places.map(({ rulesetId }) => rulesetId)
  const { rows } = await sql<{ ruleset_id: string; id: string; event: string; at: Date }>`
    select moved.ruleset_id, c.id, c.event, c.at
    from unnest(${rulesets}::uuid[]) as moved (ruleset_id)
    cross join lateral (
      select l.transaction, l.sequence from audit_log l
      where l.subject_id = ${personId}::uuid and l.parent_id = moved.ruleset_id
        and l.event in ('policy.user.create', 'policy.user.change', 'policy.user.end') and l.at > ${at} and l.at <= ${until}
      order by l.at desc, l.sequence desc limit 1) m
    cross join lateral (
      select l.id, l.event, l.at from audit_log l
      where l.transaction = m.transaction and (l.sequence = m.sequence or (l.event not like 'policy.user.%'
        and (l.subject_id = ${personId}::uuid or l.record_id = moved.ruleset_id or l.parent_id = moved.ruleset_id)))
      order by l.sequence = m.sequence, (l.subject_id = ${personId}::uuid) is not true, l.sequence limit 1) c`.execute(
    db,
  )
  return new Map(
    rows.map((row) => [
      row.ruleset_id,
      { at: instant(row.at), event: row.event, audit_log_id: encodeId('auditLog', row.id) },
    ]),
  )
}
