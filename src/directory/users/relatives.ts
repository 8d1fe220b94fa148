import { decodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { findRelative, isAtOrAbove, type Relative } from './person-queries.ts'

type Field = 'manager_id' | 'parent_user_id'

/** The uuid of a person that a body names; 422 for a malformed id. */
export function relativeId(field: Field, sent: string): string {
  const uuid = decodeId('directoryUser', sent)
  if (uuid === undefined) throw noOne(field, sent)
  return uuid
}

/**
 * 422 `errors.manager_id` unless that undeleted person can be the manager of `personId`, or of a new person. The
 * caller holds the policy lock, exclusive for an existing person, so that no two changes can close a cycle
 * together.
 */
export async function requireManager(
  tx: Transaction,
  sent: string,
  personId?: string,
): Promise<string> {
  const id = relativeId('manager_id', sent)
  const [, isAbove] = await Promise.all([
    requireRelative(tx, 'manager_id', sent),
    personId !== undefined && isAtOrAbove(tx, personId, id),
  ])
  if (isAbove) {
    throw unprocessable({
      manager_id: [
        id === personId
          ? 'names the user themselves'
          : `would close a cycle: ${sent} reports to this user`,
      ],
    })
  }
  return id
}

/** 422 `errors.parent_user_id` unless that undeleted person can be the parent of `personId`, or of a new person. */
export async function requireParent(
  tx: Transaction,
  sent: string,
  personId?: string,
): Promise<string> {
  const parent = await requireRelative(tx, 'parent_user_id', sent)
  if (parent.id === personId) throw refusedParent('names the user themselves')
  if (parent.has_parent)
    throw refusedParent(`names ${sent}, a secondary user: a parent has no parent`)
  const person = personId === undefined ? undefined : await findRelative(tx, personId)
  if (person?.is_parent === true)
    throw refusedParent('is not for who has secondary users: a parent has no parent')
  return parent.id
}

async function requireRelative(tx: Transaction, field: Field, sent: string): Promise<Relative> {
  const relative = await findRelative(tx, relativeId(field, sent))
  if (relative === undefined || relative.is_deleted) throw noOne(field, sent)
  return relative
}

function noOne(field: Field, sent: string) {
  return unprocessable({ [field]: [`names no directory user ${sent}`] })
}

function refusedParent(why: string) {
  return unprocessable({ parent_user_id: [why] })
}
