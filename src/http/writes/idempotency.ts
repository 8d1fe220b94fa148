import { sql } from 'kysely'
import type { On } from '../../access/rights.ts'
import { encodeId } from '../../contract/ids.ts'
import { isPermission, rulesetRights, type Permission } from '../../contract/permissions.ts'
import type { Transaction } from '../../database/database.ts'
import { badRequest, conflict, unprocessable } from '../refusals/problem.ts'

/** A permission that the first request was asked for, or that let its answer show more; asked again before that is replayed. */
export type PermissionCheck = { permission: Permission; on: On }
/** That an answer showed a secret: the one of this token, or (null) one that no id names. */
export type ShownSecret = { tokenId: string | null }
export type Answer = {
  status: number
  headers: Record<string, string>
  body: string | null
  /** Then it is never compressed: the length could reveal the secret (BREACH). */
  showsSecret?: boolean
  /** Of a new answer, before it is sent. */
  afterCommit?: (() => void) | undefined
}

type KeyRow = {
  body_hash: Buffer
  permission: string[]
  status: number | null
  headers: Record<string, string>
  body: string | null
  showed_secret: boolean
  secret_token_id: string | null
}
type Key = { callerId: string; key: string; method: string; path: string }
/** A key that is sent with a request, of whose body and query it has the hash. */
type Claim = Key & { requestHash: Buffer }

/** What {@link claimKey} can't replay, as the docs say it. */
export const answersNotKept =
  'a response that showed a secret, or named a person who was erased since, is not kept'

const keyPattern = /^[\x21-\x7e]{1,255}$/

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && keyPattern.test(header)) return header
  throw badRequest('Idempotency-Key must be 1 to 255 visible ASCII characters.')
}

/** What the first request was asked, to be asked again, and then its answer; 422 for another body or query, 409 for a secret. */
export type Earlier = { asked: PermissionCheck[]; replay: () => Answer }

/**
 * Claims the key as the first row of the mutation's own transaction; a concurrent twin waits here for its end.
 * @returns what is known of the first request, if there was one in the last 24 hours
 */
export async function claimKey(
  tx: Transaction,
  { requestHash, ...key }: Claim,
  now: Date,
): Promise<Earlier | undefined> {
  await sql`delete from idempotency_key where caller_id = ${key.callerId} and key = ${key.key} and method = ${key.method}
    and path = ${key.path} and created_at < ${now}::timestamptz - interval '24 hours'`.execute(tx)
  const { rows: claimed } = await sql`
    insert into idempotency_key (caller_id, key, method, path, body_hash, created_at)
    values (${key.callerId}, ${key.key}, ${key.method}, ${key.path}, ${requestHash}, ${now})
    on conflict do nothing returning true`.execute(tx)
  if (claimed.length > 0) return undefined
  const { rows } = await sql<KeyRow>`
    select body_hash, permission, status, headers, body, showed_secret, secret_token_id from idempotency_key
    where caller_id = ${key.callerId} and key = ${key.key} and method = ${key.method} and path = ${key.path}`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined || row.status === null) return undefined
  const { status } = row
  return {
    asked: row.permission.map(parseCheck),
    replay: () => replay({ ...row, status }, requestHash),
  }
}

function replay(row: KeyRow & { status: number }, requestHash: Buffer): Answer {
  if (!row.body_hash.equals(requestHash)) {
    throw unprocessable({
      'Idempotency-Key': ['was used with another body or query; send a new key with a new request'],
    })
  }
  if (row.showed_secret) {
    throw conflict(
      `The answer to this key showed a secret and is not kept. If it was lost, ${revocationOf(row)}ask again under a new key.`,
    )
  }
  if (row.body === null && row.status !== 204)
    throw conflict('The response to this key named a person who was erased since, and is not kept.')
  return { status: row.status, headers: row.headers, body: row.body }
}

/** What showed the secret, where it can be revoked: a token, or another record by its address. */
function revocationOf({ secret_token_id: token, headers: { location } }: KeyRow): string {
  if (token !== null) return `revoke ${encodeId('token', token)} and `
  if (location === undefined) return ''
  return `revoke ${location.split('/').at(-1)} (DELETE ${location}) and `
}

/** Keeps the answer with the key, in the same transaction. One that showed a secret keeps only the token's id. */
export async function keepAnswer(
  tx: Transaction,
  key: Key,
  asked: readonly PermissionCheck[],
  answer: Answer,
  secret: ShownSecret | undefined,
): Promise<void> {
  const permissions = new Set(asked.map(({ permission, on }) => `${permission}@${placeOf(on)}`))
  await sql`
    update idempotency_key set permission = ${[...permissions]}, status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}::jsonb,
      body = ${secret === undefined ? answer.body : null}, showed_secret = ${secret !== undefined}, secret_token_id = ${secret?.tokenId ?? null}
    where caller_id = ${key.callerId} and key = ${key.key} and method = ${key.method} and path = ${key.path}`.execute(
    tx,
  )
}

function placeOf({ own, serviceId, rulesetId, right = 'view' }: On): string {
  if (rulesetId !== undefined) return `${right}:${rulesetId}`
  return own === true ? 'own' : (serviceId ?? '')
}

function parseCheck(text: string): PermissionCheck {
  const [permission = '', place = ''] = text.split('@')
  if (!isPermission(permission)) throw new Error(`an Idempotency-Key was kept with ${text}`)
  return { permission, on: readPlace(place) }
}

function readPlace(place: string): On {
  if (place === 'own') return { own: true }
  const [first = '', rulesetId] = place.split(':')
  if (rulesetId === undefined) return first === '' ? {} : { serviceId: first }
  const right = rulesetRights.find((known) => known === first)
  if (right === undefined) throw new Error(`an Idempotency-Key was kept with ${place}`)
  return { rulesetId, right }
}
