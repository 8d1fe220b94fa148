import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { rulesetTypes, type RulesetType } from '../../contract/states.ts'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
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
import { policyResourceJson, resourceName, ruleJson } from '../shapes/columns.ts'
import {
  presentPolicyResource,
  presentRule,
  type ResourceRow,
  type RuleRow,
} from '../shapes/present.ts'
import { PolicyResource, policyUserState, VendorMembership } from '../shapes/schema.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import { membershipOf, type Compared, type Membership } from './membership-drift.ts'
import { roleSince, selectStays, type Phase } from './queries.ts'
import { linkOfRule } from './schema.ts'

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/policy/users/pousr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

/** One thing that a person has: a stay in a manifest, seen from the person. */
export const Access = RecordShape(
  {
    id: Id('policyUser'),
    state: policyUserState,
    type: OneOf(rulesetTypes),
    policy_resource: PolicyResource,
    role_name: Text(200, { examples: ['Member'] }),
    role_handle: Text(63, { examples: ['member'] }),
    since: { ...Instant, description: 'Since when they should have this role' },
    until: Nullable(Instant),
    has: Type.Optional(
      Nullable({
        ...VendorMembership,
        description:
          'What the person has at the vendor, as it was last read; null if no account of theirs is a member. Left out for attributes, ' +
          'with `at`, and without `directory.resource.view`',
      }),
    ),
    why: Text(1200, { examples: ['qualifies: department is Sales'] }),
    policy_ruleset_id: Id('ruleset'),
    policy_rule_id: Id('rule'),
    phase: Shape({ since: Instant, until: Nullable(Instant) }),
    links: Shape({
      policy_user: link,
      policy_ruleset: link,
      policy_rule: linkOfRule,
      explain: link,
    }),
  },
  { $id: 'Access' },
)

/**
 * Stays (`s`) with the resource that they give access to (`a` or `o`), now or as of `at`; see {@link selectStays}.
 */
export function selectAccess(db: Reader, at: Date | undefined) {
  return selectStays(db, at)
    .leftJoin('attribute as a', 'a.id', 'rs.attribute_id')
    .leftJoin('resource as o', 'o.id', 'rs.resource_id')
    .select([
      's.id',
      's.directory_user_id',
      's.ruleset_id',
      roleSince.as('role_since'),
      's.expires_at',
      's.expires_by',
      's.deleted_at',
      'h.state',
      'h.rule_id',
      'h.since',
      'h.until',
      sql<RulesetType>`rs.type`.as('type'),
      sql<string>`${resourceName}`.as('name'),
      sql<string>`${ruleJson}`.as('rule'),
      sql<string>`${policyResourceJson}`.as('resource'),
      membershipOf(comparedInStay).as('membership'),
    ])
}

/** The person of a stay (`s`), and the resource of its ruleset (`rs`); an attribute has none. */
export const comparedInStay: Compared = {
  person: sql`s.directory_user_id`,
  resource: sql`rs.resource_id`,
  ruleset: sql`rs.id`,
}

export type AccessRow = Omit<Phase, 'rule_id'> & {
  id: string
  directory_user_id: string
  ruleset_id: string
  rule_id: string
  role_since: Date
  expires_at: Date | null
  expires_by: string | null
  deleted_at: Date | null
  type: RulesetType
  rule: string
  resource: string
  membership: Membership | null
  has_rule: boolean
}

type AccessView = {
  viewer: PolicyViewer
  baseUrl: string
  isPast: boolean
  seesMembers: boolean
}

export function presentAccess(
  row: AccessRow,
  { viewer, baseUrl, isPast, seesMembers }: AccessView,
): Static<typeof Access> {
  const rule = presentRule(parseJson<RuleRow>(row.rule), viewer)
  const id = encodeId('policyUser', row.id)
  const rulesetId = encodeId('ruleset', row.ruleset_id)
  const person = `${baseUrl}/directory/users/${encodeId('directoryUser', row.directory_user_id)}`
  const hasMembers = row.type !== 'directory_attribute' && !isPast
  return {
    id,
    state: row.state,
    type: row.type,
    ...(hasMembers && seesMembers && { has: row.membership }),
    policy_resource: presentPolicyResource(
      parseJson<ResourceRow>(row.resource),
      row.type === 'directory_attribute',
    ),
    role_name: rule.role_name,
    role_handle: rule.role_handle,
    since: instant(row.role_since),
    until: instantOrNull(row.deleted_at ?? (isPast ? null : row.expires_at)),
    why: `${isPast ? past(row) : present(row)}: ${clip(rule.description ?? '', 200)}`,
    policy_ruleset_id: rulesetId,
    policy_rule_id: rule.id,
    phase: { since: instant(row.since), until: instantOrNull(row.until) },
    links: {
      policy_user: `${baseUrl}/policy/users/${id}`,
      policy_ruleset: `${baseUrl}/policy/rulesets/${rulesetId}`,
      policy_rule: row.has_rule ? `${baseUrl}/policy/rules/${rule.id}` : null,
      explain: `${person}/explain?ruleset=${rulesetId}`,
    },
  }
}

/** Why a person has access: they meet the rule, perhaps one that ends, or they did and are in grace. */
function present({ state, expires_by, expires_at }: AccessRow): string {
  if (state === 'active' || expires_at === null) return 'qualifies'
  const end = instant(expires_at)
  return expires_by === 'grace'
    ? `no longer qualifies and stays until ${end}`
    : `qualifies until the rule ends at ${end}`
}

/** The history does not store the reason of a planned end. */
function past({ state }: AccessRow): string {
  return state === 'active' ? 'qualified' : 'was about to leave'
}
