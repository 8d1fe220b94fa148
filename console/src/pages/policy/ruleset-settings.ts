import type { muster } from '../../api/muster.ts'
import type { Ruleset } from './use-ruleset.ts'

export const limitKeys = [
  { name: 'removal', percent: 'removal_limit_percent', people: 'removal_limit_people' },
  { name: 'addition', percent: 'addition_limit_percent', people: 'addition_limit_people' },
  { name: 'role_change', percent: 'role_change_limit_percent', people: 'role_change_limit_people' },
] as const

type LimitKey = (typeof limitKeys)[number]['percent' | 'people']

/** The settings while they are written: numbers as texts, empty where the workspace's value holds. */
export type Written = Pick<
  Ruleset,
  'state' | 'is_authoritative' | 'is_sensitive' | 'requires_second_approval'
> &
  Record<LimitKey | 'grace', string>

export function settingsOf(ruleset: Ruleset): Written {
  const { state, is_authoritative, is_sensitive, expires_after_days_inherited: inherits } = ruleset
  const shown = (key: LimitKey) => String(ruleset[key] ?? '')
  return {
    state,
    is_authoritative,
    is_sensitive,
    requires_second_approval: ruleset.requires_second_approval,
    grace: inherits ? '' : String(ruleset.expires_after_days),
    removal_limit_percent: shown('removal_limit_percent'),
    removal_limit_people: shown('removal_limit_people'),
    addition_limit_percent: shown('addition_limit_percent'),
    addition_limit_people: shown('addition_limit_people'),
    role_change_limit_percent: shown('role_change_limit_percent'),
    role_change_limit_people: shown('role_change_limit_people'),
  }
}

type Changes = NonNullable<Parameters<typeof muster.patch<'/policy/rulesets/{ruleset}'>>[1]['body']>

/** What differs from the stored settings, as the API takes it. */
export function changesOf(ruleset: Ruleset, written: Written): Changes {
  const before = settingsOf(ruleset)
  const { state, is_authoritative, is_sensitive, requires_second_approval, grace } = written
  const limits = limitKeys
    .flatMap(({ percent, people }) => [percent, people])
    .filter((key) => written[key] !== before[key])
  return {
    ...(state === before.state ? {} : { state }),
    ...(is_authoritative === before.is_authoritative ? {} : { is_authoritative }),
    ...(is_sensitive === before.is_sensitive ? {} : { is_sensitive }),
    ...(requires_second_approval === before.requires_second_approval
      ? {}
      : { requires_second_approval }),
    ...(grace === before.grace ? {} : { expires_after_days: numberOrNull(grace) }),
    ...Object.fromEntries(limits.map((key) => [key, numberOrNull(written[key])])),
  }
}

function numberOrNull(written: string): number | null {
  return written === '' ? null : Number(written)
}
