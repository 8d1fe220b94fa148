export const text = {
  services: 'Services',
  tabs: {
    details: 'Details',
    admins: 'Admins',
    permissions: 'Permissions',
    tokens: 'Tokens',
    logs: 'Log',
  },
  unattended:
    'Nobody who may act administers this service. It keeps working; give someone the role admin so that its tokens and permissions can be looked after.',
  toAdmins: 'Name an admin',
  stopped: {
    expired: 'This service has ended: its tokens are refused until it is activated again.',
    staged: 'This service is staged: its tokens are refused until it is activated.',
    deactivated: 'This service is deactivated: its tokens are refused, and nothing of it is lost.',
  },
  facts: {
    what: 'Service',
    handle: 'Handle',
    id: 'Id',
    state: 'State',
    description: 'Description',
    created: 'Created',
    changed: 'Changed',
    has: 'What it has',
    admins: 'Admins',
    permissions: 'Permissions',
    tokens: 'Live tokens',
    environment: 'Environment',
    ends: 'Ends',
    networks: 'Used from',
    anyNetwork: 'Any address',
    used: 'Last used',
    never: 'Never',
    notes: 'Notes',
  },
  environments: {
    production: 'Production',
    staging: 'Staging',
    test: 'Test',
    development: 'Development',
  },
  actions: {
    edit: 'Edit',
    activate: 'Activate',
    deprecate: 'Set end',
    deactivate: 'Deactivate',
    delete: 'Delete',
    save: 'Save',
    editTitle: 'Edit the service',
    name: 'Name',
    handle: 'Handle',
    description: 'Description',
    environment: 'Environment',
    noEnvironment: 'Not said',
    networks: 'Allowed networks',
    networksHint:
      'Its tokens are refused from any other address. One a line, such as 192.0.2.0/24.',
    anyNetwork: 'Any address',
    notes: 'Notes',
    lastDay: 'Last day',
  },
  steps: {
    activate: { verb: 'Activate service', title: (name: string) => `Activate ${name}?` },
    deprecate: { verb: 'Set end', title: (name: string) => `Set an end for ${name}?` },
    deactivate: { verb: 'Deactivate service', title: (name: string) => `Deactivate ${name}?` },
    delete: { verb: 'Delete service', title: (name: string) => `Delete ${name}?` },
  },
  consequences: {
    activate: (tokens: number) =>
      `${tokensOf(tokens, 'works', 'work')} again from the next request on.`,
    deprecate: (tokens: number) =>
      `${tokensOf(tokens, 'is', 'are')} refused once its last day is over.`,
    deactivate: (tokens: number) =>
      `${tokensOf(tokens, 'is', 'are')} refused from the next request on, until the service is activated again.`,
    delete: (tokens: number) =>
      `${tokensOf(tokens, 'ends', 'end')}, and its admins lose their roles on it. This cannot be undone.`,
  },
  admins: {
    name: 'Name',
    role: 'Role',
    may: 'May',
    state: 'State',
    since: 'Since',
    until: 'Until',
    setEnd: 'Set end',
    setEndTitle: (name: string) => `Set an end for the role of ${name}`,
    setEndWhy: 'Once that day is over they have no role here. Without a day the role has no end.',
    lastDay: 'Last day',
    count: (count: string) => (count === '1' ? '1 admin' : `${count} admins`),
    roleFilter: 'Role',
    none: {
      title: 'Nobody has a role on this service',
      why: 'Only people who may manage every service can look after it.',
    },
    noMatch: 'Nobody has such a role',
    add: 'Add admin',
    addTitle: 'Add an admin',
    person: 'Person',
    personHint: 'Type three letters of a name',
    change: 'Change role',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeWhy: (role: string) =>
      `They lose the role ${role} on this service at once. Tokens that they issued stay.`,
    canAct: 'Active',
    cannotAct: 'Not active',
    cannotActWhy: 'This person is not active, so the role has no effect.',
    roleTitle: 'Role on this service',
    last: 'The last admin',
    lastWhy:
      'No other active person has the role admin here without an end. To change this role or to remove the person, give someone else the role admin first: a service is never left without one.',
    toPerson: 'Their account',
  },
  roles: {
    admin: {
      word: 'Admin',
      may: 'Everything: the service, its admins, permissions, tokens and log',
    },
    audit: { word: 'Audit', may: 'See the service, its permissions and its log' },
    permission: { word: 'Permission', may: 'See the service and change its permissions' },
    token: { word: 'Token', may: 'See the service; issue and revoke its tokens' },
  },
  permissions: {
    change: 'Change permissions',
    save: 'Save permissions',
    cancel: 'Cancel',
    none: {
      title: 'This service has no permissions',
      why: 'Its tokens can sign in and do nothing else.',
    },
    notHeld: (count: number) =>
      `${count === 1 ? '1 permission is' : `${count} permissions are`} not offered, because you do not have ${count === 1 ? 'it' : 'them'}: nobody gives what they do not hold.`,
    unchanged: 'Nothing is changed yet.',
    summary: (added: number, removed: number) => `${added} added, ${removed} removed`,
    confirmTitle: (name: string) => `Change what ${name} may do?`,
    added: (names: string) => `Added: ${names}.`,
    addedWhy: 'Tokens that exist do not gain it; new ones can.',
    removed: (names: string) => `Removed: ${names}.`,
    removedWhy: 'Every token of the service loses it with its next request.',
  },
  tokens: {
    title: 'Tokens',
    issueTitle: (name: string) => `Issue a token of ${name}`,
    none: {
      title: 'No such tokens',
      why: 'A program that acts as this service needs a token.',
    },
    powers: {
      read: { label: 'Read only', detail: 'Those of its permissions that only read' },
      some: { label: 'Chosen permissions', detail: 'As few as the program needs' },
      all: {
        label: 'All its permissions',
        detail: 'What it has now; what it gains later is not included',
      },
    },
  },
} as const

function tokensOf(count: number, one: string, many: string): string {
  if (count === 1) return `Its live token ${one}`
  return `Its ${count.toLocaleString('en')} live tokens ${many}`
}
