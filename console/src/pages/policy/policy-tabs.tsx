import { Tab } from '../../parts/page.tsx'
import { text } from './text.ts'

/** Resources are what people ask about, attributes are what rules are made of. Plans and incidents change both. */
export function PolicyTabs() {
  const own = { includeSearch: false, exact: true }
  return (
    <>
      {(['resources', 'attributes', 'all'] as const).map((each) => (
        <Tab
          key={each}
          to="/policy"
          search={{ of: each === 'resources' ? undefined : each }}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {text.of[each]}
        </Tab>
      ))}
      <Tab to="/plans" activeOptions={own}>
        {text.of.plans}
      </Tab>
      <Tab to="/incidents" activeOptions={own}>
        {text.of.incidents}
      </Tab>
    </>
  )
}
