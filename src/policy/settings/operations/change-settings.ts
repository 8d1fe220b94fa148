import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { maximumConditions } from '../../conditions/schema.ts'
import { limitSchemas, sourceLimitSchemas, withGiven } from '../../limits/limit-values.ts'
import { Days } from '../../stored-rules/rule-input.ts'
import {
  findSettings,
  isLooserWorkspace,
  settingsNames,
  updateSettings,
  type SettingsValues,
} from '../../limits/stored-settings.ts'
import { operationKind } from '../../changes/operation-kind.ts'

/** The defaults of the workspace. */
export const settingsProperties = {
  expires_after_days: Days,
  ...limitSchemas,
  ...sourceLimitSchemas,
  named_people_limit: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      'As many people may one caller suspend, expire, deactivate, delete or give exceptions to within 24 hours; more need a plan',
    examples: [50],
  }),
  draft_limit_per_ruleset: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      'The most staged rules that a ruleset may have. A lower limit leaves existing ones in place',
    examples: [200],
  }),
  condition_limit_per_rule: Type.Integer({
    minimum: 1,
    maximum: maximumConditions,
    description:
      'The most conditions that a rule may have. A lower limit leaves existing ones in place',
    examples: [50],
  }),
}

/** What a client may change of the settings. */
export const settingsChangeProperties = Type.Partial(Type.Object(settingsProperties)).properties

export const changeSettings = operationKind(
  'change_settings',
  settingsChangeProperties,
  async (work, given) => {
    const { tx, context } = work
    await context.ask('policy.ruleset.manage')
    const stored = await findSettings(tx)
    const before = stored.values
    const after = withSettings(before, given)
    if (isLooserWorkspace(before, after)) await context.ask('policy.change.approve')
    work.requireVersion(stored.version)
    const record = { kind: 'policySettings' as const, id: stored.id }
    if (isDeepStrictEqual(before, after)) return { record, reach: 'nothing' }
    await updateSettings(tx, context.actor, stored, after)
    return { record, reach: 'nothing' }
  },
)

/** The settings with those that are given in their place. */
export function withSettings(
  before: SettingsValues,
  given: { [N in keyof SettingsValues]?: SettingsValues[N] },
): SettingsValues {
  return withGiven(settingsNames, before, given)
}
