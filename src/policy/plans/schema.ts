import { Type } from 'typebox'
import { findingKinds, planKinds, planStates } from '../../contract/states.ts'
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
import { ExceededLimit } from '../limits/exceeded-schema.ts'
import { maximumRulesets, PlanRuleset, secondApproval, totals } from '../shapes/planned-ruleset.ts'
import { effectFields } from './effect-rows.ts'
import { notRevertedList } from './not-reverted.ts'

export const maximumFindings = 500
export const maximumOps = 20
export const maximumNames = 5
/** Files may come to more operations than a plan can be sent with. */
const maximumShownOperations = 20_000

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/policy/plans/popln_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

const Named = {
  rule_id: Nullable(Id('rule')),
  operation: Nullable(
    Type.Integer({ minimum: 0, description: 'The operation that makes the rule', examples: [0] }),
  ),
}

/** Totals of an effect. */
const Totals = Nullable(
  Shape(
    { people: Count, ...totals },
    {
      description:
        'Of all that it moves, in rulesets that the caller may not see too; null until that is known',
    },
  ),
)

const Author = Nullable(
  Shape(
    {
      type: OneOf(['user', 'service']),
      id: Text(32, { examples: ['wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
    },
    { description: 'Null for the plan of an incident' },
  ),
)

const PlanTimes = Shape({
  created_at: Instant,
  updated_at: Instant,
  expires_at: Instant,
  applied_at: Nullable(Instant),
})

const PlanLinks = Shape({ self: link, effects: link, approve: link, apply: link, revert: link })

const revertProperties = {
  reverts_plan_id: Nullable({ ...Id('plan'), description: 'The plan that it undoes' }),
  reverted_by_id: Nullable({ ...Id('plan'), description: 'The plan that has undone it' }),
}

const Finding = Shape({
  kind: OneOf(findingKinds, {
    description:
      '`begins_later`: the rule is put in force at a date, before which it moves no one, and what else is said of it is so then. `people_created`, `people_ungoverned`, `accounts_unmatched`, `numbers_lost`, `numbers_changed` and `facts_pending` are about the change as a whole; `test_failed` is a test of its files that fails',
  }),
  ...Named,
  ruleset_id: Nullable(Id('ruleset')),
  by: Nullable(Shape(Named)),
  conditions: Type.Array(Type.Integer({ minimum: 0 }), {
    maxItems: 50,
    description: 'Which of its conditions, from 0',
  }),
  message: Text(500, { examples: ['No one meets this rule now.'] }),
})

const PlannedRuleset = Shape({
  ...PlanRuleset.properties,
  added_members: Nullable({
    ...Count,
    description:
      'While it is ready: how many of those added are members at the vendor already. Null where that is not counted, or may not be seen',
  }),
})

/** One plan, with how much it changes where. */
export const DescribedPlan = RecordShape(
  {
    id: Id('plan'),
    state: OneOf(planStates),
    description: Nullable(Text(1000)),
    author: Author,
    operations: Type.Array(
      Type.Unsafe<object>({
        type: 'object',
        description:
          'An operation as it was sent, or as the files came to it; values of profiles only for who may see them',
        examples: [{ op: 'activate_rule', rule_id: 'porul_01kaf7m2t4e8j9p3q5r7s9v1wx' }],
      }),
      { maxItems: maximumShownOperations, description: 'None once its day is over' },
    ),
    totals: Totals,
    rulesets: Type.Array(PlannedRuleset, {
      maxItems: maximumRulesets,
      description: `The rulesets that it names or moves and the caller may see, by name, at most ${maximumRulesets}. One that it makes has no id`,
    }),
    findings: Type.Array(Finding, { maxItems: maximumFindings }),
    exceeds: Type.Array(ExceededLimit, {
      maxItems: maximumRulesets,
      description:
        'The limits that it exceeds, as far as the caller may see their rulesets. While there are any, only a holder of `policy.change.approve` can apply it',
    }),
    ...secondApproval,
    progress: Shape({
      rows_done: Count,
      rows_total: Nullable(
        Type.Integer({
          minimum: 0,
          description: 'Places in manifests that it moves; null until that is known',
          examples: [3],
        }),
      ),
    }),
    failure: Nullable(Text(2000, { description: 'Why it could not be worked out or applied' })),
    replaced_by_id: Nullable(Id('plan')),
    ...revertProperties,
    not_reverted: notRevertedList,
    timestamp: PlanTimes,
    links: PlanLinks,
  },
  { $id: 'PolicyPlan' },
)

/** A plan in a list, without what it names. */
export const ListedPlan = RecordShape(
  {
    id: Id('plan'),
    kind: OneOf(planKinds, {
      description:
        '`job`: a change that its request left to a job; `incident`: what approving an incident would do',
    }),
    state: OneOf(planStates),
    description: Nullable(Text(1000)),
    ops: Type.Array(Text(63, { examples: ['activate_rule'] }), {
      maxItems: maximumOps,
      description: 'The kinds of its operations, by name. None once its day is over',
    }),
    ruleset_names: Type.Array(Text(1000, { examples: ['Engineering'] }), {
      maxItems: maximumNames,
      description: `The first ${maximumNames} rulesets that it names or moves and the caller may see. None once its day is over`,
    }),
    author: Author,
    exceeds_limits: Type.Boolean({
      description: 'Only a holder of `policy.change.approve` can apply it',
      examples: [false],
    }),
    totals: Totals,
    failure: Nullable(Text(2000, { description: 'Why it could not be worked out or applied' })),
    replaced_by_id: Nullable(Id('plan')),
    ...revertProperties,
    timestamp: PlanTimes,
    links: PlanLinks,
  },
  { $id: 'ListedPolicyPlan' },
)

/** What a plan does to one person's place in one ruleset. */
export const PlanEffect = RecordShape(
  {
    directory_user: Shape({
      id: Id('directoryUser'),
      full_name: Text(401, { examples: ['Ada Moreau'] }),
      email: Nullable(Text(254)),
    }),
    ...effectFields,
  },
  { $id: 'PolicyPlanEffect' },
)
