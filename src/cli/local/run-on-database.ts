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
  const text =
    token === undefined
      ? 'There is an owner already; nothing was changed.'
      : `The first owner's token, shown this once:\n\n  ${bold(token)}`
  print(options.json, { token: token ?? null }, text)
}

/** Brings the schema up to date. */
export async function runMigrate(options: Options): Promise<void> {
  const migrations = await onDatabase(configOf(options), async (_database, ran) => ran)
  const ran = migrations.length > 0 && `Ran ${migrations.join(', ')}.`
  print(options.json, { migrations }, ran || 'The schema is up to date.')
}

/** Encrypts all credentials with the new key of this machine's data directory or environment. */
export async function runRotate(options: Options): Promise<void> {
  const config = configOf(options)
  const keys = secretKeysOf(config, dataDirectoryOf(config))
  const rotated = await onDatabase(config, (database) =>
    rotateKeys(database, keys, commandActor('secret rotate', options)),
  )
  const { credentials, key, file, former } = rotated
  const isLeft = file === null && former.length > 0
  const left = isLeft ? ' MUSTER_FORMER_SECRET_KEYS is no longer needed.' : ''
  const where = file ?? 'MUSTER_SECRET_KEY'
  const text = `${credentials} credentials are encrypted with the key ${key} of ${where}.${left}`
  print(options.json, rotated, text)
}
