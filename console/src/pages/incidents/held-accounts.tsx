import { useParams } from '@tanstack/react-router'
import { AccountList } from '../source/account-list.tsx'

/** The held accounts that belong to no one: each can be linked to its person here. */
export function HeldAccounts() {
  const { incident } = useParams({ from: '/incidents/$incident/accounts' })
  return <AccountList ofNoOneIn={incident} />
}
