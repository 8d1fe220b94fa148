import type { Body, InitArgument } from 'muster-sdk'

export type Settings = Body<'get', '/policy/settings'>
type Patch = NonNullable<InitArgument<'patch', '/policy/settings'>[0]>['body']
/** The numbers among the settings. */
export type SettingName = Exclude<keyof Patch, 'requires_second_approval'>
export type SettingValues = Readonly<
  Record<SettingName, number> & { requires_second_approval: boolean }
>

/** A limit of people is a share and a number: both must be exceeded. */
export const accessPairs = ['removal', 'addition', 'role_change'] as const
export const sourcePairs = ['account', 'overall'] as const
export type Pair = (typeof accessPairs)[number] | (typeof sourcePairs)[number]

export const settingNames: readonly SettingName[] = [
  'removal_limit_percent',
  'removal_limit_people',
  'addition_limit_percent',
  'addition_limit_people',
  'role_change_limit_percent',
  'role_change_limit_people',
  'account_limit_percent',
  'account_limit_people',
  'overall_limit_percent',
  'overall_limit_people',
  'named_people_limit',
  'expires_after_days',
  'exceptions_end_after_days',
  'draft_limit_per_ruleset',
  'condition_limit_per_rule',
]

export function valuesOf(settings: Settings): SettingValues {
  return settings
}

/** What differs, as a request takes it. */
export function changedValues(before: SettingValues, after: SettingValues): Patch {
  const names = [...settingNames, 'requires_second_approval'] as const
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )
}

/** The limits of people that would be higher. */
export function raisedLimits(before: SettingValues, after: SettingValues): SettingName[] {
  return settingNames.filter((name) => isLimit(name) && after[name] > before[name])
}

function isLimit(name: SettingName): boolean {
  return /_limit_(percent|people)$|^named_people_limit$/.test(name)
}
