import { Command, Option } from 'commander'
import { fullFlag, jsonFlag, withFlag, type Flag } from './flag.ts'
import type { ApplyOptions } from './policy-apply.ts'
import type { ExportOptions } from './policy-export.ts'
import type { PlanOptions } from './policy-plan.ts'
import { withPolicyTarget } from './policy-target.ts'
import type { TestOptions } from './policy-test.ts'

const yesFlag: Flag = {
  flags: '--yes',
  description: 'apply without asking',
  variable: 'MUSTER_POLICY_YES',
}

export function policyCommand(): Command {
  return new Command('policy')
    .description('the policy as YAML files')
    .addCommand(exportCommand())
    .addCommand(planCommand())
    .addCommand(applyCommand())
    .addCommand(testCommand())
    .addCommand(schemaCommand())
}

/** A command on a folder. What it needs is loaded when it runs, so that `muster --help` answers at once. */
function folderCommand(name: string): Command {
  const command = withPolicyTarget(new Command(name)).argument(
    '<path>',
    'the folder, or one file with everything',
  )
  return withFlag(command, jsonFlag)
}

function exportCommand(): Command {
  return withFlag(withPolicyTarget(new Command('export')), jsonFlag)
    .argument('<dir>', 'the folder')
    .description('write the policy as files: one for each resource, one for dimensions')
    .addHelpText(
      'after',
      `
Examples:
  $ muster policy export policy
  $ muster policy export policy --database-url postgres://muster@db.acme.example/muster
  $ muster policy export policy --url https://muster.acme.example --token-file ~/.muster-token

The same policy gives the same files, and applying them changes nothing. In a folder that is there already each resource
stays in its file, with its tests; files that say the same are left as they are, and none is deleted.`,
    )
    .action(async (directory: string, options: ExportOptions) => {
      const { runExport } = await import('./policy-export.ts')
      await runExport(directory, options)
    })
}

function planCommand(): Command {
  return withFlag(folderCommand('plan'), fullFlag)
    .description('show what a folder or a file would change, and whose access')
    .addOption(
      new Option('--out <file>', 'write the plan as JSON, with its id and digest').env(
        'MUSTER_POLICY_OUT',
      ),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster policy plan policy
  $ muster policy plan policy.yaml --full
  $ muster policy plan policy --out plan.json && muster policy apply policy --plan plan.json
  $ muster policy plan policy --url https://muster.acme.example --token-file ~/.muster-token

Nothing is changed. It takes a token that may read what the folder is about, not one that may change it. It also
shows the tests of the folder that fail. Exit codes: 0 no change, 2 changes, 1 errors.`,
    )
    .action(async (directory: string, options: PlanOptions) => {
      const { runPlan } = await import('./policy-plan.ts')
      await runPlan(directory, options)
    })
}

function applyCommand(): Command {
  return [fullFlag, yesFlag]
    .reduce(withFlag, folderCommand('apply'))
    .description('make the policy what a folder or a file says')
    .addOption(
      new Option(
        '--plan <id>',
        'only if it does what that plan has shown: its id, or the file of --out',
      ).env('MUSTER_POLICY_PLAN'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster policy apply policy
  $ muster policy apply policy --plan 5f0c1d2e3a4b5c6d --yes
  $ muster policy apply policy --url https://muster.acme.example --token-file ~/.muster-token

It shows the plan and asks, unless --yes is given. What would do something else by then is refused, and nothing is changed.`,
    )
    .action(async (directory: string, options: ApplyOptions) => {
      const { runApply } = await import('./policy-apply.ts')
      await runApply(directory, options)
    })
}

function testCommand(): Command {
  return folderCommand('test')
    .description('run the tests of a folder against its policy and the people there are')
    .addHelpText(
      'after',
      `
Examples:
  $ muster policy test policy
  $ muster policy test policy --json
  $ muster policy test policy --url https://muster.acme.example --token-file ~/.muster-token

Nothing is changed. Exit codes: 0 all pass, 1 failures or errors.`,
    )
    .action(async (directory: string, options: TestOptions) => {
      const { runTest } = await import('./policy-test.ts')
      await runTest(directory, options)
    })
}

function schemaCommand(): Command {
  return new Command('schema')
    .description('print the JSON Schema of the files, for editors')
    .addHelpText('after', '\nExample:\n  $ muster policy schema > policy/policy.schema.json')
    .action(async () => {
      const { folderSchemaText } = await import('../policy-as-code/folder-schema.ts')
      process.stdout.write(folderSchemaText())
    })
}
