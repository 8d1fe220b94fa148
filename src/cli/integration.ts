import { Command, InvalidArgumentError, Option } from 'commander'
import {
  integrationTypes,
  integrationVendors,
  managerReferences,
  runStates,
} from '../contract/states.ts'
import { withApiOptions } from './api-options.ts'
import { withFlag } from './flag.ts'
import { connectCommand } from './integration-connect.ts'
import { syncCommand } from './integration-sync.ts'
import { limitOption, nounCommand } from './noun-commands.ts'
import { integration } from './nouns.ts'
import { yesFlag } from './rule.ts'
import type { DeleteOptions, IntegrationOptions, RunsOptions } from './run-integration.ts'

export function integrationCommand(): Command {
  return nounCommand(integration, { list: '--state active', show: 'idp' })
    .addCommand(createCommand())
    .addCommand(setCommand())
    .addCommand(runsCommand())
    .addCommand(connectCommand())
    .addCommand(syncCommand())
    .addCommand(deleteCommand())
}

function createCommand(): Command {
  return withSettings(new Command('create'))
    .description('connect a source of people and groups')
    .argument('<handle>', 'its short name, such as idp')
    .addOption(
      new Option('--vendor <vendor>', 'what it is')
        .choices(integrationVendors)
        .env('MUSTER_VENDOR')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--type <type>', 'the vendor’s product')
        .choices(integrationTypes)
        .env('MUSTER_TYPE'),
    )
    .addOption(new Option('--primary', 'it is the one that governs people').env('MUSTER_PRIMARY'))
    .addHelpText(
      'after',
      `
Examples:
  $ muster integration create idp --vendor idp --type okta --primary
  $ muster integration create hr --vendor file --name "HR" --trusts-email yes --employee-id-key "Employee ID"

What is left out is as usual for the product. Then send its files: muster import <file> --integration <handle> --server <name>`,
    )
    .action(async (handle: string, options: IntegrationOptions) => {
      const { runIntegrationCreate } = await import('./run-integration.ts')
      await runIntegrationCreate(handle, options)
    })
}

function setCommand(): Command {
  return withSettings(new Command('set'))
    .description('change the settings of a source')
    .argument('<integration>', integration.argument)
    .addOption(
      new Option('--primary', 'its accounts govern people from now on').env('MUSTER_PRIMARY'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster integration set hr --primary
  $ muster integration set idp --name "Acme identity provider"
  $ muster integration set hr --employee-id-key personnelNumber --badge-id-key none
  $ muster integration set idp --policy-key department title costCenter

A key holds at once for the accounts as they are known. A change beyond a limit is not carried out: the message names the plan that shows its effect.`,
    )
    .action(async (named: string, options: IntegrationOptions) => {
      const { runIntegrationSet } = await import('./run-integration.ts')
      await runIntegrationSet(named, options)
    })
}

function deleteCommand(): Command {
  return withFlag(withApiOptions(new Command('delete')), yesFlag)
    .description('disconnect a source for good')
    .argument('<integration>', integration.argument)
    .addHelpText(
      'after',
      `
Examples:
  $ muster integration delete badges
  $ muster integration delete badges --yes

Its accounts end and its groups have no members any more. While it governs people or rules read it, it is refused, with what to do first.`,
    )
    .action(async (named: string, options: DeleteOptions) => {
      const { runIntegrationDelete } = await import('./run-integration.ts')
      await runIntegrationDelete(named, options)
    })
}

function runsCommand(): Command {
  return withApiOptions(new Command('runs'))
    .description('the imports of a source, or one of them with its refused rows')
    .argument('<integration>', integration.argument)
    .argument('[run]', 'a run id, wsrun_…')
    .addOption(
      new Option('--state <state>', 'only those').choices(runStates).env('MUSTER_RUN_STATE'),
    )
    .addOption(limitOption(20, 'MUSTER_RUN_LIMIT'))
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster integration runs idp\n  $ muster integration runs idp --state failed\n  $ muster integration runs idp $(muster integration runs idp --limit 1 -o id)',
    )
    .action(async (named: string, run: string | undefined, options: RunsOptions) => {
      const { runIntegrationRuns } = await import('./run-integration.ts')
      await runIntegrationRuns(named, run, options)
    })
}

const keyOption = (name: string, about: string) =>
  new Option(`--${name}-key <key>`, `${about}; none for no key`).env(
    `MUSTER_${name.toUpperCase().replaceAll('-', '_')}_KEY`,
  )

function readDays(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number of days.')
}

function withSettings(command: Command): Command {
  return withApiOptions(command)
    .addOption(new Option('--name <name>', 'how people call it').env('MUSTER_INTEGRATION_NAME'))
    .addOption(
      new Option('--trusts-email <yes|no>', 'its e-mail addresses may tie accounts to people')
        .choices(['yes', 'no'])
        .env('MUSTER_INTEGRATION_TRUSTS_EMAIL'),
    )
    .addOption(
      new Option('--mapping <file>', 'where the fields stand in its records, as JSON').env(
        'MUSTER_MAPPING',
      ),
    )
    .addOption(keyOption('employee-id', 'the key of employee numbers in its profiles'))
    .addOption(keyOption('employee-alt-id', 'the key of second employee numbers'))
    .addOption(keyOption('badge-id', 'the key of badge numbers'))
    .addOption(keyOption('manager', 'the key that names the manager'))
    .addOption(
      new Option('--manager-holds <what>', 'what the manager’s key holds')
        .choices(managerReferences)
        .env('MUSTER_MANAGER_HOLDS'),
    )
    .addOption(
      new Option('--run-retention-days <days>', 'how long its runs are kept after their end')
        .argParser(readDays)
        .env('MUSTER_RUN_RETENTION_DAYS'),
    )
    .addOption(keyOption('parent', 'the key that names the main account'))
    .addOption(
      new Option(
        '--policy-key <key...>',
        'all keys of its profiles that conditions and dimensions may read',
      ).env('MUSTER_POLICY_KEY'),
    )
}
