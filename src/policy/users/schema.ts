import { Type, type Static } from 'typebox'
import { Id, Instant, Nullable, OneOf, Shape, Text, RecordShape } from '../../http/shapes/schema.ts'
import { DirectoryUserSummary } from '../shapes/person-summary.ts'
import {
  PolicyResource,
  PolicyRule,
  PolicyRuleset,
  PolicyUserTimestamp,
  policyUserState,
} from '../shapes/schema.ts'

const own = {
  id: Id('policyUser'),
  state: policyUserState,
  timestamp: PolicyUserTimestamp,
  included: Shape({
    directory_user: DirectoryUserSummary,
    policy_ruleset: PolicyRuleset,
    policy_rule: PolicyRule,
    policy_resource: PolicyResource,
  }),
}

/** The contract’s "Policy user". */
export const PolicyUser = Shape(own, { $id: 'PolicyUser' })
export type PolicyUserJson = Static<typeof PolicyUser>

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/policy/users/pousr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})
/** Where the rule of a stay is found. */
export const linkOfRule = Nullable(link)
const links = Shape({
  self: link,
  directory_user: link,
  policy_ruleset: link,
  policy_rule: linkOfRule,
  explain: link,
})

const expiresBy = Nullable(
  OneOf(['grace', 'rule'], {
    description:
      'Why it has an end: `grace`, because the person no longer qualifies, or `rule`, because the rule ends. As it is now, ' +
      'like `timestamp`',
  }),
)

const phase = Shape(
  { since: Instant, until: Nullable(Instant) },
  { description: 'The stretch under that rule and in that state; without an end it goes on' },
)

/** A stay in the list of a manifest: the contract's shape, with the phase that it is, or was, in. */
export const ListedPolicyUser = RecordShape(
  { ...own, expires_by: expiresBy, phase, links },
  { $id: 'ListedPolicyUser' },
)
export type ListedPolicyUserJson = Static<typeof ListedPolicyUser>

/** One stay with all its phases. */
export const DescribedPolicyUser = RecordShape(
  {
    ...own,
    expires_by: expiresBy,
    phases: Type.Array(
      Shape({
        policy_rule_id: Id('rule'),
        state: policyUserState,
        since: Instant,
        until: Nullable(Instant),
        recorded_at: Instant,
      }),
      { maxItems: 500, description: 'The latest first, at most 500' },
    ),
    former_id: Nullable({
      ...Id('policyUser'),
      description: 'The stay that had ended by a plan, where this one began when that was undone',
    }),
    links,
  },
  { $id: 'DescribedPolicyUser' },
)
