import { Type, type Static, type TSchema } from 'typebox'
import { integrationVendors, resourceTypes, workspaceUserStates } from '../../contract/states.ts'
import {
  Count,
  Id,
  Instant,
  Nullable,
  OneOf,
  Shape,
  Text,
  RecordShape,
} from '../../http/shapes/schema.ts'
import { IncidentRef, maximumIncidents } from '../../policy/shapes/incident-ref.ts'
import { DirectoryUserSummary } from '../../policy/shapes/person-summary.ts'
import { StateSource } from '../../policy/shapes/state-source.ts'
import { PolicyCondition, PolicyRule, PolicyRuleset } from '../../policy/shapes/schema.ts'
import { PolicyUser } from '../../policy/users/schema.ts'
import { DirectoryIdentity } from '../identities/identity-shape.ts'

const {
  state,
  manager_id,
  is_manager,
  full_name: fullName,
  email,
  username,
  badge_id,
  employee_id,
  employee_alt_id,
  org: Org,
  metadata: Metadata,
} = DirectoryUserSummary.properties
const governed = { state, manager_id, is_manager }
const numbers = { badge_id, employee_id, employee_alt_id }

export const WorkspaceUserRef = RecordShape(
  {
    id: Id('workspaceUser'),
    state: OneOf(workspaceUserStates),
    provider: Text(500, { examples: ['https://idp.acme.example'] }),
    provider_id: Text(255, { examples: ['00u7ada'] }),
    name: Text(200, { examples: ['Ada Moreau'] }),
    handle: Nullable(Text(200, { examples: ['ada.moreau'] })),
    email,
  },
  { $id: 'WorkspaceUserRef' },
)

export const IntegrationRef = RecordShape(
  { id: Id('integration'), vendor: OneOf(integrationVendors), is_primary: Type.Boolean() },
  { $id: 'IntegrationRef' },
)

export const countKeys = [
  'secondary_users',
  'direct_report_users',
  'directory_identities',
  'policy_conditions',
  'policy_users',
  'policy_rulesets',
  'manifest_rules',
  'qualified_rules',
  'staged_rules',
  'audit_logs_parent',
  'audit_logs_record',
  'audit_logs_related',
  'audit_logs_subject',
  'directory_attributes',
] as const
/** `codehost_group` counts under `codehost_groups`. */
const resourceCountKeys = resourceTypes.map((type) => `${type}s` as const)

export const linkKeys = [
  'self',
  'workspace_user',
  'integration',
  'secondary_users',
  'direct_report_users',
  'directory_identities',
  'audit_logs_parent',
  'audit_logs_record',
  'audit_logs_related',
  'audit_logs_subject',
] as const

function keyed<K extends string, S extends TSchema>(keys: readonly K[], schema: S): Record<K, S> {
  // Object.fromEntries forgets the literal keys that it was given.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>
}

const atMost200 = {
  maxItems: 200,
  description: 'At most 200; the count and the link lead to the rest',
}
const families = {
  secondary_users: Type.Array(DirectoryUserSummary, atMost200),
  policy_conditions: Type.Array(PolicyCondition, atMost200),
  policy_users: Type.Array(PolicyUser, atMost200),
  policy_rules_manifest: Type.Array(PolicyRule, atMost200),
  policy_rules_qualified: Type.Array(PolicyRule, atMost200),
  policy_rules_staged: Type.Array(PolicyRule, atMost200),
  policy_rulesets: Type.Array(PolicyRuleset, atMost200),
}
export type FamilyKey = keyof typeof families
// Object.keys forgets the literal names.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const familyKeys = Object.keys(families) as FamilyKey[]

/** What `include` adds. */
const includedFamilies: Record<string, TSchema> = Object.fromEntries(
  familyKeys.flatMap((key) => [
    [key, Type.Optional(families[key])],
    [`${key}_count`, Type.Optional(Count)],
    [`${key}_exists`, Type.Optional(Type.Boolean())],
  ]),
)

const relations = {
  user_manager: Nullable(DirectoryUserSummary),
  parent_user: Nullable(DirectoryUserSummary),
  direct_report_users: Type.Array(DirectoryUserSummary, atMost200),
  workspace_user: Nullable(WorkspaceUserRef),
  integration: Nullable(IntegrationRef),
  directory_identities: Type.Array(DirectoryIdentity, atMost200),
}
export type RelationKey = keyof typeof relations
// Object.keys forgets the literal names.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const relationKeys = Object.keys(relations) as RelationKey[]

const Included = Shape({ ...relations, ...includedFamilies })
/** `included` of a person in a list: only what is asked for. */
export const ListedIncluded = Shape({
  ...Type.Partial(Type.Object(relations)).properties,
  ...includedFamilies,
})

/** The contract’s "Directory user (detailed)": DirectoryUserDetailedResponseData. */
/** Only if `include` names it. */
const Incidents = Type.Array(IncidentRef, {
  maxItems: maximumIncidents,
  description: 'The open incidents that hold an account of this person',
})

export const DirectoryUser = RecordShape(
  {
    id: Id('directoryUser'),
    ...governed,
    first_name: Text(200, { examples: ['Ada'] }),
    last_name: Text(200, { examples: ['Moreau'] }),
    full_name: fullName,
    email,
    username,
    ...numbers,
    timestamp: Shape({
      created_at: Instant,
      updated_at: Instant,
      deleted_at: Nullable(Instant),
      expires_at: Nullable(Instant),
      provisioned_at: Instant,
      deprovisioned_at: Nullable(Instant),
    }),
    org: Org,
    metadata: Metadata,
    count: Shape(keyed([...countKeys, ...resourceCountKeys], Count)),
    included: Included,
    links: Shape(
      keyed(
        linkKeys,
        Type.String({
          maxLength: 2000,
          examples: [
            'https://muster.example/api/v1/directory/users/drusr_01kaf7m2t4e8j9p3q5r7s9v1wx',
          ],
        }),
      ),
    ),
    state_source: Type.Optional(StateSource),
    incidents: Type.Optional(Incidents),
  },
  { $id: 'DirectoryUserDetailedResponseData' },
)

export type WorkspaceUserRefJson = Static<typeof WorkspaceUserRef>
export type IntegrationRefJson = Static<typeof IntegrationRef>
