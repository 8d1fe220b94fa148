import type { MemberMapping, StateSource, Test } from '../mapping.ts'

/** A member of a group without roles, under one of the keys. */
export function plainMember(...ids: string[]): MemberMapping {
  return {
    account_vendor_id: ids,
    account_email: [],
    only_when: [],
    role: { path: [], values: {}, otherwise: 'member' },
  }
}

/** A flag that takes access where it has this value. */
export function flag(
  path: string,
  value: boolean,
  state: 'suspended' | 'deactivated',
): StateSource {
  return { path, values: { [String(value)]: state, [String(!value)]: 'active' } }
}

/** Whatever one of the paths has but a confirmation: nobody has confirmed the address. */
export function unconfirmed(...paths: string[]): Test[][] {
  return paths.map((path) => [{ path, confirmed: false }])
}
