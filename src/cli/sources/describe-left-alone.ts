import { counted } from '../../contract/text.ts'

/** What a run did not list and left as it was. */
export type LeftAlone = {
  because: 'bad_rows' | 'partial'
  /** Of the first rows whose id could not be read. */
  lines: readonly number[]
  accounts: number
  people: number
  groups: number
  memberships: number
}

/** `2 left as they are: …`, with what a complete import would have done. */
export function describeLeftAlone(left: LeftAlone): string {
  const { because, lines, accounts, people, groups, memberships } = left
  const withThem = people > 0 ? ` (and ${counted(people, 'person', 'people')})` : ''
  const effects = [
    ...(accounts > 0 ? [`deactivate ${counted(accounts, 'account')}${withThem}`] : []),
    ...(groups > 0 ? [`deactivate ${counted(groups, 'group')}`] : []),
    ...(memberships > 0 ? [`remove ${counted(memberships, 'membership')}`] : []),
  ]
  const why =
    because === 'bad_rows'
      ? `a row whose id could not be read may be one of them${inLines(lines)}; a complete import without such a row`
      : 'the import is partial; --complete'
  return `${countLeftAlone(left)} left as they are: ${why} would ${effects.join(', ')}`
}

function inLines(lines: readonly number[]): string {
  return lines.length === 0 ? '' : ` (line ${lines.join(', ')})`
}

export function countLeftAlone(left: LeftAlone | null): number {
  return left === null ? 0 : left.accounts + left.groups + left.memberships
}
