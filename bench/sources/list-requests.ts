import type { Caller } from './list-caller.ts'

/** One kind of request; each call of what `begin` gives is one, and gives how long it took. */
export type ListRequest = {
  what: string
  unit: 'ms' | 'µs/row'
  begin: (caller: Caller) => () => Promise<number>
  /** It is long enough to be measured by one request in a turn. */
  isLong?: boolean
  /** The answer has more rows among more people, so that its growth has no budget: what its rows cost is compared where there are as many. */
  hasMoreRows?: boolean
}

/** Names of the demo's people, from common to absent; one of 1,000 people is `known`, and nobody of them `rare`. */
const common = 'Maria'
const rare = 'anna b'
const known = 'maria s'
const absent = 'zzzz'
/** Within the names of one person in two hundred, and of one in thirty. */
const within = 'aria'
const withinMany = 'ell'

/**
 * What people look at in lists. A row costs the same everywhere, and so beside pages with more rows in a large organisation, or of
 * other kinds, there are some with as many of the same.
 */
export const listRequests: readonly ListRequest[] = [
  pages('a page of people', '/directory/users'),
  pages('a page of active people', '/directory/users?filter[state]=active'),
  pages('people, newest first', '/directory/users?sort=-created_at'),
  one('the first page of people', '/directory/users'),
  one('search: a common name', search(common)),
  { ...one('search: a rare name', search(rare)), hasMoreRows: true },
  one('search: a rare name, one of them', `${search(known)}&page[size]=1`),
  { ...one('search: within names', search(within)), hasMoreRows: true },
  one('search: within names, five of them', `${search(within)}&page[size]=5`),
  one('search: within many names, twenty of them', `${search(withinMany)}&page[size]=20`),
  one('search: nobody', search(absent)),
  one('search of everything', `/workspace/search?q=${common}`),
  pages('a page of accounts', '/directory/identities'),
  pages('a page of groups', '/directory/resources'),
  pages('a page of the audit log', '/audit/logs'),
  pages('a page of the audit log, oldest first', '/audit/logs?sort=at'),
  pages('a page of new accounts in the log', '/audit/logs?filter[event]=directory.identity.create'),
  // They name up to ten members each.
  pages(
    'a page of new members in the log',
    '/audit/logs?filter[event]=directory.resource.populate',
  ),
  pages('a page of attributes', '/directory/attributes'),
  exported('export of people, CSV', '/directory/users', 'text/csv'),
  exported('export of people, NDJSON', '/directory/users', 'application/x-ndjson'),
  exported('export of accounts, NDJSON', '/directory/identities', 'application/x-ndjson'),
]

function search(text: string): string {
  return `/directory/users?filter[search]=${encodeURIComponent(text)}`
}

function one(what: string, path: string): ListRequest {
  return { what, unit: 'ms', begin: (caller) => async () => (await caller.timePage(path)).took }
}

/** Each request reads the page after the one before it. */
function pages(what: string, path: string): ListRequest {
  return {
    what,
    unit: 'ms',
    begin(caller) {
      let next: string | undefined
      return async () => {
        const page = await caller.timePage(next ?? path)
        next = page.next
        return page.took
      }
    },
  }
}

function exported(what: string, path: string, accept: string): ListRequest {
  const begin = (caller: Caller) => () => caller.timeExport(path, accept)
  return { what, unit: 'µs/row', begin, isLong: true }
}
