import type { Source } from '../source/use-source.ts'
import type { Json } from './mapping-json.ts'

export const keyNames = [
  'employee_id_profile_key',
  'employee_alt_id_profile_key',
  'badge_id_profile_key',
  'manager_profile_key',
  'parent_profile_key',
] as const
export type KeyName = (typeof keyNames)[number]
export type ManagerHolds = Source['manager_profile_holds']

/** The settings of a source while they are edited; an empty key is none. */
export type Draft = {
  mapping: Json
  keys: Readonly<Record<KeyName, string>>
  managerHolds: ManagerHolds
  policyKeys: readonly string[]
}

export function draftOf(source: Source): Draft {
  return {
    mapping: source.mapping,
    keys: {
      employee_id_profile_key: source.employee_id_profile_key ?? '',
      employee_alt_id_profile_key: source.employee_alt_id_profile_key ?? '',
      badge_id_profile_key: source.badge_id_profile_key ?? '',
      manager_profile_key: source.manager_profile_key ?? '',
      parent_profile_key: source.parent_profile_key ?? '',
    },
    managerHolds: source.manager_profile_holds,
    policyKeys: source.policy_keys,
  }
}

/** What a PATCH has to change, so that what was edited is as the draft; what a colleague changes meanwhile stays. */
export function patchOf(before: Draft, draft: Draft) {
  const changed = keyNames.filter((name) => draft.keys[name].trim() !== before.keys[name])
  return {
    ...(!isSame(before.mapping, draft.mapping) && { mapping: draft.mapping }),
    ...Object.fromEntries(changed.map((name) => [name, draft.keys[name].trim() || null])),
    ...(draft.managerHolds !== before.managerHolds && {
      manager_profile_holds: draft.managerHolds,
    }),
    ...(!isSame(before.policyKeys, draft.policyKeys) && { policy_keys: [...draft.policyKeys] }),
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
