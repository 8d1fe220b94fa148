import { createHmac } from 'node:crypto'
import canonicalize from 'canonicalize'
import { SecretKeyMissing } from '../../database/secrets/secret-key.ts'
import type { AnyWriteRoute } from '../route/route.ts'
import type { Services } from '../route/services.ts'

type Keys = Pick<Services, 'bodyKey' | 'secretKeys'>

/** By which the requests sent under one Idempotency-Key are compared: 32 bytes that allow no guesses at a body. */
export async function hashRequest(
  { takesCredentials }: Pick<AnyWriteRoute, 'takesCredentials'>,
  { bodyKey, secretKeys }: Keys,
  { search, body }: { search: string; body: unknown },
): Promise<Buffer> {
  const query = new URLSearchParams(search)
  query.sort()
  const key = takesCredentials === true ? await keyOutsideDatabase(secretKeys, bodyKey) : bodyKey
  return createHmac('sha256', key)
    .update(canonicalText(body ?? null))
    .update(query.toString())
    .digest()
}

/** A dump of the database has `bodyKey` too. Without the other key, credentials are refused, so no hash of them is kept. */
async function keyOutsideDatabase(
  secretKeys: Services['secretKeys'],
  bodyKey: Buffer,
): Promise<Buffer> {
  try {
    const { current } = await secretKeys.load()
    return createHmac('sha256', current.bytes).update(bodyKey).digest()
  } catch (error) {
    if (error instanceof SecretKeyMissing) return bodyKey
    throw error
  }
}

/** Lone surrogates and numbers beyond all bounds have no canonical form; no schema accepts them either. */
function canonicalText(body: unknown): string {
  try {
    return canonicalize(body) ?? ''
  } catch {
    return JSON.stringify(body)
  }
}
