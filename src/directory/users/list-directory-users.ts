import { readRoute } from '../../http/route/route.ts'
import { peopleList, peoplePage, peopleQuery } from './people-list.ts'
import { userFilters } from './user-filters.ts'

export const listDirectoryUsers = readRoute({
  id: 'listDirectoryUsers',
  url: '/directory/users',
  summary: 'List directory users',
  description:
    'People by full name, then id. `filter[search]` looks in full name, e-mail address and username, and finds badge and employee numbers that rows show and ids of accounts at their vendors to the letter; `filter[…_search]` looks in one field. ' +
    'Unless the request sorts, exact matches come first, then people whose name begins with the text, then the others: by name, unless they are more than about a thousand. `filter[badge_id]`, `filter[employee_id]` and `filter[employee_alt_id]` find the numbers that rows show. ' +
    '`filter[integration_id]` and `filter[vendor_id]` find the people of one account that meets both. ' +
    '`…_after` means at that instant or later, `…_before` earlier than it. Deleted people are listed only where `filter[trashed]` asks for them. ' +
    '`filter[review]` finds the people that an administrator should look at: people with an address that had another holder or has another one now, people who share a username with someone of another address, people whose manager is not known, not unique, or would close a cycle, and people with an account whose end was rejected while its source still reports it. ' +
    '`include` adds what it names to each row as `included`, in the same form and for the same permission as when one person is described: also the manager, the parent, the workspace user, the primary integration, the reports and the accounts.',
  access: 'directory.user.view',
  ...peopleList,
  query: peopleQuery(userFilters),
  handler: (context) => peoplePage(context),
})
