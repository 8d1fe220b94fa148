import { Page } from '../../parts/page.tsx'
import { AccountList } from '../source/account-list.tsx'
import { SourcesTabs } from './sources-tabs.tsx'
import { text } from './text.ts'

/** The accounts of all sources. */
export function AccountsPage() {
  return (
    <Page title={text.tabs.accounts} tabs={<SourcesTabs />} isFilled>
      <AccountList />
    </Page>
  )
}
