import { isDeepStrictEqual } from 'node:util'
import type { RowOf } from '../../../sdk/src/index.ts'
import { integrationDefaults } from '../../connectors/vendors.ts'
import { withOptions } from './setting-options.ts'

type Integration = RowOf<'/workspace/integrations'>

/** What people read of an integration: a mapping has hundreds of lines. */
export function shownIntegration(record: Integration): object {
  return { ...record, mapping: aboutMapping(record), last_run: lastRunOf(record) }
}

/** Its failure names what to change. */
function lastRunOf({ type, last_run: run }: Integration) {
  return run && { ...run, failure: run.failure && withOptions(type, run.failure) }
}

function aboutMapping({ handle, vendor, type, mapping }: Integration): string {
  const usual: unknown = JSON.parse(JSON.stringify(integrationDefaults(vendor, type).mapping))
  const isUsual = isDeepStrictEqual(mapping, usual)
  return `${isUsual ? 'the built-in one' : 'its own'}; print it with: muster integration show ${handle} --mapping`
}
