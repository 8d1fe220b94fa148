import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { instant } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import type { PolicySettings } from './schema.ts'
import { findSettings } from '../limits/stored-settings.ts'

/** The settings as they are answered, with their ETag. */
export async function answerSettings(context: ReadContext): Promise<Static<typeof PolicySettings>> {
  const { id, version, updatedAt, values } = await findSettings(context.db)
  context.etag(version)
  return {
    id: encodeId('policySettings', id),
    ...values,
    timestamp: { updated_at: instant(updatedAt) },
    links: { self: `${baseUrl(context.services)}/policy/settings` },
  }
}
