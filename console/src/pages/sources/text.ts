import { productNames } from '../../parts/products.ts'
import { counted } from '../../parts/counted.ts'

export const text = {
  title: 'Sources',
  connect: 'Connect a source',
  tabs: { sources: 'Sources', accounts: 'Accounts' },
  count: (count: string) => (count === '1' ? '1 source' : `${count} sources`),
  columns: {
    name: 'Name',
    state: 'State',
    incident: 'Held people',
    vendor: 'Vendor',
    type: 'Connector',
    accounts: 'Accounts',
    run: 'Last run',
    last: 'Last change',
  },
  primary: 'Primary',
  filters: {
    state: 'State',
    run: 'Last run',
    failing: 'Failed',
    unknown: 'Account states',
    unknownFound: 'Some are unknown',
    vendor: 'Vendor',
  },
  neverRun: 'None yet',
  vendors: {
    idp: 'Identity provider',
    suite: 'Office suite',
    codehost: 'Code host',
    chat: 'Chat',
    file: 'File',
  },
  types: { ...productNames, file: 'File' },
  trusts: {
    label: 'Its addresses are trusted',
    link: 'An account is linked to the person who has its address.',
  },
  none: {
    title: 'There are no sources yet',
    why: 'Connect a directory, a vendor’s API or an identity provider that pushes, or import a file. On the command line:',
    command: 'muster integration connect okta --type okta --at https://acme.okta.com --primary',
  },
  noMatch: { title: 'No source matches' },
  held: (count: number) => counted(count, 'person', 'people'),
} as const

/** The sources, and the accounts of all of them. */
export const sourcesTabs = [
  { to: '/sources', label: text.tabs.sources },
  { to: '/sources/accounts', label: text.tabs.accounts },
]
