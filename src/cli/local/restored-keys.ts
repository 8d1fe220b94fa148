import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { keyFile } from '../../backup/format.ts'
import type { CheckedBackup } from '../../backup/restore-backup.ts'
import type { Config } from '../../config.ts'
import { parseSecretKey, type SecretKey } from '../../database/secrets/secret-key.ts'
import { replaceKeyFile, secretKeysOf } from '../../database/secrets/secret-keys.ts'
import { CommandFailed } from '../output/output.ts'

/** What the key file is to hold; undefined where it stays as it is. */
type KeysToKeep = { file: string; keys: readonly SecretKey[] } | undefined

/** Finds out, before anything is written, where the keys of a backup go: into the key file, beside those that it has. */
export async function planKeys(
  config: Config,
  directory: string,
  { files }: CheckedBackup,
): Promise<KeysToKeep> {
  const restored = (files.get(keyFile) ?? '')
    .split('\n')
    .flatMap((line) => parseSecretKey(line) ?? [])
  if (restored.length === 0) return undefined
  const keys = secretKeysOf(config, directory)
  const own =
    keys.file !== null && !existsSync(keys.file)
      ? []
      : await keys.load().then(({ current, former }) => [current, ...former])
  const missing = restored.filter(({ id }) => !own.some((key) => key.id === id))
  if (missing.length === 0) return undefined
  if (keys.file === null)
    throw new CommandFailed(
      `MUSTER_SECRET_KEY is not the key ${restored[0]?.id} that the credentials in this backup were encrypted with. Set that one, or restore without MUSTER_SECRET_KEY: the key is then written to secret.key in the data directory.`,
    )
  return { file: keys.file, keys: [...own, ...missing] }
}

export async function keepKeys(planned: KeysToKeep): Promise<void> {
  if (planned === undefined) return
  await mkdir(dirname(planned.file), { recursive: true, mode: 0o711 })
  await replaceKeyFile(planned.file, planned.keys)
}
