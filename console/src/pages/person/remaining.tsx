import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { kindOptions } from '../../parts/kinds.ts'
import { Notice } from '../../parts/notice.tsx'
import { text } from './text.ts'
import type { Person } from './use-person.ts'

const { remaining: words } = text
const ended = new Set(['expired', 'deactivated'])

/** What someone who has left still has at the vendors. It is no drift where no rule ever concerned it. */
export function Remaining({ person }: { person: Person }) {
  const mayRead = useMay('directory.resource.view')
  const resources = countAtVendors(person)
  const accounts = person.included.directory_identities.filter(({ state }) => state === 'active')
  if (!hasLeft(person) || resources + accounts.length === 0) return null
  const params = { user: person.id }
  return (
    <Notice tone="warning">
      {resources > 0 && words.resources(resources)}{' '}
      {resources > 0 && mayRead && (
        <Link to="/people/$user/vendors" params={params}>
          {words.seeResources}
        </Link>
      )}{' '}
      {accounts.length > 0 &&
        words.accounts(accounts.map(({ integration_handle: source }) => source))}{' '}
      {accounts.length > 0 && (
        <Link to="/people/$user/accounts" params={params}>
          {words.seeAccounts}
        </Link>
      )}
    </Notice>
  )
}

export function hasLeft({ state, timestamp }: Person): boolean {
  return ended.has(state) || timestamp.deleted_at !== null
}

/** Of how many resources the person is a member at the vendors. */
export function countAtVendors({ count }: Person): number {
  const counts: Readonly<Record<string, number>> = count
  return kindOptions.reduce((sum, { value }) => sum + (counts[`${value}s`] ?? 0), 0)
}
