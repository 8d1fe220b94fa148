import { encodeId } from '../../contract/ids.ts'
import { ownerPosition } from '../../access/end-access.ts'
import type { AuditEntry } from '../../audit/record.ts'
import { instant } from '../../http/shapes/schema.ts'
import type { TokenRow } from './queries.ts'

/** The audit row of a new token, with everything but the secret. */
export function creationEntry(token: TokenRow): AuditEntry {
  const parentTokenId = token.parent_token_id
  return {
    event: 'workspace.token.create',
    record: { kind: 'token', id: token.id },
    parent: ownerPosition(token),
    related: parentTokenId === null ? undefined : { kind: 'token', id: parentTokenId },
    changes: {
      name: { old: null, new: token.name },
      scopes: { old: null, new: token.scopes },
      parent_token_id: { old: null, new: parentTokenId && encodeId('token', parentTokenId) },
      expires_at: { old: null, new: instant(token.expires_at) },
    },
  }
}
