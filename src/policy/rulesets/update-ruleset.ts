import { unprocessable } from '../../http/refusals/problem.ts'
import { withLimits } from '../limits/limit-values.ts'
import { refuseGrace } from '../stored-rules/grace.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { nextStates, type RulesetState } from './ruleset-states.ts'
import { isSameRuleset, writeRuleset } from './write-rulesets.ts'
import { askIfLooser } from './ask-if-looser.ts'
import { rulesetFor } from './ruleset-for.ts'
import { writtenRuleset } from './answer-ruleset.ts'
import { rulesetChangeProperties, DescribedRuleset } from './schema.ts'

export const updateRuleset = policyCommand({
  op: 'change_ruleset',
  id: 'updateRuleset',
  method: 'PATCH',
  url: '/policy/rulesets/:ruleset',
  summary: 'Change a ruleset',
  description:
    'Its state goes step by step: unmanaged, monitored, managed; from managed, where its rules make a manifest, back to ' +
    'monitored only by a plan, because that ends every stay. `expires_after_days` null inherits the grace, a limit null that of the workspace. ' +
    'Needs the role admin on the ruleset or `policy.ruleset.manage`; to raise a limit also `policy.change.approve`.',
  needs: { right: 'administer' },
  params: { ruleset: 'ruleset' },
  body: rulesetChangeProperties,
  movesPeople: true,
  response: DescribedRuleset,
  answer: writtenRuleset,
  run: async (work, { ruleset_id, state, is_authoritative, expires_after_days, ...given }) => {
    const { id, version, owner, values: before } = await rulesetFor(work, ruleset_id, 'administer')
    const after = {
      state: state ?? before.state,
      isAuthoritative: is_authoritative ?? before.isAuthoritative,
      expiresAfterDays:
        expires_after_days === undefined ? before.expiresAfterDays : expires_after_days,
      limits: withLimits(before.limits, given),
    }
    const exceeded = await askIfLooser(work, [before.limits, after.limits], [id])
    refuseGrace(owner.type, expires_after_days)
    refuseStep(before.state, after.state, work.isPlan)
    work.requireVersion(version)
    const record = { kind: 'ruleset' as const, id }
    if (isSameRuleset(before, after)) return { record, reach: 'nothing' }
    await writeRuleset(work.tx, work.context.actor, { id, owner, before, after })
    return {
      record,
      reach: before.state === after.state ? 'nothing' : { rulesets: [id] },
      exceeded,
    }
  },
})

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
