import { kindWords } from '../../parts/kinds.ts'
import { attributeType } from './policy-query.ts'
import { useDimensions } from './use-policy-filters.ts'

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
