import { Tab } from '../../parts/page.tsx'
import { text } from './text.ts'

/** The two kinds of what rules grant: resources of vendors, and attributes of people. */
export function GroupsTabs() {
  return (
    <>
      <Tab to="/groups" activeOptions={{ exact: true, includeSearch: false }}>
        {text.title}
      </Tab>
      <Tab to="/groups/attributes" activeOptions={{ includeSearch: false }}>
        {text.attributes.title}
      </Tab>
    </>
  )
}
