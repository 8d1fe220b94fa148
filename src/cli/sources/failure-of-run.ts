import type { Body, Muster } from '../../../sdk/src/index.ts'
import { asOptions } from '../../connectors/file/option-names.ts'
import { ifAllowed } from '../output/read-up-to.ts'
import { withOptions } from '../nouns/setting-options.ts'

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>

/** Why a run failed, with the options of the commands that mend it; null where it did not. */
export async function failureOf(
  muster: Muster,
  { failure, integration_id: integration }: Pick<Run, 'failure' | 'integration_id'>,
): Promise<string | null> {
  if (failure === null) return null
  const params = { path: { integration } }
  const source = await ifAllowed(() =>
    muster.get('/workspace/integrations/{integration}', { params }),
  )
  return asOptions(source === undefined ? failure : withOptions(source.type, failure))
}
