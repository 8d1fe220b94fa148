import type { RowOf } from 'muster-sdk'

type LeftAlone = NonNullable<RowOf<'/workspace/integrations/{integration}/runs'>['left_alone']>

const people = (count: number) =>
  count === 1 ? '1 person' : `${count.toLocaleString('en')} people`

export const text = {
  sources: 'Sources',
  tabs: {
    details: 'Details',
    accounts: 'Accounts',
    mapping: 'Mapping',
    runs: 'Imports',
    scim: 'SCIM',
    logs: 'Log',
  },
  held: (count: number) =>
    `${people(count)} ${count === 1 ? 'is' : 'are'} held: together they would have moved too many at once. They keep the values and the access from before.`,
  noRuns: 'Nothing has been imported from this source yet.',
  goOn: 'Continue connecting',
  incidents: {
    title: 'Incidents',
    detail: 'Imports of this source that would have moved too many people at once.',
    people,
  },
  facts: {
    what: 'Source',
    vendor: 'Vendor',
    type: 'Connector',
    handle: 'Handle',
    id: 'Id',
    primary: 'Primary',
    primaryYes: 'Yes: its accounts create the people of the directory',
    primaryNo: 'No: its accounts are matched to people that are there',
    trusts: 'Matches by address',
    trustsYes: 'Yes: its addresses are trusted',
    trustsNo: 'No: an account is linked by its id or by an administrator',
    accounts: 'Accounts',
    last: 'Last account change',
    kept: 'Keeps imports for',
    days: (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString('en')} days`),
    created: 'Created',
    changed: 'Settings changed',
    yes: 'Yes',
    no: 'No',
  },
  keys: {
    title: 'Keys of its profiles',
    detail: 'Which key of this vendor’s profiles has the value that Muster reads.',
    employee: 'Employee number',
    alternative: 'Second number',
    badge: 'Badge',
    manager: 'Manager',
    managerHolds: {
      vendor_id: 'the id of the manager’s account',
      email: 'the manager’s address',
      employee_id: 'the manager’s employee number',
    },
    parent: 'Main account',
    policy: 'Keys for conditions',
    noPolicy: 'None: conditions cannot name values of this source.',
    mapping: 'Mapping',
    mappingDetail: 'How the records of the vendor are read.',
  },
  settings: {
    change: 'Change settings',
    title: (source: string) => `Change ${source}`,
    save: 'Save settings',
    name: 'Name',
    trusts: 'Its addresses are trusted',
    trustsHint:
      'An account is linked to the person who has its address. Accounts without a person are matched at once; existing links stay.',
    days: 'Days to keep imports',
    daysHint: 'With the rows that they left out: 1 to 1,095',
  },
  connection: {
    title: 'Connection',
    detail: 'How Muster reaches the source, and how often it reads it.',
    change: 'Change connection',
    address: 'Address',
    none: 'Not set yet',
    credentials: 'Credential',
    notSet: 'Not set',
    set: 'Stored',
    given: 'Custom',
    yes: 'Yes',
    no: 'No',
    changes: 'Reads changes',
    everything: 'Full sync',
    onRequest: 'Only on request',
    every: (seconds: number) => `Every ${lengthOf(seconds)}`,
  },
  limits: {
    title: 'Limits',
    detail:
      'An import that would move more than this in 24 hours is held until someone has looked. Without a value of its own, the source has that of the workspace.',
    account: 'Accounts that end',
    overall: 'People moved anywhere',
    workspace: 'as the workspace',
    own: 'its own',
    of: (percent: number, people: number) => `more than ${percent} % and more than ${people}`,
    change: 'Change limits',
    title2: 'Change the limits of this source',
    hint: 'Empty: as the workspace',
    percent: (label: string) => `${label}: %`,
    people: (label: string) => `${label}: people`,
    save: 'Save limits',
    why: 'They hold from now on. People who are held stay held. Raising a limit needs policy.change.approve.',
  },
  import: {
    title: 'Import by the command line',
    detail: 'On the machine of the database. With a plan first, nothing changes yet.',
    command: (handle: string) => `muster import FILE --integration ${handle} --plan`,
    syncTitle: 'Sync by the command line',
    syncDetail: 'It reads everything there, as a run under Imports.',
    syncCommand: (handle: string) => `muster integration sync ${handle}`,
    action: 'Import a file',
    into: (source: string) => `Import a file into ${source}`,
    file: 'File',
    fileHint: 'CSV, JSON or JSON lines, up to 1 GiB',
    choose: 'Choose a file',
    complete: 'It lists everything of the source',
    completeHint: 'Accounts, groups and members that it does not list are gone.',
    plan: 'Only show what would change',
    planHint: 'Nothing is imported yet.',
    planIt: 'Plan import',
    importIt: 'Import',
  },
  runs: {
    count: (count: string) => (count === '1' ? '1 import' : `${count} imports`),
    source: 'From',
    state: 'State',
    what: 'What it did',
    would: 'What it would do',
    rejected: 'Rejected',
    refusedFile: 'rejected rows',
    lineHeader: 'Line',
    reasonHeader: 'Reason',
    started: 'Started',
    took: 'Took',
    held: (count: number) =>
      `${people(count)} ${count === 1 ? 'was' : 'were'} held: this import would have moved too many at once. Everyone else was changed as it says.`,
    phases: {
      reading: 'reading',
      matching: 'matching accounts',
      policy: 'working out access',
      done: 'ending',
    },
    seconds: (exact: number) => {
      const seconds = Math.max(1, Math.round(exact))
      return seconds === 1
        ? '1 second'
        : seconds < 120
          ? `${seconds} seconds`
          : `${Math.round(seconds / 60)} minutes`
    },
    wouldHold: (count: number) => `${people(count)} would be held: it would move too many at once.`,
    leftAlone: ({ because, accounts, groups, memberships }: LeftAlone) => {
      const parts = [
        [accounts, 'account', 'accounts'],
        [groups, 'group', 'groups'],
        [memberships, 'membership', 'memberships'],
      ] as const
      const what = parts.flatMap(([count, one, several]) =>
        count > 0 ? [`${count.toLocaleString('en')} ${count === 1 ? one : several}`] : [],
      )
      const why =
        because === 'bad_rows'
          ? 'A row that could not be taken may be one of them: correct the rows and import the complete list again.'
          : 'It was not declared to list everything.'
      return `Not listed, and left as it was: ${what.join(', ')}. ${why}`
    },
    orphans: (count: number, isPlan: boolean) =>
      count === 1
        ? `1 account ${isPlan ? 'would belong' : 'belongs'} to no one.`
        : `${count.toLocaleString('en')} accounts ${isPlan ? 'would belong' : 'belong'} to no one.`,
    toOrphans: 'See whose they are',
    reviews: [
      [
        'managers_unresolved',
        'manager_unresolved,manager_ambiguous',
        'unknown manager',
        'unknown managers',
      ],
      ['manager_cycles', 'manager_cycle', 'manager in a cycle', 'managers in a cycle'],
      ['shared_emails', 'shared_email', 'shared address', 'shared addresses'],
      ['recycled_addresses', 'recycled_address', 'recycled address', 'recycled addresses'],
      [
        'rejected_account_ends',
        'rejected_account_end',
        'rejected end of an account',
        'rejected ends of accounts',
      ],
    ],
    some: (count: number, one: string, several: string) =>
      `${count.toLocaleString('en')} ${count === 1 ? one : several}`,
    toReview: (counts: readonly string[]) => `To review among all people: ${counts.join(', ')}.`,
    toPeople: 'See these people',
    read: 'Rows read',
    complete: 'Lists everything',
    completeYes: 'Yes',
    completeNo: 'No: what it does not list stayed',
    rows: (count: number) => `${count.toLocaleString('en')} rows so far`,
    nothing: 'Nothing had changed',
    changes: [
      ['accounts_held', 'account held', 'accounts held'],
      ['people_created', 'person new', 'people new'],
      ['people_changed', 'person changed', 'people changed'],
      ['people_deactivated', 'person deactivated', 'people deactivated'],
      ['accounts_created', 'account new', 'accounts new'],
      ['accounts_changed', 'account changed', 'accounts changed'],
      ['accounts_deactivated', 'account ended', 'accounts ended'],
      ['groups_created', 'group new', 'groups new'],
      ['groups_changed', 'group changed', 'groups changed'],
      ['groups_deactivated', 'group gone', 'groups gone'],
      ['memberships_added', 'member joined', 'members joined'],
      ['memberships_removed', 'member left', 'members left'],
    ],
    plan: 'Whose access would change',
    leftOut: (count: number) =>
      `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'} left out, by what to do`,
    notes: (count: number) => (count === 1 ? '1 remark' : `${count.toLocaleString('en')} remarks`),
    line: (line: number) => `Line ${line.toLocaleString('en')}`,
    mayNot: 'The reasons quote values of profiles, which you may not see.',
    none: 'Nothing has been imported yet',
    noneWhy: (days: string) => `Each import is listed here for ${days}.`,
  },
  planned: {
    title: 'Who would be changed',
    person: 'Person',
    change: 'What happens',
    state: 'State then',
    search: 'Search who would be changed',
    count: (count: string) => (count === '1' ? '1 person' : `${count} people`),
    none: 'Nobody matches',
    changes: {
      created: 'New',
      changed: 'Changed',
      activated: 'Activated',
      suspended: 'Suspended',
      deactivated: 'Deactivated',
    },
  },
  accounts: {
    search: 'Search accounts',
    count: (count: string) => (count === '1' ? '1 account' : `${count} accounts`),
    name: 'Name',
    state: 'State',
    email: 'Email',
    vendorId: 'Id at the source',
    person: 'Person',
    source: 'Source',
    linked: 'Linked by',
    pending: 'Held',
    reported: 'Reported',
    isHeld: 'Held',
    held: 'Held',
    notHeld: 'Not held',
    none: 'No such accounts',
    noneYet: { title: 'There are no accounts yet', why: 'They come with the next import.' },
    review: 'Review',
    reviews: {
      conflict: 'Several people have the address',
      recycled_address: 'Recycled address',
      shared_email: 'Shared address',
    },
    suggestion: 'Maybe',
    whose: 'Suggestion',
    suggested: 'With a suggestion',
    notSuggested: 'Without a suggestion',
    links: {
      created: 'Created with it',
      email: 'Address',
      vendor_id: 'Id',
      replaced: 'Replacement',
      administrator: 'Administrator',
    },
  },
  match: {
    account: 'Account',
    person: 'Person',
    suggested: 'Suggested person',
    possible: 'Possible person',
    conflict:
      'Several people have the address of this account, so Muster does not link it by itself.',
    nobody: 'No one is suggested.',
    same: 'In common',
    evidence: { email: 'Address', employee_id: 'Employee number', full_name: 'Name' },
    evidenceAs: {
      email: 'the same address',
      employee_id: 'the same employee number',
      full_name: 'the same name',
    },
    accepted: (evidence: string) => `Accepted the suggestion: ${evidence}`,
    chosen: (evidence: string, people: number) => `Chosen among ${people} people: ${evidence}`,
    effect: 'What it would do',
    planning: 'Working out what it would do …',
    unknown: 'What it would do could not be worked out.',
    asksFirst: 'The link asks you first.',
    linked: (account: string, person: string) => `${account} belongs to ${person} now.`,
    undo: 'Undo',
    undoReason: (person: string) => `Undid the link to ${person}`,
    undone: (account: string) =>
      `${account} belongs to no one again. Muster suggests no one for it any more.`,
    because: 'Because',
    link: 'Link to a person',
    linkTo: (person: string) => `Link to ${person}`,
    linkOther: 'Link to someone else',
    move: 'Link to another person',
    unlink: 'Take from this person',
    linkTitle: (account: string) => `Link the account ${account}`,
    unlinkTitle: (account: string) => `Take ${account} from its person`,
    linkAction: 'Link account',
    unlinkAction: 'Unlink account',
    linkWhy: 'Later imports keep the link. What is held of the account moves with it.',
    unlinkWhy:
      'It belongs to no one then, and no import links it again. The person keeps their state.',
    reason: 'Reason',
    reasonHint: 'For the account and the audit log',
    choose: 'Name or address',
  },
  actions: {
    sync: {
      verb: 'Sync now',
      title: (source: string) => `Sync ${source}`,
      why: 'It reads what has changed in the directory. The import is listed under Imports.',
    },
    make_primary: {
      verb: 'Make primary',
      title: (source: string) => `Make ${source} the primary source`,
      why: 'Its accounts govern people from now on, in place of those of the primary source today.',
    },
    delete: {
      verb: 'Delete',
      title: (source: string) => `Delete ${source}`,
      why: 'Nothing depends on it. Its accounts are deactivated, and it takes no further imports.',
    },
  },
  scim: {
    address: 'Address',
    profile: 'Requests as sent by',
    profiles: {
      strict: 'any client that follows RFC 7644',
      entra: 'Microsoft Entra ID',
      okta: 'Okta',
      onelogin: 'OneLogin',
    },
    secrets: 'Secrets',
    count: (count: string) => (count === '1' ? '1 secret' : `${count} secrets`),
    name: 'Name',
    nameHint: 'What uses it, such as Okta production',
    state: 'State',
    used: 'Last used',
    never: 'Never',
    expires: 'Expires',
    created: 'Created',
    revoked: 'Revoked',
    id: 'Id',
    make: 'Create a secret',
    makeTitle: (source: string) => `A SCIM secret for ${source}`,
    secretTitle: 'The secret',
    secretWhy:
      'Give it to the identity provider now, together with the address: it is not shown again.',
    lost: {
      maybe: 'The secret may have been created. Try again: no second one is created.',
      made: 'The secret was created, but the answer that shows it was lost. Nobody has seen it: revoke it, and create another.',
    },
    seeSecrets: 'See and revoke secrets',
    revoke: 'Revoke',
    revokeTitle: (name: string) => `Revoke ${name}`,
    revokeWhy: 'The identity provider can push nothing more with it.',
    revokeUsed: 'It was used last',
    twoLive: 'There are two active secrets, the maximum. Revoke the unused one to create another.',
    none: 'This source takes no pushes',
    noneWhy: 'Only sources of the type SCIM have an address for an identity provider.',
    noSecrets: 'There is no secret yet',
    noSecretsWhy:
      'An identity provider needs one to push users and groups. Two can live at a time, so that one can take the place of the other.',
  },
  logs: { none: 'No account of this source has changed' },
} as const

const units = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
] as const

/** `15 minutes`, `day`: in the largest unit that needs no fraction. */
function lengthOf(seconds: number): string {
  for (const [size, one, several] of units)
    if (seconds % size === 0) return seconds === size ? one : `${seconds / size} ${several}`
  return `${seconds} seconds`
}
