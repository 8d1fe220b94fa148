import type { Caller } from '../../access/caller.ts'
import { ownerRole, permissions } from '../../contract/permissions.ts'
import { requireEach } from './authorise.ts'
import { Problem } from '../refusals/problem.ts'

/** 403 unless the caller is an owner, by a token for everything. `does`: what only an owner does, for the message. */
export function requireOwner(caller: Caller, does: string): void {
  if (!caller.roles.includes(ownerRole))
    throw new Problem(403, `Only a holder of the role ${ownerRole} ${does}.`)
  requireEach(caller, permissions)
}
