import { Page, PlaceTabs } from '../../parts/page.tsx'
import { AccountList } from '../source/account-list.tsx'
import { sourcesTabs, text } from './text.ts'

/** The accounts of all sources. */
export function AccountsPage() {
  return (
    <Page title={text.tabs.accounts} tabs={<PlaceTabs of={sourcesTabs} />} isFilled>
      <AccountList />
    </Page>
  )
}
