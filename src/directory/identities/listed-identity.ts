import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import {
  Id,
  Instant,
  instant,
  instantOrNull,
  Nullable,
  OneOf,
  Shape,
  Text,
  RecordShape,
} from '../../http/shapes/schema.ts'
import { suggestionEvidence } from '../../contract/states.ts'
import { isRejectedEnd } from '../../policy/shapes/incident-ref.ts'
import {
  identityJson,
  presentIdentity,
  type IdentityRow,
  DirectoryIdentity,
} from './identity-shape.ts'
import { candidates, mostCandidates, suggestion } from './identity-suggestion.ts'

/** How an identity came to its person. */
export const linkedBy = [
  'created',
  'email',
  'evidence',
  'vendor_id',
  'replaced',
  'administrator',
] as const

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/directory/identities/dridt_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

const vendorStates = ['active', 'suspended', 'deactivated'] as const

/** The last facts of the source, while policy does not read them. */
const Pending = Shape(
  {
    state: OneOf(vendorStates),
    full_name: Text(401, { examples: ['Ada Moreau'] }),
    email: Nullable(Text(254)),
    manager: Nullable(
      Text(254, {
        description: 'How the source names the manager; null without the permission on profiles',
      }),
    ),
    profile: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Null in lists, and without the permission on profiles',
        examples: [{ department: 'Sales' }],
      }),
    ),
    incident_id: Nullable(Id('incident')),
    is_rejected_account_end: Type.Boolean({
      description: 'Someone rejected that the account ends, and its source still says so',
    }),
    since: Instant,
  },
  {
    description:
      'What the source said last and policy does not read: an incident holds it, or, without one, some values were rejected',
  },
)

const mostWaiting = 20

const candidateFacts = ['number', 'address', 'name'] as const

const WaitingCandidate = Shape({
  directory_user_id: Id('directoryUser'),
  agrees: Type.Array(OneOf(candidateFacts), { maxItems: 3, examples: [['address']] }),
  contradicts: Type.Array(OneOf(candidateFacts), { maxItems: 3, examples: [['number']] }),
})

/** Whether an account (`i`) waits for a decision whose it is, as SQL. */
export const isWaiting = sql<boolean>`(i.directory_user_id is null
  and exists (select from identity_candidate w where w.identity_id = i.id))`

const rowProperties = {
  ...DirectoryIdentity.properties,
  handle: Nullable(Text(200, { examples: ['ada.moreau'] })),
  vendor_state: OneOf(vendorStates, {
    description: 'The state at the vendor, also of an account that belongs to no one',
  }),
  suggested_directory_user_id: Nullable({
    ...Id('directoryUser'),
    description:
      'Who the account may belong to, where it belongs to no one and no match was rejected',
  }),
  suggestion_evidence: Type.Array(Type.Enum([...suggestionEvidence]), {
    maxItems: suggestionEvidence.length,
    description: 'What the account has in common with that person',
    examples: [[]],
  }),
  waiting_for: Type.Array(WaitingCandidate, {
    maxItems: mostWaiting,
    description: 'Whose the account may be, while it waits for a decision',
    examples: [[]],
  }),
  linked_by: Nullable(OneOf(linkedBy)),
  link_evidence: Nullable(Text(500)),
  is_undoable: Type.Boolean({
    description:
      'An administrator decided whose the account of no one is: `unlink` with `undo` makes it what it was',
  }),
  pending: Nullable(Pending),
  timestamp: Shape({
    created_at: Instant,
    updated_at: Instant,
    linked_at: Nullable(Instant),
    vendor_created_at: Nullable(Instant),
  }),
  links: Shape({
    self: link,
    directory_user: Nullable(link),
    integration: Nullable({ ...link, description: 'Null once the integration is deleted' }),
  }),
}

/** An identity in a list: the contract's shape, how it was linked, and where to go from it. */
export const ListedIdentity = RecordShape(rowProperties, { $id: 'ListedDirectoryIdentity' })

const Candidate = Shape({
  directory_user_id: Id('directoryUser'),
  evidence: rowProperties.suggestion_evidence,
})

/** One identity, with the raw profile for who may see it. */
export const DescribedIdentity = RecordShape(
  {
    ...rowProperties,
    candidates: Type.Array(Candidate, {
      maxItems: mostCandidates,
      description:
        'For an unlinked account: the suggested person, then those who have its address. For a linked one: the others who have its address, or an account with it here. Each with what they have in common with the account',
      examples: [[]],
    }),
    profile: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'As the vendor gave it',
        examples: [{ department: 'Sales' }],
      }),
    ),
    withheld: Type.Array(Type.Enum(['profile']), {
      maxItems: 1,
      description: 'Names `profile` where it is null because you may not see it',
      examples: [[]],
    }),
  },
  { $id: 'DescribedDirectoryIdentity' },
)

type PendingRow = Omit<Static<typeof Pending>, 'profile'>

