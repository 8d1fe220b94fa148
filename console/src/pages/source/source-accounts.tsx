import { useParams } from '@tanstack/react-router'
import { AccountList } from './account-list.tsx'

/** The accounts that the source has reported. */
export function SourceAccounts() {
  const { integration } = useParams({ from: '/sources/$integration/accounts' })
  return <AccountList integration={integration} />
}
