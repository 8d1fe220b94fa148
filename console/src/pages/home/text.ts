const many = (count: string, one: string, several: string) =>
  `${count} ${count === '1' ? one : several}`
const verb = (count: string, one: string, several: string) => (count === '1' ? one : several)

export const text = {
  title: 'Home',
  decisions: 'Waiting for a decision',
  nothing: 'Nothing waits for a decision',
  nothingWhy: 'Incidents, plans beyond a limit and findings appear here.',
  first: {
    title: 'There are no people yet',
    why: 'They come from a source: an identity provider, a directory or a file.',
    action: 'Connect a source',
  },
  noPermission:
    'You may see none of what this page shows. A workspace owner can give you a role with permissions.',
  cards: {
    incidents: {
      says: (n: string) =>
        `${many(n, 'incident holds', 'incidents hold')} people until someone decides, or ${verb(n, 'its', 'their')} source corrects itself.`,
      action: (n: string) => verb(n, 'Review incident', 'Review incidents'),
    },
    plans: {
      says: (n: string) =>
        `${many(n, 'plan exceeds', 'plans exceed')} a limit and ${verb(n, 'waits', 'wait')} for someone who may approve ${verb(n, 'it', 'them')}.`,
      action: (n: string) => verb(n, 'Review plan', 'Review plans'),
    },
    rulesets_with_findings: {
      says: (n: string) =>
        `${many(n, 'ruleset has a rule', 'rulesets have rules')} on something that is gone, or that people write themselves.`,
      action: () => 'Review rules',
    },
    dimensions_with_surplus: {
      says: (n: string) =>
        `${many(n, 'dimension has', 'dimensions have')} too many values: some become no attributes.`,
      action: () => 'Review dimensions',
    },
    rejected_account_ends: {
      says: (n: string) =>
        `${many(n, 'account is', 'accounts are')} active because ${verb(n, 'its end was', 'their ends were')} rejected; the source still reports ${verb(n, 'it', 'them')}.`,
      action: () => 'Review people',
    },
    waiting_accounts: {
      says: (n: string) =>
        `${many(n, 'account waits', 'accounts wait')} for a decision whose ${verb(n, 'it is', 'they are')}.`,
      action: () => 'Decide',
    },
    orphans: {
      says: (n: string) => `${many(n, 'account belongs', 'accounts belong')} to no one.`,
      action: () => 'Review accounts',
    },
    failing_sources: {
      says: (n: string) =>
        `The last run of ${many(n, 'source', 'sources')} failed. Muster knows what ${verb(n, 'it', 'they')} said before.`,
      action: (n: string) => verb(n, 'Review source', 'Review sources'),
    },
    sources_with_unknown_states: {
      says: (n: string) =>
        `The last run of ${many(n, 'source', 'sources')} found states of accounts that are not known. These accounts stay as they are until someone says what the states mean.`,
      action: (n: string) => verb(n, 'Review source', 'Review sources'),
    },
    unattended_services: {
      says: (n: string) =>
        `${many(n, 'service has', 'services have')} no admin who is an active person.`,
      action: () => 'Review services',
    },
    unsponsored_services: {
      says: (n: string) =>
        `Nobody answers for ${many(n, 'service', 'services')}: ${verb(n, 'it has', 'they have')} no sponsor.`,
      action: (n: string) => verb(n, 'Name a sponsor', 'Name sponsors'),
    },
    unconfirmed_services: {
      says: (n: string) =>
        `Nobody has confirmed in time that ${many(n, 'service is', 'services are')} still needed: ${verb(n, 'it ends', 'they end')}.`,
      action: () => 'Review services',
    },
  },
  toConfirm: {
    says: (name: string) =>
      `You answer for the service ${name}. Confirm that it is still needed by`,
    action: 'Confirm',
    title: (name: string) => `Is ${name} still needed?`,
    why: 'If nobody confirms it, it ends 60 days after that date.',
  },
  ownGroups: 'Groups whose rules you look after',
  allGroups: 'See all',
  people: 'People',
  peopleTotal: (count: string) => many(count, 'person', 'people'),
  days: 'Next 14 days',
  joiners: (count: string) => many(count, 'joiner', 'joiners'),
  leavers: (count: string) => many(count, 'leaver', 'leavers'),
  joinersOn: (count: string) => many(count, 'person starts', 'people start'),
  leaversOn: (count: string) => many(count, 'person leaves', 'people leave'),
  nobody: 'nobody starts or leaves',
  changes: 'Last 24 hours',
  noChanges: 'Nothing has been recorded in the last 24 hours',
  changesCount: (count: string) => many(count, 'change', 'changes'),
  changesBy: 'Changes of the last 24 hours by hour and kind',
  atLeast: 'Counts stop at 1,000 for each event and hour.',
  groups: {
    access: 'Access',
    people: 'People',
    sources: 'Accounts and groups',
    policy: 'Policy',
    workspace: 'Workspace',
  },
} as const
