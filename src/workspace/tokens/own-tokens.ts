import type { Caller } from '../../access/caller.ts'
import type { TokenOwner } from './queries.ts'

/** The caller, as the owner of tokens. */
export function ownerOf(caller: Caller): TokenOwner {
  return { kind: caller.type === 'user' ? 'workspaceUser' : 'service', id: caller.id }
}
