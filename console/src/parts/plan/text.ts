const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`

export const text = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  people: (count: number) => counted(count, 'person', 'people'),
  places: (count: number) => counted(count, 'change', 'changes'),
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
  attribute: 'Attribute',
  newResource: 'new',
  onlyThis: (name: string) => `Show only ${name}`,
  all: 'All resources',
  whoTitle: 'People',
  search: 'Search these people',
  kind: 'Change',
  ruleset: 'Resource',
  noMatch: 'Nobody matches',
  clear: 'Clear all filters',
  person: 'Person',
  what: 'Change',
  before: 'Before',
  after: 'After',
  until: 'until',
  nothing: '–',
  count: (count: string) => `${count} changes`,
  findings: (count: number) => counted(count, 'finding', 'findings'),
  limits: 'This is beyond a limit',
  moreLimits: (count: number) => `${counted(count, 'more limit', 'more limits')}`,
  moreFindings: (count: number) => `Show ${count} more`,
  approver: 'Only a person with the permission policy.change.approve can apply it.',
  youMay: 'You have the permission policy.change.approve, so you can apply it.',
  send: 'Send them the address of this plan:',
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
    ruleset: 'this resource',
    hidden: 'a resource that you may not see',
    overall: 'all resources together',
    caller: (people: number, least: number) =>
      `One caller would end or give exceptions to ${counted(people, 'person', 'people')} in 24 hours. The limit is ${least.toLocaleString('en')}.`,
    cycle: (people: number) =>
      `${counted(people, 'account', 'accounts')} would make managers report to each other in a circle.`,
    lose: 'would lose',
    gain: 'would gain',
    change_role: 'would change role in',
    accounts: (people: number, size: number) =>
      `${people.toLocaleString('en')} of ${counted(size, 'account', 'accounts')} would stop being active`,
    of: (people: number, size: number) =>
      `${people.toLocaleString('en')} ${people === 1 ? 'person' : 'people'} (of ${size.toLocaleString('en')})`,
    is: (percent: number, least: number) =>
      percent === 0
        ? `The limit is ${least.toLocaleString('en')} in 24 hours.`
        : `The limit is ${percent} %, and ${least.toLocaleString('en')}, in 24 hours.`,
  },
} as const
