import {
  accountStates,
  type SourceAccount,
  type SourceGroup,
  type SourceRecord,
} from '../file/source-record.ts'

/** The states that an account can give a new person. */
export const probedStates = ['staged', ...accountStates] as const

/** An account that was never active, or whose first day is to come, is of a staged person. */
export function probedState({ state, isNew }: SourceAccount): (typeof probedStates)[number] {
  return isNew && state === 'suspended' ? 'staged' : state
}

/** Three people, with different states where there are. */
export function somePeople(accounts: readonly SourceAccount[]): SourceAccount[] {
  const firsts = probedStates.flatMap(
    (state) => accounts.find((each) => probedState(each) === state) ?? [],
  )
  return [...new Set([...accounts.slice(0, 1), ...firsts, ...accounts])].slice(0, 3)
}

/** A group with how many members it lists. */
export type InterpretedGroup = SourceGroup & { members: number }

/** The first three groups. */
export function someGroups(records: readonly SourceRecord[]): InterpretedGroup[] {
  const groups = records.filter((record) => record.kind === 'group').slice(0, 3)
  const members = records.filter((record) => record.kind === 'membership')
  const countOf = ({ resourceType, vendorId }: SourceGroup) =>
    members.filter((each) => each.resourceType === resourceType && each.groupVendorId === vendorId)
      .length
  return groups.map((group) => Object.assign({ members: countOf(group) }, group))
}
