import {
  accountStates,
  type SourceAccount,
  type SourceGroup,
  type SourceRecord,
} from '../file/source-record.ts'

/** Three people, with different states where there are. */
export function somePeople(accounts: readonly SourceAccount[]): SourceAccount[] {
  const firsts = accountStates.flatMap(
    (state) => accounts.find((each) => each.state === state) ?? [],
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
