import type { Filter } from 'scim2-parse-filter'
import { readMemberIds, type MemberStep } from './members.ts'
import { asList } from './patch-list.ts'
import type { Step } from './patch-operations.ts'
import type { Patching, Target } from './patch-target.ts'
import { invalidFilter } from './scim-problem.ts'

export function memberStep({ reading }: Patching, target: Target, { op, value }: Step): MemberStep {
  if (target.filter !== null) {
    const ids = target.sub === null ? idsOf(target.filter) : undefined
    if (ids === undefined || op !== 'remove')
      throw invalidFilter(
        'Members are removed by members[value eq "…"], and added without a filter.',
      )
    return { kind: 'remove', ids: reading.resolveId ? ids.map(reading.resolveId) : ids }
  }
  if (op !== 'remove') return { kind: op, ids: readMemberIds(asList(value), reading) }
  if (value === undefined || value === null) return { kind: 'replace', ids: [] }
  return { kind: 'remove', ids: readMemberIds(asList(value), reading) }
}

/** The ids that a filter names, with `or` between them. Each may say that it is that of a user. */
function idsOf(filter: Filter): string[] | undefined {
  if (filter.op === 'and') {
    const [first, ...others] = filter.filters.filter((each) => !isOfUser(each))
    return first !== undefined && others.length === 0 ? idsOf(first) : undefined
  }
  if (filter.op === 'or') {
    const parts = filter.filters.map(idsOf)
    return parts.every((each) => each !== undefined) ? parts.flat() : undefined
  }
  const isId = filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value'
  return isId && typeof filter.compValue === 'string' ? [filter.compValue] : undefined
}

function isOfUser(filter: Filter): boolean {
  const isType = filter.op === 'eq' && filter.attrPath.toLowerCase() === 'type'
  return isType && String(filter.compValue).toLowerCase() === 'user'
}
