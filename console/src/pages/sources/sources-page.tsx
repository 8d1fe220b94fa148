import { useNavigate } from '@tanstack/react-router'
import { ButtonLink } from '../../parts/button-link.tsx'
import { May } from '../../parts/can.tsx'
import { stateFilter, wordFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { sourcesColumns } from './sources-columns.tsx'
import { SourcesTabs } from './sources-tabs.tsx'
import { text } from './text.ts'

const { filters: words } = text

/** The vendors that people, accounts and groups come from. */
export function SourcesPage() {
  const navigate = useNavigate()
  const list = useFilteredList('/workspace/integrations', {
    words: text,
    columns: sourcesColumns,
    filters: [
      stateFilter(words.state, ['active', 'deactivated']),
      {
        ...wordFilter('run', 'filter[is_failing]', words.run, { failing: words.failing }),
        ask: () => 'true',
      },
      wordFilter('vendor', 'filter[vendor]', words.vendor, text.vendors),
    ],
    sort: 'name',
  })
  return (
    <ListPage
      list={list}
      tabs={<SourcesTabs />}
      action={
        <May permission="workspace.integration.manage">
          <ButtonLink to="/sources/connect" icon="plus" isPrimary>
            {text.connect}
          </ButtonLink>
        </May>
      }
      onOpen={({ id }) =>
        void navigate({ to: '/sources/$integration', params: { integration: id } })
      }
    />
  )
}
