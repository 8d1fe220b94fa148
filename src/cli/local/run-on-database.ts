import { commandActor } from '../../audit/command-actor.ts'
import { rotateKeys } from '../../connectors/credentials/rotate-keys.ts'
import { dataDirectoryOf } from '../../database/embedded/data-directory.ts'
import { secretKeysOf } from '../../database/secrets/secret-keys.ts'
import { bootstrapOwner } from '../../workspace/users/bootstrap-owner.ts'
import { onDatabase } from './direct.ts'
import { configOf } from './config-options.ts'
import { bold, print } from '../output/output.ts'

type Options = { json?: boolean; reason?: string }

/** Makes the schema and the first owner, and prints their token once. */
export async function runInit(options: Options): Promise<void> {
  const config = configOf(options)
  const token = await onDatabase(config, (database) =>
    bootstrapOwner(database, {
      presetToken: config.bootstrapToken,
      actor: commandActor('init', options),
    }),
  )
  print(options.json, { token: token ?? null }, () =>
    token === undefined
      ? 'There is an owner already; nothing was changed.'
      : `The first owner's token, shown this once:\n\n  ${bold(token)}`,
  )
}

/** Brings the schema up to date. */
export async function runMigrate(options: Options): Promise<void> {
  const migrations = await onDatabase(configOf(options), async (_database, ran) => ran)
  print(options.json, { migrations }, () =>
    migrations.length === 0 ? 'The schema is up to date.' : `Ran ${migrations.join(', ')}.`,
  )
}

/** Encrypts all credentials with the new key of this machine's data directory or environment. */
export async function runRotate(options: Options): Promise<void> {
  const config = configOf(options)
  const keys = secretKeysOf(config, dataDirectoryOf(config))
  const rotated = await onDatabase(config, (database) =>
    rotateKeys(database, keys, commandActor('secret rotate', options)),
  )
  const { credentials, key, file, former } = rotated
  const left = file === null && former.length > 0
  print(
    options.json,
    rotated,
    () =>
      `${credentials} credentials are encrypted with the key ${key} of ${file ?? 'MUSTER_SECRET_KEY'}.${left ? ' MUSTER_FORMER_SECRET_KEYS is no longer needed.' : ''}`,
  )
}
