import { Command, InvalidArgumentError, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { withFlag } from './flag.ts'
import { listCommand } from './noun-commands.ts'
import { integration, scimSecret } from './nouns.ts'
import { yesFlag } from './rule.ts'
import type { CreateSecretOptions, RevokeSecretOptions } from './run-integration-secret.ts'

export function secretCommand(): Command {
  return new Command('secret')
    .description(scimSecret.about)
    .addCommand(createCommand())
    .addCommand(listCommand(scimSecret, 'entra'))
    .addCommand(revokeCommand())
}

function createCommand(): Command {
  return withApiOptions(new Command('create'))
    .description('make a SCIM secret; it is shown once, with -o id on standard error')
    .argument('<integration>', `of type scim: ${integration.argument}`)
    .addOption(
      new Option('--name <name>', 'who uses it, and since when')
        .env('MUSTER_SCIM_SECRET_NAME')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--days <number>', 'its life (default: until it is revoked; at most 3650)')
        .env('MUSTER_SCIM_SECRET_DAYS')
        .argParser(readDays),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster integration secret create entra --name "Entra, autumn 2026"
  $ muster integration secret create entra --name "Entra, autumn 2026" --days 365 --json

Give the identity provider the address and the secret. Two live at a time: to rotate, make the second, give it to the
identity provider, and revoke the first. It needs workspace.integration.manage and workspace.integration.sync.`,
    )
    .action(async (named: string, options: CreateSecretOptions) => {
      const { runCreateSecret } = await import('./run-integration-secret.ts')
      await runCreateSecret(named, options)
    })
}

function readDays(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) > 0 && Number(text) <= 3650) return Number(text)
  throw new InvalidArgumentError('It must be a number of days, from 1 to 3650.')
}

function revokeCommand(): Command {
  const yes = { ...yesFlag, description: 'revoke without asking' }
  return withFlag(withApiOptions(new Command('revoke')), yes)
    .description('end a SCIM secret')
    .argument('<integration>', integration.argument)
    .argument('<secret>', scimSecret.argument)
    .addHelpText(
      'after',
      `
Examples:
  $ muster integration secret revoke entra "Entra, spring 2026"
  $ muster integration secret revoke entra wsscs_01kaf7m2t4e8j9p3q5r7s9v1wx --yes

It says when the secret was used last and asks, unless --yes is given.`,
    )
    .action(async (named: string, secret: string, options: RevokeSecretOptions) => {
      const { runRevokeSecret } = await import('./run-integration-secret.ts')
      await runRevokeSecret({ integration: named, secret }, options)
    })
}
