import { record, type AuditActor } from '../../audit/record.ts'
import { createTokenSecret, isTokenSecret } from '../../access/token-secret.ts'
import { dayMilliseconds } from '../../contract/time.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { makeToken } from '../tokens/make-token.ts'
import { maximumLifeDays } from '../tokens/schema.ts'
import { insertUser, lockOwners, writeRoles } from './queries.ts'
import { userCreationEntry } from './user-audit.ts'

/**
 * Makes the first owner and a token for everything, for a year. Returns its secret, once; undefined when there is an
 * owner already, active or not. A preset token that has not the form of a person's token is refused with an Error.
 */
export async function bootstrapOwner(
  database: Database,
  { presetToken, actor }: { presetToken?: string | undefined; actor: AuditActor },
): Promise<string | undefined> {
  if (presetToken !== undefined) requireTokenForm(presetToken)
  return database.transaction(async ({ tx, now }) => {
    const { roleId, holders } = await lockOwners(tx)
    if (holders.length > 0) return undefined
    const secret = presetToken ?? createTokenSecret('user')
    await makeOwner(tx, roleId, { actor, secret, now })
    return secret
  })
}

type Bootstrap = { actor: AuditActor; secret: string; now: Date }

async function makeOwner(
  tx: Transaction,
  roleId: string,
  { actor, secret, now }: Bootstrap,
): Promise<void> {
  const user = await insertUser(tx, {
    provider: 'muster',
    provider_id: 'owner',
    name: 'Owner',
    handle: null,
    email: null,
    directory_user_id: null,
  })
  await writeRoles(tx, user.id, { added: [roleId], removed: [] })
  await record(tx, actor, [userCreationEntry(user, ['workspace.owner'])])
  await makeToken(tx, actor, {
    secret,
    name: 'bootstrap',
    owner: { kind: 'workspaceUser', id: user.id },
    parentTokenId: null,
    issuer: { type: 'user', id: user.id },
    scopes: ['*'],
    expiresAt: new Date(now.getTime() + maximumLifeDays * dayMilliseconds),
  })
}

function requireTokenForm(token: string): void {
  if (isTokenSecret(token) && token.startsWith('mst_u')) return
  throw new Error(
    'The preset owner token is malformed. A token reads mst_u, then 32 letters or digits, then 6 more that are the ' +
      'CRC-32 of all before them in base 62. Leave it out and Muster makes one and shows it.',
  )
}
