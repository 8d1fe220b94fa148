const many = (count: string, one: string, several: string) =>
  `${count} ${count === '1' ? one : several}`
const verb = (count: string, one: string, several: string) => (count === '1' ? one : several)

const list = new Intl.ListFormat('en-GB')
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export const text = {
  title: 'Home',
  decisions: 'Waiting for a decision',
  nothing: 'Nothing waits for a decision',
  nothingWhy: 'Incidents, plans beyond a limit and findings appear here.',
  first: {
    title: 'First steps',
    rest: 'Still to set up',
    progress: (done: number, of: number) => `${done} of ${of} done`,
    why: 'From an empty server to the first answer about access. A table of people is enough to begin with.',
    doers: (names: readonly string[], permissions: readonly string[]) =>
      names.length === 0
        ? `It takes the permissions ${list.format(permissions)}.`
        : `${either.format(names)} can do this.`,
    done: 'Done',
    steps: {
      people: {
        title: 'Bring your people',
        why: 'From a file, a directory or an identity provider. Muster reads it and changes nothing there.',
        action: 'Connect a source',
        after: 'See your people',
      },
      groups: {
        title: 'Bring groups and their members',
        why: 'From what has them, such as GitHub, Google, Slack or a directory, or from a table with the columns group and email.',
        action: 'Connect groups',
        after: 'See your groups',
      },
      rule: {
        title: 'Put a first group under rules',
        why: 'Choose a group: its page suggests rules from who is in it, and shows the effect before anything changes.',
        action: 'Choose a group',
        after: 'See the rules',
      },
      sign_in: {
        title: 'Let others sign in',
        why: 'Add a person with a role, or have the server’s administrator name your sign-in provider (MUSTER_OIDC_ISSUERS).',
        action: 'Add a person',
        after: 'See who can sign in',
      },
      backup: {
        title: 'Schedule a backup',
        why: 'On the machine of the server, with a folder elsewhere:',
        command: 'muster backup /backup --schedule 1d --keep 7',
      },
    },
    answer: 'The first answer',
    question: (person: string, thing: string) => `Why is ${person} in ${thing}?`,
    ask: 'See why',
    notYet: 'After the first step this shows who has something, and why.',
  },
  noPermission:
    'You may see none of what this page shows. A workspace owner can give you a role with permissions.',
  waiting: (things: string) => many(things, 'thing', 'things'),
  all: { incidents: 'All incidents', plans: 'All plans' },
  memberships: (n: string) => verb(n, 'membership', 'memberships'),
  persons: (n: string) => verb(n, 'person', 'people'),
  planned: (author: string) => `planned by ${author}`,
  since: 'since',
  confirmBy: 'due',
  deciders: (names: readonly string[], permissions: readonly string[]) =>
    names.length === 0
      ? `nobody may decide: it takes ${list.format(permissions)}`
      : `${either.format(names)} may decide`,
  kinds: {
    incidents: {
      unit: (n: string) => verb(n, 'incident', 'incidents'),
      says: () => 'An incident holds people until someone decides, or its source corrects itself.',
      action: () => 'Review incident',
    },
    plans: {
      unit: (n: string) => verb(n, 'plan', 'plans'),
      says: () => 'A plan exceeds a limit and waits for someone who may approve it.',
      action: () => 'Review plan',
    },
    rulesets_with_findings: {
      unit: (n: string) => verb(n, 'ruleset', 'rulesets'),
      says: (n: string) =>
        `${many(n, 'ruleset has a rule', 'rulesets have rules')} on something that is gone, or that people write themselves.`,
      action: () => 'Review rules',
    },
    dimensions_with_surplus: {
      unit: (n: string) => verb(n, 'dimension', 'dimensions'),
      says: (n: string) =>
        `${many(n, 'dimension has', 'dimensions have')} too many values: some become no attributes.`,
      action: () => 'Review dimensions',
    },
    rejected_account_ends: {
      unit: (n: string) => verb(n, 'account', 'accounts'),
      says: (n: string) =>
        `${many(n, 'account is', 'accounts are')} active because ${verb(n, 'its end was', 'their ends were')} rejected; the source still reports ${verb(n, 'it', 'them')}.`,
      action: () => 'Review people',
    },
    waiting_accounts: {
      unit: (n: string) => verb(n, 'account', 'accounts'),
      says: (n: string) =>
        `${many(n, 'account waits', 'accounts wait')} for a decision whose ${verb(n, 'it is', 'they are')}.`,
      action: () => 'Decide',
    },
    orphans: {
      unit: (n: string) => verb(n, 'account', 'accounts'),
      says: (n: string) => `${many(n, 'account belongs', 'accounts belong')} to no one.`,
      action: () => 'Review accounts',
    },
    failing_sources: {
      unit: (n: string) => verb(n, 'source', 'sources'),
      says: (n: string) =>
        `The last run of ${many(n, 'source', 'sources')} failed. Muster knows what ${verb(n, 'it', 'they')} said before.`,
      action: (n: string) => verb(n, 'Review source', 'Review sources'),
    },
    sources_with_unknown_states: {
      unit: (n: string) => verb(n, 'source', 'sources'),
      says: (n: string) =>
        `The last run of ${many(n, 'source', 'sources')} found states of accounts that are not known. These accounts stay as they are until someone says what the states mean.`,
      action: (n: string) => verb(n, 'Review source', 'Review sources'),
    },
    unattended_services: {
      unit: (n: string) => verb(n, 'service', 'services'),
      says: (n: string) =>
        `${many(n, 'service has', 'services have')} no admin who is an active person.`,
      action: () => 'Review services',
    },
    unsponsored_services: {
      unit: (n: string) => verb(n, 'service', 'services'),
      says: (n: string) =>
        `Nobody answers for ${many(n, 'service', 'services')}: ${verb(n, 'it has', 'they have')} no sponsor.`,
      action: (n: string) => verb(n, 'Name a sponsor', 'Name sponsors'),
    },
    unconfirmed_services: {
      unit: (n: string) => verb(n, 'service', 'services'),
      says: (n: string) =>
        `Nobody has confirmed in time that ${many(n, 'service is', 'services are')} still needed: ${verb(n, 'it ends', 'they end')}.`,
      action: () => 'Review services',
    },
  },
  toConfirm: {
    unit: 'service',
    says: (name: string) => `You answer for the service ${name}. Is it still needed?`,
    due: 'to be confirmed by',
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
