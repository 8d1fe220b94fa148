import { UnstyledButton } from '@mantine/core'
import { useUrlState } from '../../app/url-state.ts'
import { Timeline } from '../audit/timeline.tsx'
import { text } from './text.ts'
import { useGroup } from './use-group.ts'
import classes from './groups.module.css'

/** What happened here, the newest first: who came and went and which rules changed, or the resource itself. */
export function GroupTimeline() {
  const [url, setUrl] = useUrlState()
  const { data: group } = useGroup()
  if (group === undefined) return null
  const about = [group.id, group.ruleset]
  const ids = about.filter((id) => id !== null).join(',')
  const isRecord = url['about'] === 'record'
  return (
    <Timeline
      title={text.tabs.timeline}
      none={text.noEvents}
      query={isRecord ? { 'filter[record]': ids } : { 'filter[parent]': ids }}
      about={about}
    >
      {(['access', 'record'] as const).map((each) => (
        <UnstyledButton
          key={each}
          className={classes['only']}
          aria-pressed={isRecord === (each === 'record')}
          onClick={() => setUrl({ about: each === 'record' ? each : '' })}
        >
          {text.timeline[each]}
        </UnstyledButton>
      ))}
    </Timeline>
  )
}
