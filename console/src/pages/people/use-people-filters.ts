import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import type { Filter } from '../../parts/filter-chip.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { text } from './text.ts'

const states = ['staged', 'active', 'expiring', 'expired', 'suspended', 'deactivated']

/** The filters of the list. The departments are those that the workspace has. */
export function usePeopleFilters(): Filter[] {
  const mayRead = useMay('directory.attribute.view')
  const { data: departments } = useApiIf(mayRead, '/directory/attributes', {
    params: { query: { 'filter[dimension]': 'department', 'page[size]': '500' } },
  })
  const { filters, reviews, yes, no } = text
  return [
    {
      key: 'state',
      label: filters.state,
      options: states.map((value) => ({ value, label: stateLooks(value).word })),
    },
    ...(mayRead
      ? [
          {
            key: 'department',
            label: filters.department,
            options: (departments?.data ?? []).map(({ name }) => ({ value: name, label: name })),
          },
        ]
      : []),
    {
      key: 'is_manager',
      label: filters.isManager,
      options: [
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ],
    },
    {
      key: 'review',
      label: filters.review,
      options: Object.entries(reviews).map(([value, label]) => ({ value, label })),
    },
  ]
}
