import { Command } from 'commander'
import { jsonFlag, withFlag } from './flag.ts'
import { configOf, withDatabaseOptions } from './options.ts'
import { print } from './output.ts'

export function secretCommand(): Command {
  return new Command('secret')
    .description('the key that encrypts the credentials of sources')
    .addCommand(rotateCommand())
}

function rotateCommand(): Command {
  return withFlag(withDatabaseOptions(new Command('rotate')), jsonFlag)
    .description('encrypt all credentials with a new key')
    .addHelpText(
      'after',
      `
Examples:
  $ muster secret rotate
  $ MUSTER_FORMER_SECRET_KEYS="$MUSTER_SECRET_KEY" MUSTER_SECRET_KEY="$(cat new.key)" muster secret rotate

With a key file it makes a new key and replaces the file; running servers go on with it. With MUSTER_SECRET_KEY, first start every
server with the new key there and the former one in MUSTER_FORMER_SECRET_KEYS, then run this with both, and then
remove the former key. What is cut short can be repeated.`,
    )
    .action(async (options: { json?: boolean; reason?: string }) => {
      const { runRotate } = await import('./run-secret.ts')
      const rotated = await runRotate(configOf(options), options)
      print(options.json, rotated, () => {
        const where = rotated.file === null ? 'MUSTER_SECRET_KEY' : rotated.file
        const former =
          rotated.file === null && rotated.former.length > 0
            ? ' MUSTER_FORMER_SECRET_KEYS is no longer needed.'
            : ''
        return `${rotated.credentials} credentials are encrypted with the key ${rotated.key} of ${where}.${former}`
      })
    })
}
