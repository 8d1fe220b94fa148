import { InvalidArgumentError, type Command } from 'commander'
import { declare, type Declared } from '../command-line/declare.ts'
import { flagsOf, jsonFlag, repeated, type Flag } from '../command-line/flag.ts'
import { secretFlags } from '../command-line/secret-flags.ts'
import { connectionFlags, databaseFlags } from './config-options.ts'

/** The commands that copy a database to a file, and back. */
export function backupCommands(): Command[] {
  return [backup, restore, archive].map(declare)
}

const opening: readonly Flag[] = [
  ...secretFlags('--passphrase <passphrase>', 'the passphrase of an encrypted backup'),
  ['--identity-file <file>', 'the keys of age that open an encrypted backup'],
]

const backup: Declared = {
  name: 'backup',
  about: 'write everything that Muster knows to a file, while it serves',
  arguments: [['file', 'the file, or a folder that gets one with the time in its name']],
  base: [...connectionFlags, jsonFlag],
  options: [
    ...opening,
    ...flagsOf('backup', [
      ['--without-keys', 'leave out the key of the credentials of sources'],
      ['--encrypt', 'ask for a passphrase'],
      ['--recipient <age1…>', 'encrypt for this key of age; may be repeated', { read: repeated }],
      [
        '--keep <number>',
        'how many backups stay in the folder; older ones of this database are deleted',
        { read: wholeNumber },
      ],
      ['--schedule <time>', 'repeat it every 30m, 6h or 1d, until it is ended', { read: duration }],
      ['--then <command>', 'run this command with each file, as its last argument'],
      ['--verify', 'write no backup: restore FILE into a temporary database, and check it'],
    ]),
  ],
  examples: [
    'backup /backup/muster.backup',
    'backup /backup --keep 7 --passphrase-file /etc/muster/passphrase',
    `backup /backup --schedule 1d --keep 7 --then 'rclone copyto --immutable'`,
    'backup --verify /backup/muster.backup',
  ],
  note: `It has the tables, the key file and the list of erasures. No write waits for it. A file that is not encrypted can be read by its owner only.
Encrypted ones are files of age (https://age-encryption.org), and \`age -d\` opens them too.
With --schedule the first one is made when the newest in the folder is as old; one that fails is tried again.`,
  load: async () => (await import('./run-backup.ts')).runBackup,
}

const restore: Declared = {
  name: 'restore',
  about: 'fill an empty database from a backup, and erase who was erased since',
  arguments: [['file', 'the backup']],
  base: [...databaseFlags, jsonFlag],
  options: [
    ...opening,
    ...flagsOf('restore', [
      ['--erasures <file>', 'the list of erasures (default: that of the data directory)'],
      ['--dry-run', 'only read the file to its end, and say what it holds'],
    ]),
  ],
  examples: [
    'restore /backup/muster.backup',
    'restore muster.backup --dry-run',
    'restore muster.backup --database-url-file login.url --migration-database-url-file owner.url',
  ],
  note: `The backup may be of an older version of Muster, and of the embedded PostgreSQL or one of your own. If it fails, the database is empty, or no
server starts on it; run it again. Sessions and sign-in links end. Tokens are valid as they were at the backup: revoke again those that were
revoked since.`,
  load: async () => (await import('./run-restore.ts')).runRestore,
}

const archive: Declared = {
  name: 'archive',
  about: 'write old months of the audit log to files, and drop them from the database',
  arguments: [['folder', 'the folder that gets a file for each month; with --verify, a file']],
  base: [...databaseFlags, jsonFlag],
  options: flagsOf('archive', [
    [
      '--keep-months <number>',
      'how many whole months stay in the database',
      { variable: 'MUSTER_RETENTION_MONTHS', read: wholeNumber },
    ],
    ['--verify', 'write and drop nothing: read FILE to its end, and compare it with the database'],
  ]),
  examples: [
    'archive /archive --keep-months 24',
    'archive --verify /archive/muster-1a2b3c4d-audit-2025-01.ndjson.zst',
  ],
  note: `Only the owner of the schema can drop rows, so it connects as MUSTER_MIGRATION_DATABASE_URL says. A month is dropped in one transaction
with its audit row, after its file was read back from the disk. Rows that a webhook or MUSTER_AUDIT_STREAM has not had stay, and the command says so.`,
  load: async () => (await import('./run-archive.ts')).runArchive,
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= 10_000) return number
  throw new InvalidArgumentError('It must be a whole number from 1 to 10,000.')
}

const seconds = { m: 60, h: 3600, d: 86_400 }

/** In seconds. */
function duration(text: string): number {
  const [, number, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const found = unit === 'm' || unit === 'h' || unit === 'd' ? Number(number) * seconds[unit] : 0
  if (found > 0) return found
  throw new InvalidArgumentError('It must be a time such as 30m, 6h or 1d.')
}
