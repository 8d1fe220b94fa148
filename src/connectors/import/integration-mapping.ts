import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { Mapping } from '../file/mapping.ts'
import { unknownTable } from '../file/state-tables.ts'
import { ImportRefused } from './refuse-empty.ts'

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

const compile = () => Compile(Mapping)
let compiled: ReturnType<typeof compile> | undefined

/** Compiled when it is needed first: the mapping of a table is long, and its check takes a tenth of the time. */
function isWellFormed(mapping: unknown): mapping is Mapping {
  compiled ??= compile()
  return compiled.Check(mapping)
}

export function isMapping(mapping: unknown): mapping is Mapping {
  return isWellFormed(mapping) && unknownTable(mapping.account.state) === null
}

/** The first fault of a mapping, and where it is; null if it has none. */
export function faultIn(mapping: unknown): string | null {
  if (isWellFormed(mapping)) return unknownTable(mapping.account.state)
  const [fault] = Value.Errors(Mapping, mapping)
  return fault === undefined ? null : `${fault.instancePath || '/'} ${fault.message}`
}
