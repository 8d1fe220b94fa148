import { Type } from 'typebox'
import { incidentClosings, runPhases, runStates } from '../../contract/states.ts'
import { Correction, IncidentReason, PermissionsToDecide } from '../../policy/holds/reasons.ts'
import { ResourceHandle, RulesetKey, totals } from '../../policy/shapes/planned-ruleset.ts'
import {
  Count,
  Id,
  Instant,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import { fieldsOfRemedy } from '../probe/remedy-fields.ts'

/** What a run did, by the name of each count. Those of a run that wrote nothing are 0, apart from the rows. */
export const runCounts = {
  rows_read: 'Rows that were read',
  rows_rejected: 'Rows that could not be taken',
  notes: 'Remarks about rows that were taken, and about the run',
  accounts_created: 'Accounts that the source has not reported before',
  accounts_changed: 'Accounts whose facts changed',
  accounts_unchanged: 'Accounts that stayed as they were',
  accounts_deactivated: 'Accounts that ended',
  accounts_orphaned: 'Accounts that belong to no one',
  accounts_linked: 'Accounts that were linked to a person who was there',
  accounts_held: 'Accounts of this run that an incident holds',
  states_unknown:
    'Accounts with a state that the mapping does not have. They stay as they were, and new ones have not begun',
  people_created: 'People who are new',
  people_changed: 'People whose facts changed',
  people_activated: 'People who became active',
  people_suspended: 'People who were suspended',
  people_deactivated: 'People who were deactivated',
  groups_created: 'Groups that are new',
  groups_changed: 'Groups that changed',
  groups_deactivated: 'Groups that are gone',
  memberships_added: 'Members who joined',
  memberships_changed: 'Members whose role changed',
  memberships_removed: 'Members who left',
  manifests_entered: 'Rows that entered manifests',
  manifests_changed: 'Rows of manifests that changed',
  manifests_ended: 'Rows that left manifests',
} as const
export type RunCount = keyof typeof runCounts

/** What is left to look at among all people after a run of the primary. */
const reviewCounts = {
  managers_unresolved: 'People whose manager is not known, or not unique',
  manager_cycles: 'People whose manager this run left out, because of a cycle',
  shared_emails: 'Addresses that several people have',
  shared_usernames: 'Usernames that people with different addresses have',
  recycled_addresses: 'People with an address that had another holder',
  addresses_of_others: 'New people with the address of somebody else who is here',
  rejected_account_ends: 'Accounts whose end was rejected and is still reported',
} as const

function counts<Name extends string>(described: Readonly<Record<Name, string>>) {
  return Object.fromEntries(
    Object.entries<string>(described).map(([name, description]) => [
      name,
      Type.Integer({ minimum: 0, description, examples: [0] }),
    ]),
  )
}

const link = Text(2000, {
  examples: [
    'https://muster.example/api/v1/workspace/integrations/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx/runs/wsrun_01kaf7m2t4e8j9p3q5r7s9v1wx',
  ],
})

/** One import of an integration. */
export const ImportRun = RecordShape(
  {
    id: Id('importRun'),
    state: OneOf(runStates, {
      description:
        '`waiting` for another run of the integration; `failed` and `interrupted` runs wrote nothing',
    }),
    integration_id: Id('integration'),
    source: Text(500, { description: 'What was read', examples: ['okta-users.json'] }),
    is_complete: Type.Boolean({ description: 'It was declared to list everything of its source' }),
    is_plan: Type.Boolean({ description: 'It worked out the effect, and changed nothing' }),
    plan: Nullable(
      Shape(
        {
          has_changes: Type.Boolean(),
          totals: Shape({ people: Count, ...totals }),
          resources: Type.Array(
            Shape({
              ruleset_id: Nullable(Id('ruleset')),
              ruleset_key: Nullable(RulesetKey),
              resource: Text(1000, { examples: ['codehost_group codehost/12'] }),
              name: Text(1000, { examples: ['Backend'] }),
              resource_handle: ResourceHandle,
              is_new: Type.Boolean(),
              totals: Shape(totals),
            }),
            { maxItems: 500 },
          ),
        },
        {
          description:
            'How many people’s access an import of the same file would change, in at most 500 resources, which are named to callers with `policy.rule.view`. `GET …/effects` lists it person by person, and `GET …/people` who would be created, changed or deactivated',
        },
      ),
    ),
    failure: Nullable(Text(2000, { description: 'Why it wrote nothing, and what to do' })),
    progress: Shape({
      phase: OneOf(runPhases),
      bytes_read: Count,
      bytes_total: Type.Integer({ minimum: 0, description: '0 if unknown', examples: [0] }),
      percent: Nullable(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description:
            'How much of the file was read. Null if that is unknown, and in the phases after reading, which take as long again or longer',
          examples: [40],
        }),
      ),
    }),
    count: Shape(counts(runCounts)),
    review: Shape(counts(reviewCounts), {
      description:
        'What is left to look at among all people after a run of the primary; `filter[review]` of `GET /directory/users` finds them. Of other sources, and of runs that wrote nothing, all are 0',
    }),
    left_alone: Nullable(
      Shape(
        {
          because: OneOf(['bad_rows', 'partial'], {
            description:
              '`bad_rows`: it was declared complete, but a row whose id could not be read may be one of them. `partial`: it was not declared complete',
          }),
          lines: Type.Array(Type.Integer({ minimum: 1 }), {
            maxItems: 20,
            description: 'The lines of the first rows whose id could not be read',
            examples: [[3, 17]],
          }),
          accounts: Type.Integer({ minimum: 0, description: 'Would have ended', examples: [12] }),
          people: Type.Integer({
            minimum: 0,
            description: 'Would have been deactivated with them',
            examples: [11],
          }),
          groups: Type.Integer({ minimum: 0, description: 'Would be gone', examples: [0] }),
          memberships: Type.Integer({ minimum: 0, description: 'Would have ended', examples: [3] }),
        },
        {
          description:
            'What it did not list and left as it was, by what a complete list would have done. Null for nothing, and for what lists only changes: a push, or a sync of changes',
        },
      ),
    ),
    incident: Nullable(
      Shape(
        {
          id: Nullable(Id('incident')),
          closed_as: Nullable(OneOf(incidentClosings)),
          people: Count,
          accounts: Count,
          account_ends: Count,
          reasons: Type.Array(IncidentReason, {
            maxItems: 200,
            description:
              'The limits that this run would have exceeded, without the names of rulesets for callers without `policy.rule.view`',
          }),
          decision_permissions: PermissionsToDecide,
          correction: Correction,
        },
        {
          description:
            'The incident that it opened, joined or found open, and what that held; of a plan what it would hold. `id` is null where a plan would open one',
        },
      ),
    ),
    duration_seconds: Nullable(
      Type.Number({
        minimum: 0,
        description: 'From its request to its end, with the time that it waited; null before',
        examples: [12.4],
      }),
    ),
    timestamp: Shape({ started_at: Instant, finished_at: Nullable(Instant) }),
    links: Shape({
      self: link,
      rows: link,
      people: link,
      effects: link,
      integration: link,
      incident: Nullable(link),
    }),
  },
  { $id: 'ImportRun' },
)

/** A row of a run that could not be taken, or a remark. */
export const ImportRunRow = Shape(
  {
    line: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Of the file; null for the run as a whole',
        examples: [17],
      }),
    ),
    kind: OneOf(['rejected', 'note']),
    field: Nullable(
      Text(50, {
        description: 'What of the row is at fault, as the mapping calls it; null for all of it',
        examples: ['email'],
      }),
    ),
    reason: Text(2000, { examples: ['email is not an address: "ada"'] }),
    remedy: Nullable(
      Text(500, {
        description: 'What to do; null for a note',
        examples: ['correct the row in the source'],
      }),
    ),
    mapping_path: fieldsOfRemedy.mapping_path,
  },
  { $id: 'ImportRunRow' },
)
