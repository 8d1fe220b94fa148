import { counted } from '../../contract/text.ts'

/** A limit that a run would have exceeded; `ruleset_name` may be an id, and is null for one over all of them. */
export type LimitReason = {
  scope: string
  direction: string | null
  ruleset_name: string | null
  /** Of a lost column. */
  key?: string | null | undefined
  people: number
  size: number
  percent: number
  least: number
}

const verbs: Readonly<Record<string, string>> = {
  lose: 'lose access',
  gain: 'gain access',
  change_role: 'change role',
}

/** `20 people would lose access in Engineering within 24 hours, of 40: more than 25 % and 5` */
export function describeReason(reason: LimitReason): string {
  const { scope, direction, ruleset_name: ruleset, key, people, size, percent, least } = reason
  if (scope === 'manager_cycle')
    return `${counted(people, 'account')} would close a cycle of managers`
  if (scope === 'lost_column')
    return `${counted(people, 'account')} would lose ${JSON.stringify(key ?? '')}, of ${size} that had a value: more than ${percent} % and ${least}`
  const what =
    direction === 'accounts'
      ? `${counted(people, 'account')} would end`
      : `${counted(people, 'person', 'people')} would ${verbs[direction ?? '']}`
  const hidden = scope === 'ruleset' ? 'in a group that you may not see' : 'over all'
  const where = ruleset === null ? hidden : `in ${ruleset}`
  const beyond = [...(percent > 0 ? [`${percent} %`] : []), `${least}`]
  return `${what} ${where} within 24 hours, of ${size}: more than ${beyond.join(' and ')}`
}
