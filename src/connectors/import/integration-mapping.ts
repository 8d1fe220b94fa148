import type { Integration } from '../../workspace/integrations/queries.ts'
import { faultIn, isMapping } from '../file/check-mapping.ts'
import type { Mapping } from '../file/mapping.ts'
import { ImportRefused } from '../records/record-source.ts'

type Source = Pick<Integration, 'handle' | 'mapping'>

/**
 * The mapping that the integration stores.
 * @throws ImportRefused where it is not one
 */
export function mappingOf(integration: Source): Mapping {
  const mapping: unknown = integration.mapping
  if (isMapping(mapping)) return mapping
  throw new ImportRefused(`${faultOf(integration)} Correct it and import again.`)
}

/** Why the stored mapping is not one; null where it is. */
export function mappingFault(integration: Source): string | null {
  return isMapping(integration.mapping) ? null : faultOf(integration)
}

function faultOf({ handle, mapping }: Source): string {
  return `The mapping of "${handle}" can't be used: ${faultIn(mapping)}.`
}
