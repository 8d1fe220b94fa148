export const text = {
  title: 'Settings',
  tabs: {
    policy: 'Policy',
    tokens: 'My tokens',
    sessions: 'My sessions',
    appearance: 'Appearance',
  },
  policy: {
    intro:
      'No single mistake, at a source or by a person, takes or gives access to many people before someone has looked. A change beyond a limit is not carried out: it becomes a plan or an incident.',
    save: 'Save limits',
    reset: 'Discard',
    saved: 'Saved',
    confirmTitle: 'Change the settings of policy?',
    second: {
      title: 'A second person',
      detail:
        'For every ruleset. Without it, each ruleset decides for itself. Two people have to hold policy.change.approve.',
      label: 'Plans and incidents beyond a limit are approved by one person and applied by another',
    },
    on: 'on',
    off: 'off',
    confirmWhy: 'They hold from now on, for every ruleset and source without limits of its own.',
    raises: (names: string) =>
      `Raised: ${names}. This lets more people be moved before someone has looked, and needs policy.change.approve.`,
    percent: '%',
    people: 'people',
    and: 'and more than',
    changed: 'Changed',
    groups: {
      access: {
        title: 'Access to one resource, in 24 hours',
        detail:
          'A change stops if it moves more than this share of its people, and more than this number.',
      },
      source: {
        title: 'One source or caller, in 24 hours',
        detail: 'What one import, or one person, may move before it is held.',
      },
      other: {
        title: 'Defaults and bounds',
        detail: 'What rulesets inherit, and how large policy may grow.',
      },
    },
    pairs: {
      removal: { label: 'Lose access', detail: 'Leave, or get an end or a sooner one' },
      addition: { label: 'Gain access', detail: 'Enter a resource' },
      role_change: { label: 'Change role', detail: 'Stay, with another role' },
      account: { label: 'Accounts that end', detail: 'Of the active accounts of one source' },
      overall: {
        label: 'People moved anywhere',
        detail: 'Of all eligible people, over all resources',
      },
    },
    single: {
      named_people_limit: {
        label: 'Named people',
        unit: 'people',
        detail:
          'So many may one caller suspend, end, deactivate, delete, link accounts to or give exceptions to in 24 hours; more need a plan',
      },
      expires_after_days: {
        label: 'Grace',
        unit: 'days',
        detail:
          'How long people keep access that no rule gives them any more, unless a rule or ruleset says otherwise',
      },
      exceptions_end_after_days: {
        label: 'Exceptions of people who left',
        unit: 'days',
        detail:
          'Exceptions rest when their person leaves. They end after this time, unless the same account brings the person back before',
      },
      draft_limit_per_ruleset: {
        label: 'Drafts',
        unit: 'rules',
        detail: 'The most staged rules of a ruleset',
      },
      condition_limit_per_rule: {
        label: 'Conditions',
        unit: 'conditions',
        detail: 'The most conditions of a rule',
      },
    },
  },
  roles: {
    title: 'Roles',
    count: (count: string) => (count === '1' ? '1 role' : `${count} roles`),
    name: 'Name',
    description: 'Description',
    permissions: 'Permissions',
    kind: 'Kind',
    system: 'Built in',
    custom: 'Own',
    created: 'Created',
    create: 'Create role',
    createTitle: 'Create a role',
    nameHint: 'Small letters, such as “support”',
    none: 'There are no roles',
    edit: 'Change role',
    editTitle: 'Change the role',
    save: 'Save role',
    delete: 'Delete role',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteWhy: 'Nobody has this role, so nobody loses a permission. This cannot be undone.',
    systemWhy: 'This role is built in: it is the same in every workspace and cannot be changed.',
    heldWhy: 'People have this role. Take it from them before it can be deleted.',
    toHolders: 'Who has it',
    editWhy: 'Everyone who has the role gains or loses the difference with their next request.',
    id: 'Id',
    number: (count: number) => `${count}`,
  },
  users: {
    title: 'Workspace users',
    search: 'Search people who sign in',
    count: (count: string) => (count === '1' ? '1 person' : `${count} people`),
    name: 'Name',
    state: 'State',
    roles: 'Roles',
    email: 'Email',
    person: 'In the directory',
    provider: 'Signs in at',
    created: 'Created',
    role: 'Role',
    noRole: 'No role',
    create: 'Add person',
    none: 'Nobody signs in yet',
    noMatch: 'Nobody matches',
    createTitle: 'Add a person who signs in',
    issuer: 'Issuer',
    issuerHint: 'The address of the identity provider, such as https://id.example',
    subject: 'Subject',
    subjectHint: 'The id of the person there (sub)',
    startStaged: 'Begin staged: they may not sign in yet',
    lastDay: 'Last day',
    lastDayHint: 'After this day they may do nothing. Empty: no end',
  },
  tokens: {
    issueTitle: 'Issue a token of yours',
    none: {
      title: 'You have no such tokens',
      why: 'A token lets a program act as you, within the scopes that you give it.',
    },
    title: 'My tokens',
    powers: {
      read: {
        label: 'Read only',
        detail: 'Everything that you may see, without raw profiles (*.view)',
      },
      some: { label: 'Chosen permissions', detail: 'As few as the program needs' },
      all: {
        label: 'Everything that I may do',
        detail: 'Also what you gain later, and raw profiles (*)',
      },
    },
  },
  sessions: {
    title: 'My sessions',
    none: 'You have no such sessions',
    endAll: 'End all sessions',
    endAllTitle: 'End all your sessions?',
    endAllWhy:
      'Every browser in which you are signed in is signed out, this one too, and unused sign-in links of yours stop working. Your tokens stay.',
  },
  appearance: {
    theme: 'Theme',
    themeWhy: 'Kept in this browser.',
    light: { label: 'Light', detail: 'Dark text on white' },
    dark: { label: 'Dark', detail: 'Light text on near black' },
    auto: { label: 'As the system', detail: 'Follows the setting of your computer' },
  },
} as const
