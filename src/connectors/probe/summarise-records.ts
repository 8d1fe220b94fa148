import { countRefusals, type CountedReason, type Refusals } from '../file/remedies.ts'
import type { Shape } from '../file/shape.ts'
import {
  accountStates,
  type SourceAccount,
  type SourceGroup,
  type SourceRecord,
} from '../file/source-record.ts'
import { isFilled } from './read-sample.ts'

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

/** What is counted of the records that were read. */
export const countNames = [
  'accounts',
  'groups',
  'memberships',
  'refused',
  'left_out',
  ...probedStates,
  'bots',
  'guests',
  'service_accounts',
  'without_name',
  'without_email',
  'without_department',
] as const
export type CountName = (typeof countNames)[number]

export function countRecords(records: readonly SourceRecord[]): Record<CountName, number> {
  const zero = countNames.map((name) => [name, 0] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  const counts = Object.fromEntries(zero) as Record<CountName, number>
  for (const record of records) for (const name of countsOf(record)) counts[name] += 1
  return counts
}

const kindCounts = { bot: 'bots', guest: 'guests', service: 'service_accounts' } as const
const otherCounts = {
  bad: 'refused',
  left_out: 'left_out',
  group: 'groups',
  membership: 'memberships',
} as const

function countsOf(record: SourceRecord): CountName[] {
  if (record.kind !== 'account') return [otherCounts[record.kind]]
  const { fullName, email, profile } = record
  const kind = profile['account_kind']
  return [
    'accounts',
    probedState(record),
    ...(kind === 'bot' || kind === 'guest' || kind === 'service' ? [kindCounts[kind]] : []),
    ...(fullName === '' ? (['without_name'] as const) : []),
    ...(email === null ? (['without_email'] as const) : []),
    ...(isFilled(profile['department']) ? [] : (['without_department'] as const)),
  ]
}

export function refusalsOf(records: readonly SourceRecord[]): Refusals[] {
  const counter = countRefusals()
  for (const record of records) if (record.kind === 'bad') counter.add(record.reason, record.line)
  return counter.list(3)
}

export type LeftOutReason = CountedReason & {
  /** The file can be imported again as a list of these. */
  shape: Shape | null
}

/** Records that are left out on purpose, by reason, most frequent first. */
export function leftOutOf(records: readonly SourceRecord[]): LeftOutReason[] {
  const rows = records.filter((record) => record.kind === 'left_out')
  return [...Map.groupBy(rows, ({ shape }) => shape ?? null)]
    .flatMap(([shape, those]) => {
      const counter = countRefusals()
      for (const { reason, line } of those) counter.add(reason, line)
      return counter.reasons(5).map((each) => Object.assign({}, each, { shape }))
    })
    .toSorted((one, other) => other.rows - one.rows)
}