/** Whether an identity (`i`) is held, as SQL; of these incidents (uuids), if any are given. */
export function isHeld(incidents?: readonly string[]): RawBuilder<boolean> {
  const which =
    incidents === undefined
      ? sql`h.incident_id is not null`
      : sql`h.incident_id = any (${uuids(incidents)})`
  return sql<boolean>`exists (select from held_account h where h.identity_id = i.id and ${which})`
}

/** Whether an identity (`i`) has an end that was rejected and that its source still reports, as SQL. */
export const hasRejectedEnd = sql<boolean>`exists (
  select from held_account h where h.identity_id = i.id and ${isRejectedEnd})`

/** Identities (`i`) with their integrations (`g`), to be filtered and ordered. */
export function listedIdentities(db: Reader) {
  return db
    .selectFrom('identity as i')
    .innerJoin('integration as g', 'g.id', 'i.integration_id')
    .leftJoinLateral(suggestion.as('s'), (join) => join.onTrue())
    .select([
      'i.id',
      'i.integration_id',
      'i.full_name',
      'i.handle',
      sql<(typeof vendorStates)[number]>`i.vendor_state`.as('vendor_state'),
      's.suggested_directory_user_id',
      's.suggestion_evidence',
      sql<(typeof linkedBy)[number] | null>`i.linked_by`.as('linked_by'),
      'i.link_evidence',
      sql<boolean>`i.decided_as is not null or (i.linked_by = 'administrator' and i.before_link is not null) is true`.as(
        'is_undoable',
      ),
      'i.created_at',
      'i.updated_at',
      'i.linked_at',
      'i.vendor_created_at',
      sql<boolean>`g.deleted_at is not null`.as('is_of_deleted'),
      sql<Static<typeof WaitingCandidate>[]>`case when i.directory_user_id is null then (
        select coalesce(jsonb_agg(jsonb_build_object('directory_user_id', w.directory_user_id, 'agrees', w.agrees,
          'contradicts', w.contradicts)), '[]') from (
          select * from identity_candidate w where w.identity_id = i.id
          order by cardinality(w.agrees) - cardinality(w.contradicts) desc, w.directory_user_id
          limit ${sql.lit(mostWaiting)}) w) else '[]' end`.as('waiting_for'),
      sql<string>`${identityJson}`.as('identity'),
      sql<PendingRow | null>`(
        select jsonb_build_object('state', h.state, 'full_name', h.full_name, 'email', h.email,
          'manager', left(coalesce(profile_text(h.profile, g.manager_profile_key),
            profile_text(h.profile, g.manager_name_profile_key)), 254), 'incident_id', h.incident_id,
          'is_rejected_account_end', ${isRejectedEnd}, 'since', iso(h.since))
        from held_account h where h.identity_id = i.id)`.as('pending'),
    ])
}

export type ListedIdentityRow = RowOf<typeof listedIdentities>

/** One identity with its profile, its version, and the epoch under which its `org` was read. */
export function findIdentity(db: Reader, id: string) {
  return listedIdentities(db)
    .innerJoin('policy_epoch as e', (join) => join.onTrue())
    .select([
      'i.version',
      'e.epoch',
      candidates.as('candidates'),
      sql<JsonObject>`i.profile`.as('profile'),
      sql<JsonObject | null>`(select h.profile from held_account h where h.identity_id = i.id)`.as(
        'pending_profile',
      ),
    ])
    .where('i.id', '=', id)
    .executeTakeFirst()
}

/** `baseUrl` has no trailing slash. `seesProfiles`: the caller may see raw profiles. */
export function presentListedIdentity(
  row: ListedIdentityRow,
  { baseUrl, seesProfiles }: { baseUrl: string; seesProfiles: boolean },
): Static<typeof ListedIdentity> {
  const identityRow: IdentityRow = JSON.parse(row.identity)
  const identity = presentIdentity(identityRow)
  const suggested = row.suggested_directory_user_id
  return {
    ...identity,
    handle: row.handle,
    vendor_state: row.vendor_state,
    suggested_directory_user_id: suggested === null ? null : encodeId('directoryUser', suggested),
    suggestion_evidence: row.suggestion_evidence ?? [],
    waiting_for: row.waiting_for.map((each) => ({
      ...each,
      directory_user_id: encodeId('directoryUser', each.directory_user_id),
    })),
    linked_by: row.linked_by,
    link_evidence: row.link_evidence,
    is_undoable: row.is_undoable,
    pending: row.pending && {
      ...row.pending,
      manager: seesProfiles ? row.pending.manager : null,
      profile: null,
      incident_id:
        row.pending.incident_id === null ? null : encodeId('incident', row.pending.incident_id),
    },
    timestamp: {
      created_at: instant(row.created_at),
      updated_at: instant(row.updated_at),
      linked_at: instantOrNull(row.linked_at),
      vendor_created_at: instantOrNull(row.vendor_created_at),
    },
    links: {
      self: `${baseUrl}/directory/identities/${identity.id}`,
      directory_user:
        identity.directory_user_id === null
          ? null
          : `${baseUrl}/directory/users/${identity.directory_user_id}`,
      integration: row.is_of_deleted
        ? null
        : `${baseUrl}/workspace/integrations/${identity.integration_id}`,
    },
  }
}
