import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { Fact, Facts } from '../../parts/facts.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { limits: words } = text

/** The limits in force for the source: its own, or those of the workspace. */
export function SourceLimits({ source }: { source: Source }) {
  const { data: settings } = useApiIf(useMay('policy.rule.view'), '/policy/settings')
  const line = (name: 'account' | 'overall') => {
    const [percent, people] = ([`${name}_limit_percent`, `${name}_limit_people`] as const).map(
      (each) => source[each] ?? settings?.[each],
    )
    const isOwn =
      source[`${name}_limit_percent`] !== null || source[`${name}_limit_people`] !== null
    return (
      <Fact term={words[name]} from={isOwn ? words.own : words.workspace}>
        {percent !== undefined && people !== undefined && words.of(percent, people)}
      </Fact>
    )
  }
  return (
    <Facts>
      {line('account')}
      {line('overall')}
    </Facts>
  )
}
