import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { instant } from '../../http/shapes/schema.ts'
import type { CauseJson, ComparedKind } from './schema.ts'

/** A place in a manifest. Uuids. */
type Place = { personId: string; rulesetId: string }
type Moved = Place & { kind: ComparedKind }

export const keyOfMoved = ({ personId, rulesetId }: Place) => `${personId} ${rulesetId}`

/**
 * By {@link keyOfMoved}, what was written in the transaction that last let each person in between two instants, ended their stay or
 * changed it, whichever makes the difference: about the person, else about the policy of the ruleset, else the move itself.
 */
export async function selectCauses(
  db: Reader,
  { moves, at, until }: { moves: readonly Moved[]; at: Date; until: Date },
): Promise<Map<string, CauseJson>> {
  if (moves.length === 0) return new Map()
  const [people, rulesets] = [
    moves.map((each) => each.personId),
    moves.map((each) => each.rulesetId),
  ]
  const events = moves.map(({ kind }) => decisive[kind])
  const { rows } = await sql<{
    person: string
    ruleset: string
    id: string
    event: string
    at: Date
  }>`
    select moved.person, moved.ruleset, c.id, c.event, c.at
    from unnest(${uuids(people)}, ${uuids(rulesets)}, ${events}::text[]) as moved (person, ruleset, decisive)
    cross join lateral (
      select l.transaction, l.sequence from audit_log l
      where l.subject_id = moved.person and l.parent_id = moved.ruleset
        and l.event in ('policy.user.create', 'policy.user.change', 'policy.user.end')
        and (moved.decisive is null or l.event = moved.decisive) and l.at > ${at} and l.at <= ${until}
      order by l.at desc, l.sequence desc limit 1) m
    cross join lateral (
      select l.id, l.event, l.at from audit_log l
      where l.transaction = m.transaction and (l.sequence = m.sequence or (l.event not like 'policy.user.%'
        and (l.subject_id = moved.person or l.record_id = moved.ruleset or l.parent_id = moved.ruleset)))
      order by l.sequence = m.sequence, (l.subject_id = moved.person) is not true, l.sequence limit 1) c`.execute(
    db,
  )
  return new Map(
    rows.map((row) => [
      keyOfMoved({ personId: row.person, rulesetId: row.ruleset }),
      { at: instant(row.at), event: row.event, audit_log_id: encodeId('auditLog', row.id) },
    ]),
  )
}

/** What makes a difference of a kind. A role may be another by any change, or by a stay that followed another. */
const decisive: Record<ComparedKind, string | null> = {
  only_here: 'policy.user.end',
  only_there: 'policy.user.create',
  differs: null,
  same: null,
}

export function whyMoved(cause: CauseJson | undefined): string {
  return cause === undefined ? '' : `${cause.event} at ${cause.at}`
}
