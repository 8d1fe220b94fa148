import type { Caller } from '../../access/caller.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { requireOwner } from '../../http/callers/authorise.ts'

/** 403 unless the caller is an owner: a workspace user who is tied to a person acts as that person elsewhere. */
export function requireMayTie(caller: Caller): void {
  requireOwner(caller, 'ties a workspace user to a directory user')
}

/**
 * The directory user (uuid) that a workspace user is to be tied to, locked, or null to untie. 403 by
 * {@link requireMayTie}; 422 for a person who is not there.
 */
export async function requireTie(
  context: WriteContext,
  sent: string | null,
): Promise<string | null> {
  requireMayTie(context.caller)
  if (sent === null) return null
  const uuid = decodeId('directoryUser', sent)
  if (uuid === undefined || !(await isPerson(context.tx, uuid))) {
    throw unprocessable({ directory_user_id: [`names no directory user ${sent}`] })
  }
  return uuid
}

async function isPerson(tx: Transaction, uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('directory_user')
    .select('id')
    .where('id', '=', uuid)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** 422 for a directory user who is tied to another workspace user already. */
export const tieIsTaken = {
  workspace_user_directory_user_id_key: {
    directory_user_id: ['is tied to another workspace user already'],
  },
}

/** The tie as an audit row shows it. */
export function presentTie(uuid: string | null): string | null {
  return uuid === null ? null : encodeId('directoryUser', uuid)
}
