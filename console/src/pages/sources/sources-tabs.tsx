import { Tab } from '../../parts/page.tsx'
import { text } from './text.ts'

/** The sources, and the accounts of all of them. */
export function SourcesTabs() {
  const own = { includeSearch: false }
  return (
    <>
      <Tab to="/sources" activeOptions={{ ...own, exact: true }}>
        {text.tabs.sources}
      </Tab>
      <Tab to="/sources/accounts" activeOptions={own}>
        {text.tabs.accounts}
      </Tab>
    </>
  )
}
