import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import type { Filter } from '../../parts/filter-chip.tsx'
import { kindWords } from '../../parts/kinds.ts'
import { stateLooks } from '../../parts/state-looks.ts'
import { attributeType, resourceTypes } from './policy-query.ts'
import { text } from './text.ts'

/** The dimensions of the organisation, as far as they may be seen. */
export function useDimensions(): readonly { id: string; name: string }[] {
  const mayRead = useMay('directory.dimension.view')
  const { data } = useApiIf(mayRead, '/directory/dimensions', {
    params: { query: { 'page[size]': '100' } },
  })
  return data?.data ?? []
}

/** The filters of the list. */
export function usePolicyFilters(of: string | undefined): Filter[] {
  const dimensions = useDimensions()
  const { filters } = text
  const byDimension: Filter = {
    key: 'dimension',
    label: filters.dimension,
    options: dimensions.map(({ id, name }) => ({ value: id, label: name })),
  }
  const byType: Filter = {
    key: 'type',
    label: filters.type,
    options: [...resourceTypes, ...(of === 'all' ? [attributeType] : [])].map((value) => ({
      value,
      label: kindWords(value),
    })),
  }
  return [
    of === 'attributes' ? byDimension : byType,
    {
      key: 'state',
      label: filters.state,
      options: ['managed', 'monitored', 'unmanaged'].map((value) => ({
        value,
        label: stateLooks(value).word,
      })),
    },
    {
      key: 'finding',
      label: filters.finding,
      options: [
        { value: 'referent_gone', label: filters.referentGone },
        { value: 'self_service_key', label: filters.selfServiceKey },
      ],
    },
    {
      key: 'authoritative',
      label: filters.authoritative,
      options: [
        { value: 'true', label: text.yes },
        { value: 'false', label: text.no },
      ],
    },
  ]
}
