import { createHmac, timingSafeEqual } from 'node:crypto'
import { badRequest } from '../refusals/problem.ts'

const macBytes = 12

/**
 * An opaque position in a list: the sort value of a row and its tie breaker, signed together with the operation,
 * its filters and sort, so that it can't be forged or used elsewhere.
 */
export function signCursor(
  key: Buffer,
  purpose: string,
  position: readonly [value: string, tie: string],
): string {
  const payload = Buffer.from(JSON.stringify(position))
  return Buffer.concat([mac(key, purpose, payload), payload]).toString('base64url')
}

/** The position, or 400 for a cursor that is not ours or was made for another list. */
export function readCursor(
  key: Buffer,
  purpose: string,
  cursor: string,
): [value: string, tie: string] {
  const bytes = Buffer.from(cursor, 'base64url')
  const payload = bytes.subarray(macBytes)
  const genuine =
    bytes.length > macBytes &&
    timingSafeEqual(bytes.subarray(0, macBytes), mac(key, purpose, payload))
  if (!genuine)
    throw badRequest(
      'This cursor does not belong to this list with these filters and this sort. Start again without it.',
    )
  const [value, tie]: unknown[] = JSON.parse(payload.toString())
  return [String(value), String(tie)]
}

function mac(key: Buffer, purpose: string, payload: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(purpose)
    .update('\0')
    .update(payload)
    .digest()
    .subarray(0, macBytes)
}
