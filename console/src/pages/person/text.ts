import { counted } from '../../parts/counted.ts'
import { text as source } from '../source/text.ts'

export const text = {
  people: 'People',
  tabs: {
    overview: 'Overview',
    access: 'Access',
    vendors: 'At the vendors',
    accounts: 'Accounts',
    organisation: 'Organisation',
    timeline: 'Timeline',
  },
  facts: {
    who: 'Identity',
    work: 'Work',
    life: 'Lifecycle',
    more: 'Metadata',
    email: 'Email',
    username: 'Username',
    id: 'Id',
    employeeId: 'Employee id',
    alternativeId: 'Second employee id',
    badge: 'Badge',
    manager: 'Manager',
    parent: 'Belongs to',
    further: 'Further records',
    signsInAs: 'Signs in to Muster as',
    created: 'Created',
    changed: 'Changed',
    provisioned: 'Provisioned',
    ended: 'Deprovisioned',
    ends: 'Ends',
    deleted: 'Deleted',
  },
  held: 'Changes of an account are held by an incident. Policy reads the accepted values until it is decided.',
  access: {
    search: 'Search access',
    state: 'State',
    none: {
      title: 'No access by rules',
      why: 'This person is in no manifest now. Access follows from rules, or from a staged start.',
    },
    noneBut: (count: number) =>
      `This person is in no manifest now. What they have in ${counted(count, 'resource', 'resources')} at the vendors follows from no rule.`,
    noMatch: 'Nothing matches',
    resource: 'Resource',
    type: 'Kind',
    until: 'Until',
    why: 'Why',
    count: (count: string) => `${count} resources`,
    whyNot: 'Why not another?',
    drift: 'At the vendor',
    extra: (count: number, isCapped: boolean) =>
      `${count === 1 ? '1 membership' : `${count.toLocaleString('en')}${isCapped ? '+' : ''} memberships`} at the vendors should not be there.`,
    seeExtra: 'See what to remove',
  },
  remaining: {
    resources: (count: number) =>
      `This person has left, and is still a member of ${counted(count, 'resource', 'resources')} at the vendors.`,
    seeResources: 'See the memberships',
    accounts: (sources: readonly string[]) =>
      `${counted(sources.length, 'account is', 'accounts are')} still active: ${new Intl.ListFormat('en-GB').format(sources)}.`,
    seeAccounts: 'See the accounts',
  },
  vendors: {
    resource: 'Resource',
    drift: 'Compared',
    type: 'Kind',
    source: 'Source',
    count: (count: string) => (count === '1' ? '1 resource' : `${count} resources`),
    none: {
      title: 'Nothing at the vendors',
      why: 'No account of this person was a member of anything when the vendors were last read.',
    },
    noMatch: 'Nothing matches',
  },
  accounts: {
    state: 'State',
    email: 'Email',
    name: 'Name',
    id: 'Id at the source',
    linked: 'Linked by',
    links: source.accounts.links,
    changed: 'Changed',
    profile: 'Profile, as the source gives it',
    pending: 'Held:',
    noValue: 'no value',
    more: 'Show more accounts',
    none: {
      title: 'No accounts',
      why: 'No account of a source is matched to this person.',
    },
  },
  organisation: {
    chain: 'Managers, from the top',
    noManager: 'No manager is known.',
    reports: 'Direct reports',
    noReports: 'Nobody reports to this person.',
  },
  noEvents: 'Nothing has been recorded about this person',
  actions: {
    date: 'Last day',
    activate: { verb: 'Activate', title: (name: string) => `Activate ${name}?` },
    expire: { verb: 'Set an end', title: (name: string) => `When does ${name} leave?` },
    suspend: { verb: 'Suspend', title: (name: string) => `Suspend ${name}?` },
    deactivate: { verb: 'Deactivate', title: (name: string) => `Deactivate ${name}?` },
    restore: { verb: 'Restore', title: (name: string) => `Restore ${name}?` },
    delete: { verb: 'Delete', title: (name: string) => `Delete ${name}?` },
    erase: { verb: 'Erase personal data', title: (name: string) => `Erase all data of ${name}?` },
  },
  edit: {
    verb: 'Change details',
    title: (name: string) => `Change ${name}`,
    save: 'Save changes',
    name: 'Name',
    firstName: 'First name',
    lastName: 'Last name',
    governed: (source: string) =>
      `The account in ${source} decides about name, email and manager. Change them there.`,
    said: (source: string, value: string) => `${source}: ${value}`,
    usualUsername: (usual: string) =>
      usual === '' ? 'Empty: none, without an email address' : `Empty: ${usual}, from the email`,
    noManager: 'No manager',
    noParent: 'Nobody: a person of their own',
    key: 'Key',
    valueOf: (key: string) => (key === '' ? 'Value' : `Value of ${key}`),
    addKey: 'Add a key',
    removeKey: (key: string) => (key === '' ? 'Remove the key' : `Remove ${key}`),
    nothing: 'nothing',
    consequences: {
      manager: (reports: number) =>
        reports === 0
          ? 'Rules that ask about managers are evaluated again for them at once.'
          : `Rules that ask about managers are evaluated again at once, for them and for everyone below them: ${counted(reports, 'person reports', 'people report')} to them directly.`,
      parent: (parent: string) => `They have access only while ${parent} is active.`,
      noParent: 'Their access no longer depends on another person.',
      limits:
        'If access of too many people would change, nothing is saved, and a plan shows who they are.',
      email:
        'An account with this address may be linked to this person later, and then decides about them.',
      none: 'No rule reads this, so no access changes.',
    },
    noKey: 'A value needs a key.',
    sameKey: 'This key is there already.',
  },
  consequences: {
    activate: 'They enter every manifest whose rules they meet.',
    expire: (losses: string) =>
      losses === ''
        ? 'They are in no manifest now, so no access ends with that day.'
        : `They keep their access until that day ends, and lose ${losses} then.`,
    deletes: 'The record can be restored later.',
    erase: 'Names, addresses and values are removed for good. This cannot be undone.',
    restore: 'The record returns in the state that it had.',
    loses: (losses: string) =>
      losses === ''
        ? 'They are in no manifest now, so no access changes.'
        : `They lose ${losses} at once.`,
    atLeast: (losses: string) => `at least ${losses}`,
    kinds: {
      group: (count: number) => counted(count, 'group', 'groups'),
      project: (count: number) => counted(count, 'project', 'projects'),
      channel: (count: number) => counted(count, 'channel', 'channels'),
      drive: (count: number) => counted(count, 'drive', 'drives'),
      document: (count: number) => counted(count, 'document', 'documents'),
      attribute: (count: number) => counted(count, 'attribute', 'attributes'),
    },
    resources: (count: number) =>
      count === 0 ? '' : `access to ${counted(count, 'resource', 'resources')}`,
    reports: (count: number) => `${counted(count, 'person reports', 'people report')} to them.`,
  },
} as const
