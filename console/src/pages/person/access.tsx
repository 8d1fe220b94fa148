import { Link, useParams } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Notice } from '../../parts/notice.tsx'
import { searchText } from '../../parts/search-text.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { Total } from '../../parts/total.tsx'
import { accessColumns, policyColumns } from './access-columns.tsx'
import { WhyPanel } from '../why/why-panel.tsx'
import { countAtVendors, hasLeft, Remaining } from './remaining.tsx'
import { text } from './text.ts'
import { usePerson } from './use-person.ts'
import classes from './person.module.css'

const { access: words } = text

/** What the person has, and why, in one line each; the whole reason in the panel. */
export function Access() {
  const { user } = useParams({ from: '/people/$user/access' })
  const [url, setUrl] = useUrlState()
  const { search, state, drift, sort = 'name', open } = url
  const mayCompare = useMay('directory.resource.view')
  const { data: person } = usePerson()
  const unexplained = person === undefined || hasLeft(person) ? 0 : countAtVendors(person)
  const wanted = searchText(search)
  const list = useList('/directory/users/{user}/access', {
    params: {
      path: { user },
      query: {
        ...(wanted !== undefined && { 'filter[search]': wanted }),
        ...(state !== undefined && { 'filter[state]': state }),
        ...(mayCompare && drift !== undefined && { 'filter[drift]': drift }),
        sort: sorts.find((each) => each === sort) ?? 'name',
        'page[total]': 'true',
      },
    },
  })
  const opened = list.rows.find(({ policy_ruleset_id }) => policy_ruleset_id === open)
  const isFiltered = wanted !== undefined || state !== undefined || drift !== undefined
  return (
    <div className={classes['fill']}>
      <div className={classes['column']}>
        {person !== undefined && (
          <div className={classes['notice']}>
            <Remaining person={person} />
          </div>
        )}
        <Extra user={user} />
        <FilterBar
          url={url}
          onChange={setUrl}
          searchLabel={words.search}
          filters={mayCompare ? filters : filters.slice(0, 1)}
        >
          <Total total={list.total} label={words.count} />
          <Link to="/why" search={{ person: user }} className={classes['link']}>
            {words.whyNot}
          </Link>
        </FilterBar>
        <DataTable
          label={text.tabs.access}
          list={list}
          columns={mayCompare ? accessColumns : policyColumns}
          sorting={{ value: sort, onChange: (next) => setUrl({ sort: next }) }}
          selectedId={opened?.id}
          onOpen={({ policy_ruleset_id }) => setUrl({ open: policy_ruleset_id }, { push: true })}
          empty={
            isFiltered ? (
              <EmptyState title={words.noMatch} />
            ) : (
              <EmptyState title={words.none}>
                {unexplained > 0 ? words.noneBut(unexplained) : words.noneWhy}
              </EmptyState>
            )
          }
        />
      </div>
      {open !== undefined && (
        <WhyPanel
          key={open}
          title={opened?.policy_resource.name ?? words.why}
          person={user}
          ruleset={open}
          onClose={() => setUrl({ open: '' })}
        />
      )}
    </div>
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

const sorts = ['name', '-name', 'since', '-since'] as const

const filters = [
  {
    key: 'state',
    label: words.state,
    options: ['active', 'expiring'].map((value) => ({ value, label: stateLooks(value).word })),
  },
  {
    key: 'drift',
    label: words.drift,
    options: ['missing', 'role_differs', 'in_sync'].map((value) => ({
      value,
      label: stateLooks(value).word,
    })),
  },
]
