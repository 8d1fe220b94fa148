import { counted } from '../counted.ts'
import { changes, countOf, type Totals, type PlanRecord } from './types.ts'

/** `3 added, 0 removed, 1 changed` */
export function changesOf(totals: Totals): string {
  const [added, removed, changed] = changes.map((each) =>
    countOf(totals, each).toLocaleString('en'),
  )
  return `${added} added, ${removed} removed, ${changed} changed`
}

export const text = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  people: (count: number) => counted(count, 'person', 'people'),
  /** Who may see no rulesets is told of no resources. */
  affects: (people: number, resources: number) =>
    resources === 0
      ? `Changes the access of ${counted(people, 'person', 'people')}.`
      : `Changes the access of ${counted(people, 'person', 'people')} to ${counted(resources, 'resource', 'resources')}.`,
  gain: (people: number) => `${counted(people, 'person gains', 'people gain')} access.`,
  gets: (
    person = '1 person',
    { attributes, resources, kept }: { attributes: number; resources: number; kept: number },
  ) => {
    const given = [
      ...(attributes > 0 ? [counted(attributes, 'attribute', 'attributes')] : []),
      ...(resources > 0 ? [`access to ${counted(resources, 'resource', 'resources')}`] : []),
    ]
    const parts = [
      ...(given.length > 0 ? [`gets ${given.join(' and ')}`] : []),
      ...(kept > 0 ? [`keeps ${counted(kept, 'resource', 'resources')} that would end`] : []),
    ]
    return `${person} ${parts.join(' and ')}.`
  },
  details: { added: 'gain access', removed: 'lose access at once' },
  kinds: {
    added: 'added',
    removed: 'removed',
    role_changed: 'with another role',
    grace_started: 'in grace',
    grace_ended: 'out of grace',
    end_changed: 'with another end',
  },
  kindWords: {
    added: 'Added',
    removed: 'Removed',
    role_changed: 'Other role',
    grace_started: 'Put in grace',
    grace_ended: 'Grace ends',
    end_changed: 'Other end',
  },
  undo: {
    verb: 'Undo',
    title: 'Undo this plan',
    what: 'What someone has changed since stays as it is. Nothing happens before you agree.',
    applied: 'Done.',
    undoes: 'The plan that this one undoes',
    undoneBy: 'It was undone by this plan',
    left: (count: number) => `${counted(count, 'change stays', 'changes stay')} as it is now`,
  },
  noEffect: 'Nobody’s access changes',
  noEffectWhy: 'What it does has no effect on anyone’s access now.',
  resources: 'Resources',
  deciders: (permissions: readonly string[]) =>
    `To decide it takes the permissions ${new Intl.ListFormat('en-GB').format(permissions)}.`,
  newResource: 'new',
  addedMembers: (members: number, added: number) =>
    `${members.toLocaleString('en')} of ${added.toLocaleString('en')} added are members already`,
  whoTitle: 'People',
  search: 'Search these people',
  kind: 'Change',
  ruleset: 'Resource',
  noMatch: 'Nobody matches',
  clear: 'Clear all filters',
  person: 'Person',
  what: 'Change',
  access: 'Access',
  until: 'until',
  nothing: 'none',
  count: (count: string) => `${count} ${count === '1' ? 'change' : 'changes'}`,
  findings: (count: number) => counted(count, 'finding', 'findings'),
  rules: (count: number) => `(${counted(count, 'rule')})`,
  limits: 'This is beyond a limit',
  moreFindings: (count: number) => `Show ${count} more`,
  approver: 'Only a person with the permission policy.change.approve can apply it.',
  youMay: 'You have the permission policy.change.approve, so you can apply it.',
  needsAnother: 'Another person has to approve this',
  isApproved: 'Two people have decided this',
  approvedBy: (count: number) =>
    count === 0
      ? 'Nobody has approved it yet.'
      : `${count} ${count === 1 ? 'person has' : 'people have'} approved it.`,
  whoCounts:
    'Another person with the permission policy.change.approve. In the last 30 days, the first person may not have added or restored them, or given them the permission.',
  approve: 'Approve',
  apply: 'Apply plan',
  applyTitle: 'Apply this plan?',
  isExact:
    'Muster works the effect out again, and applies it only if it is exactly the one shown here.',
  consequence: (totals: Totals) =>
    `${counted(totals.people, 'person is', 'people are')} affected: ${changesOf(totals)}.`,
  states: {
    planning: 'The effect is being worked out.',
    applying: 'The plan is being applied.',
    applied: 'The plan was applied.',
    expired: 'The plan was made more than 24 hours ago. Make a new one to apply its change.',
    stale: 'The effect is no longer the one shown here, so nothing was applied.',
    failed: 'The plan failed.',
  },
  rowsDone: (done: number, all: number) =>
    `${done.toLocaleString('en')} of ${all.toLocaleString('en')}`,
  newPlan: 'Open the plan with the current effect',
  missing: 'Fill in the fields to see what would happen.',
  open: 'See every person in the plan',
  again: 'Show the effect again',
  showEffect: 'Show the effect',
  limit: {
    hidden: 'a resource that you may not see',
    overall: 'all resources together',
    caller: (people: number, least: number) =>
      `One caller would end or give exceptions to ${counted(people, 'person', 'people')} in 24 hours. The limit is ${least.toLocaleString('en')}.`,
    loosened: 'It would loosen limits, which takes two people.',
    lostColumn: (people: number, size: number, key: string) =>
      `${people} of ${size} accounts would lose their value of ${key}.`,
    cycle: (people: number) =>
      `${counted(people, 'account', 'accounts')} would close a cycle of managers.`,
    lose: 'would lose',
    gain: 'would gain',
    change_role: 'would change role in',
    accounts: (people: number, size: number) =>
      `${people.toLocaleString('en')} of ${counted(size, 'account', 'accounts')} would stop being active`,
    of: (people: number, size: number) =>
      people > size
        ? counted(people, 'person', 'people')
        : `${people.toLocaleString('en')} of ${counted(size, 'person', 'people')}`,
    is: (percent: number, least: number) =>
      percent === 0
        ? `At most ${least.toLocaleString('en')} may within 24 hours.`
        : `At most ${percent}\u00A0% may within 24 hours, or ${least.toLocaleString('en')} if that is more.`,
  },
} as const

