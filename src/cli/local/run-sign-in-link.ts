import { decodeId, encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { publicOriginOf } from '../../http/public-origin.ts'
import { instant } from '../../http/shapes/schema.ts'
import { makeSignInLink } from '../../workspace/auth/make-sign-in-link.ts'
import { findFirstOwner, findRights } from '../../workspace/auth/queries.ts'
import { findUser, type UserRow } from '../../workspace/users/queries.ts'
import { commandActor } from '../../audit/command-actor.ts'
import { onDatabase } from './direct.ts'
import { configOf } from './config-options.ts'
import { bold, CommandFailed, print } from '../output/output.ts'

type Options = { json?: boolean; user?: string; reason?: string }

/** Prints a link that signs a workspace user in: the one who is named, else the first owner. */
export async function runSignInLink(options: Options): Promise<void> {
  const config = configOf(options)
  const link = await onDatabase(config, (database) =>
    database.transaction(async ({ tx, now }) => {
      const user = await findPerson(tx, options.user, now)
      const made = await makeSignInLink(tx, {
        user,
        rights: await findRights(tx, user.id),
        makerTokenId: null,
        issuer: null,
        actor: commandActor('sign-in-link', options),
        now,
        publicOrigin: publicOriginOf(config),
      })
      const user_id = encodeId('workspaceUser', user.id)
      return { url: made.url, expires_at: instant(made.expiresAt), user_id }
    }),
  )
  const text = `Signs ${link.user_id} in once, until ${link.expires_at}. Shown this once:`
  print(options.json, link, `${text}\n\n  ${bold(link.url)}`)
}

async function findPerson(tx: Transaction, named: string | undefined, now: Date): Promise<UserRow> {
  const id = named === undefined ? await findFirstOwner(tx, now) : decodeId('workspaceUser', named)
  const user = id === undefined ? undefined : await findUser(tx, id)
  if (user === undefined)
    throw new CommandFailed(
      named === undefined
        ? 'There is no active owner. Make one with `muster init`.'
        : `There is no workspace user ${named}.`,
    )
  if (user.state !== 'active' && user.state !== 'expiring')
    throw new CommandFailed(`${user.name} is ${user.state} and cannot sign in.`)
  return user
}
