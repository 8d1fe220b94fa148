import { Type } from 'typebox'
import { identityStates, incidentClosings, incidentStates } from '../../contract/states.ts'
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
import { maximumRulesets, PlanRuleset, secondApproval, totals } from '../shapes/planned-ruleset.ts'
import { IncidentSource } from '../shapes/incident-ref.ts'
import { Correction, IncidentReason, PermissionsToDecide } from './reasons.ts'

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/policy/incidents/poinc_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

const rowProperties = {
  id: Id('incident'),
  state: OneOf(incidentStates),
  closed_as: Nullable(OneOf(incidentClosings)),
  integration: IncidentSource,
  reasons: Type.Array(IncidentReason, {
    maxItems: 200,
    description: 'The limits that would have been exceeded, in rulesets that the caller may see',
  }),
  people: Type.Integer({ minimum: 0, description: 'People who are held now', examples: [40] }),
  accounts: Type.Integer({ minimum: 0, description: 'Accounts that are held now', examples: [40] }),
  accounts_without_person: Type.Integer({
    minimum: 0,
    description:
      'Held accounts that belong to no person yet; only a decision for everyone is about them',
    examples: [0],
  }),
  account_ends: Type.Integer({
    minimum: 0,
    description: 'Held accounts that would stop being active',
    examples: [12],
  }),
  rejected_account_ends: Type.Integer({
    minimum: 0,
    description:
      'Accounts whose end was rejected through it, and whose source still says that they ended',
    examples: [0],
  }),
  decision_permissions: PermissionsToDecide,
  correction: Correction,
  timestamp: Shape({
    opened_at: Instant,
    closed_at: Nullable(Instant),
    alerted_at: Nullable(Instant),
    updated_at: Instant,
  }),
  links: Shape({
    self: link,
    effects: link,
    integration: link,
    directory_users: link,
    directory_identities: link,
  }),
}

/** An incident in a list. */
export const ListedIncident = RecordShape(rowProperties, { $id: 'ListedPolicyIncident' })

const digest = Text(64, {
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})

/** The effect of accepting what an incident holds. */
const IncidentEffect = Shape(
  {
    state: OneOf(['planning', 'ready', 'failed'], {
      description:
        '`planning`: it is being worked out; read it again. `failed`: `failure` says why',
    }),
    failure: Nullable(Text(2000)),
    plan_id: Nullable(Id('plan')),
    ...secondApproval,
    digest: Nullable(digest),
    totals: Nullable(Shape({ people: Count, ...totals })),
    rulesets: Type.Array(PlanRuleset, {
      maxItems: maximumRulesets,
      description: `Those that the caller may see, by name, at most ${maximumRulesets}`,
    }),
  },
  {
    $id: 'PolicyIncidentEffect',
    description:
      'What would follow from accepting everything that is held; null where nothing is, and in answers of writes',
  },
)

const Decision = Shape({
  decision: OneOf(['approved', 'rejected']),
  by: Shape({
    type: OneOf(['user', 'service']),
    id: Text(32, { examples: ['wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
  }),
  at: Instant,
  reason: Text(1000, { examples: ['The reorganisation of 1 March'] }),
  digest,
  people: Count,
  accounts: Count,
})

/** What runs count, of those that they did not hold. */
export const changesOfRuns = [
  'accounts_created',
  'accounts_changed',
  'accounts_deactivated',
  'people_created',
  'people_changed',
  'people_deactivated',
  'manifests_entered',
  'manifests_changed',
  'manifests_ended',
] as const

/** One incident, with the first people that it holds. */
export const DescribedIncident = RecordShape(
  {
    ...rowProperties,
    effect: Nullable(IncidentEffect),
    stays_changed: Shape(
      {
        run_ids: Type.Array(Id('importRun'), { maxItems: 20, description: 'The first 20' }),
        runs: Count,
        ...Object.fromEntries(changesOfRuns.map((name) => [name, Count])),
      },
      {
        description:
          'What the runs that it holds accounts of changed for everyone else, as far as they are kept. A rejection takes none of it back',
      },
    ),
    decisions: Type.Array(Decision, {
      maxItems: 200,
      description: 'The first 200, the oldest first',
    }),
    held: Type.Array(
      Shape({
        directory_user_id: Nullable(Id('directoryUser')),
        identity_id: Id('identity'),
        full_name: Nullable(
          Text(401, { description: 'Null without directory.user.view', examples: ['Ada Moreau'] }),
        ),
        state: OneOf(identityStates),
        pending_state: OneOf(['active', 'suspended', 'deactivated']),
        is_account_end: Type.Boolean(),
        is_new_account: Type.Boolean(),
        since: Instant,
      }),
      { maxItems: 200, description: 'The first 200 accounts by name' },
    ),
  },
  { $id: 'PolicyIncident' },
)
