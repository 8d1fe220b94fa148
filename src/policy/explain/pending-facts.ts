import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { Id, Instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { isRejectedEnd } from '../shapes/incident-ref.ts'

const states = ['active', 'suspended', 'deactivated'] as const
const maximumAccounts = 100

/** The last facts that a source reported of one account, while policy does not read them. */
const PendingFacts = Shape({
  identity_id: Id('identity'),
  integration_handle: Text(63, { examples: ['idp'] }),
  incident_id: Nullable(Id('incident')),
  state: OneOf([...states, 'orphan'], { description: 'The accepted one' }),
  pending_state: OneOf(states),
  is_rejected_account_end: Type.Boolean({
    description: 'Someone rejected that the account ends, and its source still says so',
  }),
  changes: Type.Array(
    Shape({
      profile_key: Text(200, { examples: ['department'] }),
      accepted: Nullable(Text(1001, { examples: ['Sales'] })),
      pending: Nullable(Text(1001, { examples: ['Marketing'] })),
    }),
    {
      maxItems: 1000,
      description:
        'The keys that policy may read and whose values differ; the values are null without the permission on profiles',
    },
  ),
  since: Instant,
})
type PendingFactsJson = Static<typeof PendingFacts>
/** {@link PendingFacts} with uuids and all values. */
export type PendingFactsRow = PendingFactsJson

export const PendingFactsList = Type.Array(PendingFacts, {
  maxItems: maximumAccounts,
  description:
    'Accounts of which policy does not read what the source said last: an incident holds it, or, without one, some values were rejected',
})

/** What is pending for a person (a uuid), by integration. */
export async function selectPendingFacts(db: Reader, personId: string): Promise<PendingFactsRow[]> {
  const { rows } = await sql<PendingFactsRow>`
    select i.id as identity_id, g.handle as integration_handle, h.incident_id, i.state, h.state as pending_state,
      ${isRejectedEnd} as is_rejected_account_end,
      iso(h.since) as since, coalesce((
        select jsonb_agg(jsonb_build_object('profile_key', k.key, 'accepted', left(profile_text(i.profile, k.key), 1001),
          'pending', left(profile_text(h.profile, k.key), 1001)) order by k.key)
        from unnest(g.policy_keys) as k (key)
        where profile_member(i.profile, k.key) is distinct from profile_member(h.profile, k.key)), '[]') as changes
    from held_account h join identity i on i.id = h.identity_id join integration g on g.id = i.integration_id
    where i.directory_user_id = ${personId} order by g.handle, i.id limit ${maximumAccounts}`.execute(
    db,
  )
  return rows
}

/** With the ids of the API, and without values for callers who may not see profiles. */
export function presentPendingFacts(
  rows: readonly PendingFactsRow[],
  seesProfileValues: boolean,
): PendingFactsJson[] {
  return rows.map((row) => ({
    ...row,
    identity_id: encodeId('identity', row.identity_id),
    incident_id: row.incident_id === null ? null : encodeId('incident', row.incident_id),
    changes: seesProfileValues
      ? row.changes
      : row.changes.map(({ profile_key }) => ({ profile_key, accepted: null, pending: null })),
  }))
}
