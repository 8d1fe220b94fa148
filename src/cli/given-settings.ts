import type { ManagerReference, ScimProfile } from '../contract/states.ts'
import { readMapping } from './read-mapping.ts'

export type SettingOptions = {
  name?: string
  trustsEmail?: 'yes' | 'no'
  trustsEmployeeId?: 'yes' | 'no'
  mapping?: string
  employeeIdKey?: string
  employeeAltIdKey?: string
  badgeIdKey?: string
  managerKey?: string
  managerHolds?: ManagerReference
  parentKey?: string
  timeZone?: string
  timeZoneKey?: string
  policyKey?: string[]
  every?: number | 'never'
  fullEvery?: number
  accountLimitPercent?: number | 'none'
  accountLimitPeople?: number | 'none'
  overallLimitPercent?: number | 'none'
  overallLimitPeople?: number | 'none'
  runRetentionDays?: number
  scimProfile?: ScimProfile
}

/** The settings that the options give, as the API takes them. `none` takes a key away. */
export async function settingsOf(options: SettingOptions) {
  const { name, trustsEmail, mapping, managerHolds, policyKey, runRetentionDays: days } = options
  const { every, fullEvery, scimProfile, trustsEmployeeId } = options
  const keys = {
    employee_id_profile_key: options.employeeIdKey,
    employee_alt_id_profile_key: options.employeeAltIdKey,
    badge_id_profile_key: options.badgeIdKey,
    manager_profile_key: options.managerKey,
    parent_profile_key: options.parentKey,
    time_zone_profile_key: options.timeZoneKey,
  }
  const limits = {
    account_limit_percent: options.accountLimitPercent,
    account_limit_people: options.accountLimitPeople,
    overall_limit_percent: options.overallLimitPercent,
    overall_limit_people: options.overallLimitPeople,
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(trustsEmail === undefined ? {} : { trusts_email: trustsEmail === 'yes' }),
    ...(trustsEmployeeId === undefined ? {} : { trusts_employee_id: trustsEmployeeId === 'yes' }),
    ...(mapping === undefined ? {} : { mapping: await readMapping(mapping) }),
    ...(managerHolds === undefined ? {} : { manager_profile_holds: managerHolds }),
    ...(policyKey === undefined ? {} : { policy_keys: policyKey }),
    ...(every === undefined ? {} : { sync_every_seconds: everySeconds(every) }),
    ...(fullEvery === undefined ? {} : { full_sync_every_seconds: fullEvery }),
    ...(days === undefined ? {} : { run_retention_days: days }),
    ...(options.timeZone === undefined ? {} : { time_zone: options.timeZone }),
    ...(scimProfile === undefined ? {} : { scim_profile: scimProfile }),
    ...given(keys),
    ...given(limits),
  }
}

/** Those that are given; null for `none`. */
function given<T>(values: Readonly<Record<string, T | 'none' | undefined>>) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === 'none' ? null : value]],
    ),
  )
}

/** Null ends the schedule. */
export function everySeconds(every: number | 'never'): number | null {
  return every === 'never' ? null : every
}
