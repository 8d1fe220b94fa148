import { createPrivateKey, type KeyObject } from 'node:crypto'
import { exceededBound } from '../../contract/json-bounds.ts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ImportRefused } from '../records/record-source.ts'

/** A key of a service account. */
export type ServiceAccountKey = { clientEmail: string; keyId: string; privateKey: KeyObject }

/** What is read of the JSON file. Its `token_uri` is not: it could name any server. */
const KeyFile = Type.Object({
  type: Type.Literal('service_account'),
  client_email: Type.String({ minLength: 3, maxLength: 300 }),
  private_key_id: Type.String({ minLength: 1, maxLength: 200 }),
  private_key: Type.String({ minLength: 1, maxLength: 20_000 }),
})

/** @throws ImportRefused if this is no such file */
export function readServiceAccountKey(text: string): ServiceAccountKey {
  const file = parsed(text)
  if (!Value.Check(KeyFile, file)) throw new ImportRefused(noKey)
  const privateKey = privateKeyOf(file.private_key)
  if (privateKey?.asymmetricKeyType !== 'rsa') throw new ImportRefused(noKey)
  return { clientEmail: file.client_email, keyId: file.private_key_id, privateKey }
}

/** The file is flat. */
const bounds = { levels: 2, keys: 100, values: 200 }

function parsed(text: string): unknown {
  if (exceededBound(text, bounds) !== undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

const noKey =
  'What was sent as `credentials` is not the JSON file of a key of a service account. Make one in Google Cloud under IAM & Admin > Service Accounts > Keys, and send the text of the file.'
