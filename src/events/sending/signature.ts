import { Webhook } from 'standardwebhooks'
import type { Database } from '../../database/database.ts'
import { SecretKeyMissing } from '../../database/secrets/secret-key.ts'
import type { SecretKeys } from '../../database/secrets/secret-keys.ts'
import { readWebhookSecrets } from '../webhooks/webhook-secrets.ts'
import type { Posted, Receiver } from './post-message.ts'

/** The headers of Standard Webhooks. With two secrets the message has two signatures, of which a receiver needs one. */
function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/** Sends messages to the receiver with the signatures of the webhook. */
export async function signing(
  sender: {
    database: Database
    secretKeys: SecretKeys
    id: string
    lease: { signal: AbortSignal }
  },
  receiver: Receiver,
): Promise<(message: { id: string; body: string }) => Promise<Posted>> {
  const { database, secretKeys, lease } = sender
  const secrets = await readWebhookSecrets(database.read, secretKeys, sender.id).catch(noKey)
  return async ({ id, body }) => {
    if (secrets === undefined) return unsigned
    const headers = signedHeaders({ id, body, at: new Date() }, secrets)
    return receiver.post({ headers, body }, lease.signal)
  }
}

/** Like a receiver that fails, so that it is tried again when the key is there. */
function noKey(error: unknown): undefined {
  if (!(error instanceof SecretKeyMissing)) throw error
}

const unsigned: Posted = {
  isDelivered: false,
  status: null,
  error: 'The secret can’t be decrypted: this server has another MUSTER_SECRET_KEY or key file',
  retryAfterMilliseconds: null,
}
