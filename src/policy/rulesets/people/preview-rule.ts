import { Type } from 'typebox'
import { decodeId } from '../../../contract/ids.ts'
import type { Condition } from '../../../engine/model.ts'
import { unprocessable } from '../../../http/refusals/problem.ts'
import { Restart, type WriteContext, writeRoute } from '../../../http/route/route.ts'
import { Count, Id, Nullable, Shape } from '../../../http/shapes/schema.ts'
import { ConditionInput, draftInputs } from '../../conditions/condition-input.ts'
import { maximumConditions } from '../../conditions/schema.ts'
import { currentPolicy } from '../../model/policy-cache-of.ts'
import { askOnRuleset } from '../../rights/ruleset-rights.ts'
import { requireVisibleRuleset } from '../../rights/visible-ruleset.ts'
import { findMeeters, maximumEvaluated } from './draft-meeters.ts'
import { checkPerson, DraftPerson } from './draft-person.ts'
import { comparePeople, maximumExamples } from './preview-queries.ts'
import { DirectoryUserSummary } from '../../shapes/person-summary.ts'
import { refuseTooManyConditions } from '../../stored-rules/bounds.ts'
import { findStoredRule } from '../../stored-rules/stored-rule.ts'

export const previewRule = writeRoute({
  id: 'previewRule',
  method: 'POST',
  url: '/policy/rulesets/:ruleset/preview',
  summary: 'Preview a rule',
  description:
    'How many people meet conditions that are not stored, who of them would enter the manifest, and who would leave it if a rule in force with these conditions took the place of `rule_id`. Nothing is stored or changed. ' +
    'It evaluates people as rules in force do, without drafts. Roles, limits and people who follow from attributes are what a plan shows. ' +
    `At most ${maximumEvaluated.toLocaleString('en')} people are evaluated; \`is_capped\` says that there are others. ` +
    'Needs what drafting the rule needs; `examples` need `directory.user.view`, and are null without it; so does `user_id`, whose answer is `person`: which conditions that person meets.',
  access: { row: 'policy.rule.manage' },
  cost: 10,
  params: { ruleset: 'ruleset' },
  body: Shape(
    {
      conditions: Type.Array(ConditionInput, { minItems: 1, maxItems: maximumConditions }),
      rule_id: Type.Optional(
        Nullable({ ...Id('rule'), description: 'The rule of this ruleset that is edited' }),
      ),
      user_id: Type.Optional(
        Nullable({
          ...Id('directoryUser'),
          description: 'A person to hold the conditions against',
        }),
      ),
    },
    {
      examples: [
        {
          conditions: [{ type: 'attribute', resource_id: 'dratr_01kaf7m2t4e8j9p3q5r7s9v1wx' }],
        },
      ],
    },
  ),
  isDryRun: true,
  response: Shape(
    {
      matching: { ...Count, description: 'Undeleted people in any state who meet all conditions' },
      eligible: { ...Count, description: 'Those who may be in a manifest now' },
      entering: { ...Count, description: 'Those who are not in the manifest' },
      leaving: {
        ...Count,
        description:
          'People who are in the manifest by `rule_id`, meet neither these conditions nor another rule in force, and would leave, at once or after their grace',
      },
      is_capped: Type.Boolean({ examples: [false] }),
      examples: Nullable(
        Type.Array(Shape({ directory_user: DirectoryUserSummary, enters: Type.Boolean() }), {
          maxItems: maximumExamples,
          description: 'Those who would enter first, by full name',
        }),
      ),
      person: Nullable(DraftPerson),
    },
    { $id: 'PolicyRulePreview' },
  ),
  handler: async (context) => {
    const { tx, now, may, params } = context
    const rulesetId = params.ruleset
    await requireVisibleRuleset(context, rulesetId)
    await askOnRuleset(context, rulesetId, 'draft')
    const { conditions, rule_id: sent = null, user_id: asked = null } = context.body()
    await refuseTooManyConditions(tx, conditions.length)
    const work = { context, tx, now, isPlan: false, refs: new Map(), requireVersion: () => {} }
    const drafts = await draftInputs(work, conditions, (index) => `conditions.${index}.`)
    const ruleId = sent === null ? null : decodeId('rule', sent)
    const rule = ruleId === null || ruleId === undefined ? null : await findStoredRule(tx, ruleId)
    if (sent !== null && rule?.rulesetId !== rulesetId)
      throw unprocessable({ rule_id: ['names no rule of this ruleset'] })
    const read = drafts.map((draft) => draft.read)
    const person = asked === null ? null : await askedPerson(context, read, asked)
    const { people, isCapped } = await findMeeters(
      context,
      (await currentPolicy(context)).source,
      read,
    )
    const seesPeople = may('directory.user.view')
    const compared = await comparePeople(tx, { people, rulesetId, ruleId: ruleId ?? null })
    const { examples, ...counts } = compared
    const shown = { examples: seesPeople ? examples : null, person }
    const answer = { ...counts, is_capped: isCapped, ...shown }
    return new Restart(async () => ({ answer }))
  },
})

/** How the person of that id fares; 422 for no person. */
async function askedPerson(
  context: Pick<WriteContext, 'ask' | 'db' | 'services' | 'now'>,
  conditions: readonly Condition[],
  asked: string,
) {
  await context.ask('directory.user.view')
  const id = decodeId('directoryUser', asked)
  const person = id === undefined ? undefined : await checkPerson(context, conditions, id)
  if (person === undefined) throw unprocessable({ user_id: ['names no directory user'] })
  return person
}
