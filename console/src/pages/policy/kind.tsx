import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { attributeType, kindWords } from '../../parts/kinds.ts'

/** The dimensions of the organisation, as far as they may be seen. */
export function useDimensions(): readonly { id: string; name: string }[] {
  const mayRead = useMay('directory.dimension.view')
  const { data } = useApiIf(mayRead, '/directory/dimensions', {
    params: { query: { 'page[size]': '100' } },
  })
  return data?.data ?? []
}

/** What kind of resource it is; of an attribute, its dimension. */
export function Kind({
  ruleset: { type, policy_resource },
}: {
  ruleset: { type: string; policy_resource: { parent: string | null } }
}) {
  const dimensions = useDimensions()
  const dimension =
    type === attributeType
      ? dimensions.find(({ id }) => id === policy_resource.parent)?.name
      : undefined
  return <>{dimension ?? kindWords(type)}</>
}
