import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { flagFilter, stateFilter, wordFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { PolicyTabs } from '../policy/policy-tabs.tsx'
import { plansColumns } from './plans-columns.tsx'
import { text } from './text.ts'

const { filters: words } = text

const states = ['ready', 'planning', 'applying', 'applied', 'failed', 'stale', 'expired']

/** The plans that the viewer may read, the newest first. */
export function PlansPage() {
  const navigate = useNavigate()
  const { owner_id: self } = useSession()
  const list = useFilteredList('/policy/plans', {
    words: text,
    columns: plansColumns,
    filters: [
      stateFilter(words.state, states),
      wordFilter('kind', 'filter[kind]', words.kind, text.kinds),
      flagFilter('beyond', 'filter[exceeds_limits]', words.beyond, [text.beyond, text.within]),
      wordFilter('author', 'filter[author_id]', words.author, { [self]: text.you }),
    ],
    sort: '-created_at',
  })
  return (
    <ListPage
      list={list}
      subtitle={text.what}
      tabs={<PolicyTabs />}
      csv="plans"
      onOpen={({ id }) => void navigate({ to: '/plans/$plan', params: { plan: id } })}
    />
  )
}
