import { Link, useParams } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Notice } from '../../parts/notice.tsx'
import { WhyPanel } from '../why/why-panel.tsx'
import { accessColumns, policyColumns } from './access-columns.tsx'
import { countAtVendors, hasLeft, Remaining } from './remaining.tsx'
import { text } from './text.ts'
import { usePerson } from './use-person.ts'
import classes from './person.module.css'

const words = { ...text.access, title: text.tabs.access }

/** What the person has, and why, in one line each; the whole reason in the panel. */
export function Access() {
  const path = useParams({ from: '/people/$user/access' })
  const { user } = path
  const mayCompare = useMay('directory.resource.view')
  const { data: person } = usePerson()
  const unexplained = person === undefined || hasLeft(person) ? 0 : countAtVendors(person)
  const none = unexplained === 0 ? words.none : { ...words.none, why: words.noneBut(unexplained) }
  const list = useFilteredList('/directory/users/{user}/access', {
    words: { ...words, none },
    columns: mayCompare ? accessColumns : policyColumns,
    path,
    search: 'filter[search]',
    filters: mayCompare ? [byState, byDrift] : [byState],
    sort: 'name',
  })
  return (
    <List
      list={list}
      above={
        <>
          {person !== undefined && (
            <div className={classes['notice']}>
              <Remaining person={person} />
            </div>
          )}
          <Extra user={user} />
        </>
      }
      actions={
        <Link to="/why" search={{ person: user }} className={classes['link']}>
          {words.whyNot}
        </Link>
      }
      opening={({ policy_ruleset_id: ruleset }) => ({ open: ruleset })}
      panelOf={(ruleset, opened, close) => (
        <WhyPanel
          key={ruleset}
          title={opened?.policy_resource.name ?? words.why}
          person={user}
          ruleset={ruleset}
          onClose={close}
        />
      )}
    />
  )
}

/** What the person has and should not, such as what someone who has left still has. */
function Extra({ user }: { user: string }) {
  const mayRead = useMay('directory.resource.view')
  const mayCompare = useMay('policy.rule.view')
  const { data } = useApiIf(mayRead && mayCompare, '/directory/users/{user}/resources', {
    params: {
      path: { user },
      query: { 'filter[drift]': 'extra', 'page[size]': '1', 'page[total]': 'true' },
    },
  })
  const { total = 0, total_is_capped: isCapped = false } = data?.meta ?? {}
  if (total === 0) return null
  return (
    <div className={classes['notice']}>
      <Notice tone="warning">
        {words.extra(total, isCapped)}{' '}
        <Link
          to="/people/$user/vendors"
          params={{ user }}
          search={{ drift: 'extra' }}
          className={classes['link']}
        >
          {words.seeExtra}
        </Link>
      </Notice>
    </div>
  )
}

const byState = stateFilter(words.state, ['active', 'expiring'])
const byDrift = stateFilter(words.drift, ['missing', 'role_differs', 'in_sync'], {
  key: 'drift',
  field: 'filter[drift]',
})
