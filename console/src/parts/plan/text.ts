import { counted } from '../counted.ts'

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
  noEffect: 'Nobody’s access changes',
  noEffectWhy: 'What it does has no effect on anyone’s access now.',
  resources: 'Resources',
  deciders: (permissions: readonly string[]) =>
    `To decide it takes the permissions ${new Intl.ListFormat('en-GB').format(permissions)}.`,
  newResource: 'new',
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
  consequence: (totals: { added: number; removed: number; changed: number; people: number }) =>
    `${counted(totals.people, 'person is', 'people are')} affected: ${totals.added.toLocaleString('en')} added, ${totals.removed.toLocaleString('en')} removed, ${totals.changed.toLocaleString('en')} changed.`,
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
      `${people.toLocaleString('en')} of ${counted(size, 'person', 'people')}`,
    is: (percent: number, least: number) =>
      percent === 0
        ? `At most ${least.toLocaleString('en')} may within 24 hours.`
        : `At most ${percent}\u00A0% may within 24 hours, or ${least.toLocaleString('en')} if that is more.`,
  },
} as const
