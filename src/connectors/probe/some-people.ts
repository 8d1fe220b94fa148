import { accountStates, type SourceAccount } from '../file/source-record.ts'

/** Three people, with different states where there are. */
export function somePeople(accounts: readonly SourceAccount[]): SourceAccount[] {
  const firsts = accountStates.flatMap(
    (state) => accounts.find((each) => each.state === state) ?? [],
  )
  return [...new Set([...accounts.slice(0, 1), ...firsts, ...accounts])].slice(0, 3)
}
