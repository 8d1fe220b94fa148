import { Type } from 'typebox'
import { rulesetStates } from '../../../contract/states.ts'
import { unprocessable } from '../../../http/problem.ts'
import { Nullable, OneOf } from '../../../http/schema.ts'
import { ownLimitSchemas, withLimits } from '../../limits/limit-values.ts'
import { Days, refuseGrace } from '../../stored-rules/rule-input.ts'
import { nextStates, type RulesetState } from './ruleset-states.ts'
import { isSameRuleset, updateRuleset } from './write-rulesets.ts'
import { IdOrRef, operationKind } from '../../changes/operation-kind.ts'
import { askIfLooser } from './ask-if-looser.ts'
import { rulesetFor } from './ruleset-for.ts'

/** What a client may change of a ruleset. */
export const rulesetChangeProperties = {
  state: Type.Optional(OneOf(rulesetStates)),
  is_authoritative: Type.Optional(Type.Boolean()),
  expires_after_days: Type.Optional(Nullable(Days)),
  ...Type.Partial(Type.Object(ownLimitSchemas)).properties,
}

export const changeRuleset = operationKind(
  'change_ruleset',
  { ruleset_id: IdOrRef('ruleset'), ...rulesetChangeProperties },
  async (work, { ruleset_id, state, is_authoritative, expires_after_days, ...given }) => {
    const { id, version, owner, values: before } = await rulesetFor(work, ruleset_id, 'administer')
    const after = {
      state: state ?? before.state,
      isAuthoritative: is_authoritative ?? before.isAuthoritative,
      expiresAfterDays:
        expires_after_days === undefined ? before.expiresAfterDays : expires_after_days,
      limits: withLimits(before.limits, given),
    }
    await askIfLooser(work, before.limits, after.limits)
    refuseGrace(owner.type, expires_after_days)
    refuseStep(before.state, after.state, work.isPlan)
    work.requireVersion(version)
    const record = { kind: 'ruleset' as const, id }
    if (isSameRuleset(before, after)) return { record, reach: 'nothing' }
    await updateRuleset(work.tx, work.context.actor, { id, owner, before, after })
    return { record, reach: before.state === after.state ? 'nothing' : { rulesets: [id] } }
  },
)

/**
 * 422 `errors.state` for an unsupported transition, and for one that ends all stays unless it is part of a plan.
 */
function refuseStep(before: RulesetState, after: RulesetState, isPlan: boolean): void {
  if (before === after) return
  if (!nextStates[before].includes(after)) {
    const allowed = nextStates[before].join(' or ')
    throw unprocessable({ state: [`is ${before}, and can become ${allowed} only, not ${after}`] })
  }
  if (before === 'managed' && !isPlan) {
    throw unprocessable({
      state: [
        `can become ${after} only by a plan: every stay in the manifest would end. POST /policy/plans shows whose`,
      ],
    })
  }
}
