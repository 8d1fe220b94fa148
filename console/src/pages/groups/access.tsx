import { EmptyState } from '../../parts/empty-state.tsx'
import { Manifest } from './manifest.tsx'
import { text } from './text.ts'
import { useGroup } from './use-group.ts'

/** Who should have the group now, or had it at another time. */
export function Access() {
  const { data: group } = useGroup()
  if (group === undefined) return null
  if (group.ruleset === null)
    return <EmptyState title={text.noRuleset.title}>{text.noRuleset.why}</EmptyState>
  return <Manifest group={group} ruleset={group.ruleset} />
}
