import { UnstyledButton } from '@mantine/core'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { auditQuery } from '../audit/audit-query.ts'
import { LogList } from '../audit/log-list.tsx'
import { text } from './text.ts'
import { useGroup, type Group } from './use-group.ts'
import classes from './groups.module.css'

/** What happened here, the newest first: who came and went and which rules changed, or the resource itself. */
export function Timeline() {
  const { data: group } = useGroup()
  return group === undefined ? null : <Events group={group} />
}

function Events({ group: { id, ruleset } }: { group: Group }) {
  const [url, setUrl] = useUrlState()
  const ids = [id, ruleset].filter((each) => each !== null).join(',')
  const isRecord = url['about'] === 'record'
  const list = useList('/audit/logs', {
    params: {
      query: {
        ...auditQuery(url),
        ...(isRecord ? { 'filter[record]': ids } : { 'filter[parent]': ids }),
        sort: '-at',
      },
    },
  })
  return (
    <LogList label={text.tabs.timeline} list={list} none={text.noEvents} about={[id, ruleset]}>
      {(['access', 'record'] as const).map((about) => (
        <UnstyledButton
          key={about}
          className={classes['only']}
          aria-pressed={isRecord === (about === 'record')}
          onClick={() => setUrl({ about: about === 'record' ? about : '' })}
        >
          {text.timeline[about]}
        </UnstyledButton>
      ))}
    </LogList>
  )
}
