import { Command, Option } from 'commander'
import { integrationTypes, integrationVendors, runStates } from '../contract/states.ts'
import { withApiOptions } from './api-options.ts'
import { fullFlag, withFlag, type Flag } from './flag.ts'
import { connectCommand } from './integration-connect.ts'
import { secretCommand } from './integration-secret.ts'
import { withSettings } from './integration-settings.ts'
import { syncCommand } from './integration-sync.ts'
import { limitOption, nounCommand } from './noun-commands.ts'
import { integration } from './nouns.ts'
import { yesFlag } from './rule.ts'
import type {
  DeleteOptions,
  IntegrationOptions,
  RunsOptions,
  SetOptions,
} from './run-integration.ts'

export function integrationCommand(): Command {
  return nounCommand(integration, { list: '--state active', show: 'idp' })
    .addCommand(createCommand())
    .addCommand(setCommand())
    .addCommand(runsCommand())
    .addCommand(connectCommand())
    .addCommand(syncCommand())
    .addCommand(secretCommand())
    .addCommand(deleteCommand())
}

function createCommand(): Command {
  return withSettings(new Command('create'))
    .description('add a source whose files are imported, or which pushes by SCIM')
    .argument('<handle>', 'its short name, such as idp')
    .addOption(
      new Option('--vendor <vendor>', 'the kind of source')
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
  $ muster integration create entra --vendor idp --type scim --scim-profile entra --primary
  $ muster integration create hr --vendor file --name "HR" --trusts-email yes --employee-id-key "Employee ID"

What is left out is as usual for the product. Then send its files: muster import <file> --integration <handle> --server <name>
A directory, or a vendor’s API, is connected by muster integration connect.`,
    )
    .action(async (handle: string, options: IntegrationOptions) => {
      const { runIntegrationCreate } = await import('./run-integration.ts')
      await runIntegrationCreate(handle, options)
    })
}

const planFlag: Flag = {
  flags: '--plan',
  description: 'show whose access would change; change nothing',
  variable: 'MUSTER_PLAN',
}

function setCommand(): Command {
  return [planFlag, fullFlag]
    .reduce(withFlag, withSettings(new Command('set')))
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
  $ muster integration set idp --manager-key managerId --manager-holds vendor_id --plan
  $ muster integration set ldap --every 15m --full-every 4h
  $ muster integration set ldap --every never
  $ muster integration set idp --account-limit-percent 10 --account-limit-people none
  $ muster integration set scim --scim-profile entra

A key holds at once for the accounts as they are known. A change beyond a limit is not carried out: the message names the plan that shows its effect.
With --plan the plan is kept for a day: muster plan apply <plan>. How a source is reached is changed by muster integration connect.`,
    )
    .action(async (named: string, options: SetOptions) => {
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
  return withFlag(withApiOptions(new Command('runs')), fullFlag)
    .description(
      'the runs of a source: its imports, syncs and pushes. With a run, what it did, its refused rows (--csv prints only these) and, of a plan, who would change',
    )
    .argument('<integration>', integration.argument)
    .argument('[run]', 'a run id, wsrun_…')
    .addOption(
      new Option('--state <state>', 'only those').choices(runStates).env('MUSTER_RUN_STATE'),
    )
    .addOption(limitOption(20, 'MUSTER_RUN_LIMIT'))
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster integration runs idp\n  $ muster integration runs idp --state failed\n  $ muster integration runs idp wsrun_01kaf7m2t4e8j9p3q5r7s9v1wx --csv > refused.csv\n  $ muster integration runs idp $(muster integration runs idp --limit 1 -o id)',
    )
    .action(async (named: string, run: string | undefined, options: RunsOptions) => {
      const { runIntegrationRuns } = await import('./run-integration.ts')
      await runIntegrationRuns(named, run, options)
    })
}
