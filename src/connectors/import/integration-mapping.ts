import { Value } from 'typebox/value'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { Mapping } from '../file/mapping.ts'
import { ImportRefused } from './refuse-empty.ts'

/**
 * The mapping that the integration stores.
 * @throws ImportRefused where it is not one
 */
export function mappingOf(integration: Integration): Mapping {
  const mapping: unknown = integration.mapping
  if (Value.Check(Mapping, mapping)) return mapping
  const [fault] = Value.Errors(Mapping, mapping)
  throw new ImportRefused(
    `The mapping of "${integration.handle}" can't be used${fault === undefined ? '' : `: ${fault.instancePath || '/'} ${fault.message}`}. Correct it and import again.`,
  )
}
