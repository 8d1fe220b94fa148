import type { RowOf } from 'muster-sdk'
import { counted, countedAll } from '../../parts/counted.ts'
import { productNames } from '../../parts/products.ts'
import { text as sources } from '../sources/text.ts'

type LeftAlone = NonNullable<RowOf<'/workspace/integrations/{integration}/runs'>['left_alone']>

const people = (count: number) => counted(count, 'person', 'people')

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
    trustsNumber: 'Matches by employee number',
    trustsNumberYes: 'Yes: its numbers are trusted, beside an address or a name',
    trustsNumberNo: 'No: its numbers say nothing',
    accounts: 'Accounts',
    last: 'Last account change',
    kept: 'Keeps imports for',
    days: (days: number) => counted(days, 'day'),
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
    zone: 'Time zone',
    policy: 'Keys for conditions',
    selfService: 'people can write it themselves at the vendor',
    noPolicy: 'None: conditions cannot name values of this source.',
    mapping: 'Mapping',
    mappingDetail: 'How the records of the vendor are read.',
  },
  settings: {
    change: 'Change settings',
    title: (source: string) => `Change ${source}`,
    save: 'Save settings',
    name: 'Name',
    trusts: sources.trusts.label,
    trustsHint: `${sources.trusts.link} Accounts without a person are matched at once; existing links stay.`,
    trustsNumber: 'Its employee numbers are trusted',
    trustsNumberHint:
      'A number that a person has says whose an account is, beside an address or a name. The key of the number is among the keys of its profiles.',
    trustsOnce: 'Only an owner can set this again.',
    days: 'Days to keep imports',
    daysHint: 'With the rows that they left out: 1 to 1,095',
    zone: 'Time zone',
    zoneHint: 'Where first and last days begin and end, such as Europe/Berlin',
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
    planned: 'Import this file',
    again: (file: string) =>
      `Muster does not keep files: choose ${file} again. What it lists is chosen as in the plan.`,
    into: (source: string) => `Import a file into ${source}`,
    file: 'File',
    fileHint: 'CSV, JSON, JSON lines or LDIF, up to 1 GiB',
    choose: 'Choose a file',
    complete: 'It lists everything of the source',
    completeHint:
      'Accounts and groups that it does not list are deactivated, and memberships are removed.',
    plan: 'Only show what would change',
    planHint: 'Nothing is imported yet.',
    planIt: 'Plan import',
    importIt: 'Import',
  },
  runs: {
    seePeople: 'See your people',
    choose: 'Put a group under rules',
    connectGroups: 'Connect groups',
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
    seconds: (exact: number) => {
      const seconds = Math.max(1, Math.round(exact))
      return seconds === 1
        ? '1 second'
        : seconds < 120
          ? `${seconds} seconds`
          : `${Math.round(seconds / 60)} minutes`
    },
    wouldHold: (count: number) => `${people(count)} would be held: it would move too many at once.`,
    leftAlone: ({ because, lines, ...counts }: LeftAlone) => {
      const what = countedAll(counts, [
        ['accounts', 'account', 'accounts'],
        ['groups', 'group', 'groups'],
        ['memberships', 'membership', 'memberships'],
      ])
      const why =
        because === 'bad_rows'
          ? `A row whose id could not be read may be one of them${lines.length > 0 ? ` (line ${lines.join(', ')})` : ''}: correct it and import the complete list again.`
          : 'It was not declared to list everything.'
      return `Not listed, and left as it was: ${what.join(', ')}. ${why}`
    },
    unknown: (count: number, isPlan: boolean) => {
      const accounts = counted(count, 'account has a state', 'accounts have states')
      const stay = isPlan ? 'would stay as it is' : 'stays as it is'
      const stayAll = isPlan ? 'would stay as they are' : 'stay as they are'
      return count === 1
        ? `${accounts} that is not known, and ${stay}; a new account ${isPlan ? 'would be' : 'is'} staged.`
        : `${accounts} that are not known, and ${stayAll}; new accounts ${isPlan ? 'would be' : 'are'} staged.`
    },
    unknownValue: (value: string, path: string, rows: number) =>
      `“${value}” in ${path}: ${counted(rows, 'row')}`,
    toStates: 'Say what they mean',
    orphans: (count: number, isPlan: boolean) =>
      isPlan
        ? `${counted(count, 'account')} would belong to no one.`
        : `${counted(count, 'account belongs', 'accounts belong')} to no one.`,
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
      ['shared_usernames', 'shared_username', 'shared username', 'shared usernames'],
      ['recycled_addresses', 'recycled_address', 'recycled address', 'recycled addresses'],
      ['addresses_of_others', 'shared_address', 'address of someone else', 'addresses of others'],
      [
        'rejected_account_ends',
        'rejected_account_end',
        'rejected end of an account',
        'rejected ends of accounts',
      ],
    ],
    toReview: (counts: readonly string[]) => `To review among all people: ${counts.join(', ')}.`,
    toPeople: 'See these people',
    read: 'Rows read',
    complete: 'Lists everything',
    completeYes: 'Yes',
    completeNo: 'No: what it does not list stays',
    rows: (count: number) => `${counted(count, 'row')} so far`,
    nothing: 'Nothing had changed',
    nothingWould: 'Nothing would change',
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
    leftOut: (count: number) => `${counted(count, 'row')} left out, by what to do`,
    notes: (count: number) => counted(count, 'remark'),
    line: (line: number) => `Line ${line.toLocaleString('en')}`,
    mayNot:
      'The reasons quote values of profiles: to see them takes the permission directory.identity.profile.view.',
    title: 'Imports',
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
    title: 'Accounts',
    none: { title: 'There are no accounts yet', why: 'They come with the next import.' },
    noMatch: 'No such accounts',
    review: 'Review',
    reviews: {
      conflict: 'Several people have the address',
      recycled_address: 'Recycled address',
      shared_email: 'Shared address',
    },
    suggestion: 'Maybe',
    whose: 'Suggestion',
    decision: 'Decision',
    waits: 'Waits for a decision',
    waitsNot: 'Does not wait',
    suggested: 'With a suggestion',
    notSuggested: 'Without a suggestion',
    links: {
      created: 'Created with it',
      email: 'Address',
      evidence: 'Number, address or name',
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
    differs: 'Differs',
    sameFacts: (facts: string) => `same ${facts}`,
    otherFacts: (facts: string) => `other ${facts}`,
    facts: { number: 'employee number', address: 'address', name: 'name' },
    waiting: 'This account waits: it gives no access until someone decides whose it is.',
    samePerson: (person: string) => `Same person: ${person}`,
    undid: 'Undid the decision that it is a new person',
    isNew: (account: string) => `${account} belongs to none of these people.`,
    newPerson: 'New person',
    same: 'In common',
    evidence: { email: 'Address', employee_id: 'Employee number', full_name: 'Name' },
    evidenceAs: {
      email: 'the same address',
      employee_id: 'the same employee number',
      full_name: 'the same name',
    },
    accepted: (evidence: string) => `Accepted the suggestion: ${evidence}`,
    chosen: (evidence: string, people: number) =>
      `Chosen among ${counted(people, 'person', 'people')}: ${evidence}`,
    effect: 'What it would do',
    planning: 'Working out what it would do …',
    unknown: 'What it would do could not be worked out.',
    asksFirst: 'The link asks you first.',
    linked: (account: string, person: string) => `${account} belongs to ${person} now.`,
    undo: 'Undo',
    undoReason: (person: string) => `Undid the link to ${person}`,
    undone: (account: string) => `${account} belongs to no one again.`,
    because: 'Because',
    link: 'Link to a person',
    linkTo: (person: string) => `Link to ${person}`,
    linkOther: 'Link to someone else',
    move: 'Link to another person',
    unlink: 'Take from this person',
    decisions: {
      link: {
        title: (account: string) => `Link the account ${account}`,
        action: 'Link account',
        why: 'Later imports keep the link. What is held of the account moves with it.',
      },
      unlink: {
        title: (account: string) => `Take ${account} from its person`,
        action: 'Unlink account',
        why: 'It belongs to no one then, and no import links it again. The person keeps their state.',
      },
      undo: {
        title: (account: string) => `Undo the decision about ${account}`,
        action: 'Undo the decision',
        why: 'The account becomes what it was before, and the next import may match it. A person who was created for it is deleted.',
      },
      new: {
        title: (account: string) => `${account} is a new person`,
        action: 'Decide',
        why: 'The account belongs to none of these people. At the primary source a person is created for it; elsewhere it belongs to no one, and no import links it.',
      },
    },
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
      entra: productNames.entra,
      okta: productNames.okta,
      onelogin: productNames.onelogin,
      authentik: 'authentik',
      keycloak: productNames.keycloak,
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
    noSecrets: {
      title: 'There is no secret yet',
      why: 'An identity provider needs one to push users and groups. Two can live at a time, so that one can take the place of the other.',
    },
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
