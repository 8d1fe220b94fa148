import { Manifest } from './manifest.tsx'
import { NoRuleset } from './no-ruleset.tsx'
import { useGroup } from './use-group.ts'

/** Who should have the group now, or had it at another time. */
export function Access() {
  const { data: group } = useGroup()
  if (group === undefined) return null
  if (group.ruleset === null) return <NoRuleset group={group} />
  return <Manifest group={group} ruleset={group.ruleset} />
}
