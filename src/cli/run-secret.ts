import { commandActor } from '../audit/command-actor.ts'
import type { Config } from '../config.ts'
import { rotateKeys, type KeyRotation } from '../connectors/credentials/rotate-keys.ts'
import { dataDirectoryOf } from '../database/embedded/data-directory.ts'
import { secretKeysOf } from '../database/secrets/secret-keys.ts'
import { onDatabase } from './direct.ts'

/** Rotates the key of this machine's data directory or environment. */
export function runRotate(config: Config, options: { reason?: string }): Promise<KeyRotation> {
  const keys = secretKeysOf(config, dataDirectoryOf(config))
  return onDatabase(config, (database) =>
    rotateKeys(database, keys, commandActor('secret rotate', options)),
  )
}