type Limit = {
  scope: string
  key?: string | null
  direction: string | null
  people: number
  size: number
  percent: number
  least: number
}

/** A limit that is exceeded, as a sentence. `name` is that of its ruleset; null where it has none that may be seen. */
export function limitWords(limit: Limit, name: string | null): string {
  const { scope, direction, people, size, percent, least } = limit
  const { limit: words } = text
  if (scope === 'caller') return words.caller(people, least)
  if (scope === 'settings') return words.loosened
  if (scope === 'manager_cycle') return words.cycle(people)
  if (scope === 'lost_column')
    return `${words.lostColumn(people, size, limit.key ?? '')} ${words.is(percent, least)}`
  if (direction === 'accounts')
    return `${words.accounts(people, size)}. ${words.is(percent, least)}`
  const place = name ?? (scope === 'ruleset' ? words.hidden : words.overall)
  return `${words.of(people, size)} ${verbOf(direction)} ${place}. ${words.is(percent, least)}`
}

function verbOf(direction: string | null): string {
  if (direction === 'gain') return text.limit.gain
  return direction === 'change_role' ? text.limit.change_role : text.limit.lose
}

type Planned = Pick<PlanRecord, 'rulesets'> & { totals: NonNullable<PlanRecord['totals']> }

/** What a plan does, in a sentence. `person`: who it moves, where that is one person and their name is known. */
export function effectSentence({ totals, rulesets }: Planned, person?: string): string {
  if (totals.people === 0) return `${text.noEffect}.`
  if (!onlyGives(totals)) {
    const moved = rulesets.filter(({ totals: own }) => changes.some((each) => countOf(own, each)))
    return text.affects(totals.people, moved.length)
  }
  if (totals.people > 1) return text.gain(totals.people)
  const attributes = rulesets
    .filter(({ type }) => type === 'directory_attribute')
    .reduce((sum, { totals: own }) => sum + own.added, 0)
  return text.gets(person, {
    attributes,
    resources: totals.added - attributes,
    kept: totals.grace_ended,
  })
}

/** Whether nobody loses anything by it, now or later. */
export function onlyGives(totals: Planned['totals']): boolean {
  const { removed, role_changed: roles, grace_started: graces, end_changed: ends } = totals
  return removed + roles + graces + ends === 0
}
