import type { MemberMapping, StateMapping } from '../mapping.ts'

/** A member of a group without roles, under one of the keys. */
export function plainMember(...ids: string[]): MemberMapping {
  return {
    account_vendor_id: ids,
    account_email: [],
    only_when: [],
    role: { path: [], values: {}, otherwise: 'member' },
  }
}

type Source = StateMapping['sources'][number]

/** A flag that takes access where it has this value. */
export function flag(path: string, value: boolean, state: 'suspended' | 'deactivated'): Source {
  return { path, values: { [String(value)]: state, [String(!value)]: 'active' } }
}
