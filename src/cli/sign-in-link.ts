import { Command, Option } from 'commander'
import type { Config } from '../config.ts'
import { decodeId, encodeId } from '../contract/ids.ts'
import type { Transaction } from '../database/database.ts'
import { instant } from '../http/schema.ts'
import { publicOriginOf } from '../http/public-origin.ts'
import { makeSignInLink } from '../workspace/auth/make-sign-in-link.ts'
import { findFirstOwner, findRights } from '../workspace/auth/queries.ts'
import { findUser, type UserRow } from '../workspace/users/queries.ts'
import { cliActor, onDatabase } from './direct.ts'
import { jsonFlag, withFlag } from './flag.ts'
import { configOf, withDatabaseOptions } from './options.ts'
import { bold, CommandFailed, print } from './output.ts'

type Options = { json?: boolean; user?: string }

export function signInLinkCommand(): Command {
  return withFlag(withDatabaseOptions(new Command('sign-in-link')), jsonFlag)
    .description('print a link that signs a user in once, within ten minutes')
    .addOption(
      new Option('--user <user>', 'the user, wsusr_… (default: the first owner)').env(
        'MUSTER_USER',
      ),
    )
    .addOption(
      new Option('--public-origin <url>', 'how browsers reach the server').env(
        'MUSTER_PUBLIC_ORIGIN',
      ),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster sign-in-link\n  $ muster sign-in-link --user wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx --json',
    )
    .action(async (options: Options) => {
      const link = await makeLink(configOf(options), options.user)
      print(
        options.json,
        link,
        () =>
          `Signs ${link.user_id} in once, until ${link.expires_at}. Shown this once:\n\n  ${bold(link.url)}`,
      )
    })
}

async function makeLink(config: Config, named: string | undefined) {
  return onDatabase(config, (database) =>
    database.transaction(async ({ tx, now }) => {
      const user = await findPerson(tx, named, now)
      const publicOrigin = publicOriginOf(config)
      const link = await makeSignInLink(tx, {
        user,
        rights: await findRights(tx, user.id),
        makerTokenId: null,
        issuer: null,
        actor: cliActor,
        now,
        publicOrigin,
      })
      const user_id = encodeId('workspaceUser', user.id)
      return { url: link.url, expires_at: instant(link.expiresAt), user_id }
    }),
  )
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
    throw new CommandFailed(`${user.name} is ${user.state} and can not sign in.`)
  return user
}
