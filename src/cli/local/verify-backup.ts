import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../database/embedded/open.ts'
import { checkDerived } from '../../doctor/check-derived.ts'
import { CommandFailed, print } from '../output/output.ts'
import { showWork } from '../output/progress.ts'
import type { OpeningOptions } from './backup-encryption.ts'
import { openBackup, restoreInto } from './run-restore.ts'

/** Restores a backup into an embedded PostgreSQL that is gone afterwards, and checks what is there. */
export async function verifyBackup(
  file: string,
  config: Config,
  options: OpeningOptions & { json?: boolean },
): Promise<void> {
  const opened = await openBackup(file, options)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'muster-verify-'))
  try {
    // PostgreSQL may run as another user than this one.
    await chmod(dataDirectory, 0o711)
    const scratch: Config = {
      ...config,
      databaseUrl: undefined,
      migrationDatabaseUrl: undefined,
      dataDirectory,
      secretKey: undefined,
      formerSecretKeys: [],
      erasuresFile: undefined,
    }
    await restoreInto(scratch, opened, [])
    const differences = await showWork('Checking what was restored', () => check(dataDirectory))
    if (differences.length > 0)
      throw new CommandFailed(
        `${file} can be restored, but what is derived in it does not follow from the rest: ${differences.join('; ')}. Run \`muster doctor --deep\` where it came from.`,
      )
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
  const { head } = opened.backup
  print(
    options.json,
    { file, at: head.at, is_restorable: true },
    `${file} can be restored, and what is derived in it follows from the rest.`,
  )
}

/** @returns the first of what `doctor --deep` finds */
async function check(dataDirectory: string): Promise<string[]> {
  const found: string[] = []
  const opened = await openDatabase({ dataDirectory, whenInUse: 'refuse' })
  try {
    await checkDerived(opened.database, {
      onDifference: ({ part, what, record }) => {
        if (found.length < 5) found.push(`${part}, ${what}${record === null ? '' : ` ${record}`}`)
      },
    })
    return found
  } finally {
    await opened.close()
  }
}
