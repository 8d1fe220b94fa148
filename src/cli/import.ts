import { Command, Option } from 'commander'
import { encodings } from '../connectors/file/decode-text.ts'
import { integrationTypes, integrationVendors } from '../contract/states.ts'
import { shapes } from '../connectors/file/shape.ts'
import { formats } from '../connectors/file/sniff-format.ts'
import { fullFlag, jsonFlag, withFlag, type Flag } from './flag.ts'
import { membersOfOption } from './members-of.ts'
import { withPolicyTarget } from './policy-target.ts'
import type { ImportOptions } from './import-options.ts'

const flags: readonly Flag[] = [
  {
    flags: '--primary',
    description: 'it is the one that governs people',
    variable: 'MUSTER_PRIMARY',
  },
  {
    flags: '--trusts-email',
    description: 'its e-mail addresses may tie accounts to people',
    variable: 'MUSTER_TRUSTS_EMAIL',
  },
  {
    flags: '--complete',
    description:
      'the file lists everything: accounts, groups and members that it does not list are gone',
    variable: 'MUSTER_COMPLETE',
  },
  {
    flags: '--plan',
    description: 'show what the import would change, and whose access would change; change nothing',
    variable: 'MUSTER_PLAN',
  },
  fullFlag,
  jsonFlag,
]

export function importCommand(): Command {
  const command = withPolicyTarget(new Command('import'), 'database')
    .description('read a vendor’s export, or a policy file (.yaml)')
    .argument(
      '<file>',
      'users, groups or members as JSON, JSON lines, CSV or LDIF, also gzipped; - reads them from standard input; or policy.yaml',
    )
    .addOption(
      new Option('--integration <handle>', 'the integration that it comes from').env(
        'MUSTER_INTEGRATION',
      ),
    )
    .addOption(
      new Option(
        '--vendor <vendor>',
        'the kind of source; connects the integration on its first import',
      )
        .choices(integrationVendors)
        .env('MUSTER_VENDOR'),
    )
    .addOption(
      new Option('--type <type>', 'the vendor’s product')
        .choices(integrationTypes)
        .env('MUSTER_TYPE'),
    )
    .addOption(new Option('--name <name>', 'how people call it').env('MUSTER_INTEGRATION_NAME'))
    .addOption(
      new Option(
        '--mapping <file>',
        'how its records are read, as YAML or JSON; muster connect writes it',
      ).env('MUSTER_MAPPING'),
    )
    .addOption(
      new Option('--format <format>', 'when it can’t be told from the file')
        .choices(formats)
        .env('MUSTER_FORMAT'),
    )
    .addOption(
      new Option('--encoding <encoding>', 'when it can’t be told from the file')
        .choices(encodings)
        .env('MUSTER_ENCODING'),
    )
    .addOption(
      new Option('--shape <shape>', 'when it can’t be told from the first record')
        .choices(shapes)
        .env('MUSTER_SHAPE'),
    )
    .addOption(membersOfOption())
    .addOption(
      new Option(
        '--report <file>',
        'where refused rows are listed (default: <file>.rejected.jsonl, of standard input stdin.rejected.jsonl; from a server the first 1,000)',
      ).env('MUSTER_REPORT'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster import okta-users.json --integration idp --vendor idp --type okta --primary
  $ muster import okta-users.json --integration idp --complete
  $ muster import google-users.jsonl.gz --integration suite --vendor suite --type google --trusts-email
  $ muster import members.json --integration codehost --members-of codehost_group:42
  $ muster import people.csv --integration hr --vendor file --type file
  $ muster import people.csv --integration hr --mapping people.mapping.yaml
  $ muster import okta-users.json --integration idp --complete --plan
  $ zcat users.jsonl.gz | muster import - --integration idp
  $ muster import okta-users.json --integration idp --complete --server production
  $ muster import policy.yaml --data-directory /var/lib/muster

Importing the same file again changes nothing. --name, --trusts-email, --mapping and, where none is yet, --primary also
change an integration that is connected already; MUSTER_TRUSTS_EMAIL=false takes the trust back.
Without --complete, accounts, groups and members that the file does not list stay as they are, and the summary counts them.
With it they are deactivated or leave their groups, unless a row can't be read: that row may be one of them.
A file lists accounts, groups or members, and one kind only. Members whose group is not in the file need --members-of.
A complete file without any row is refused. If the import would move more people or accounts than the limits allow, it holds
them in an incident, imports the rest, and the exit code is 3. Rows that can't be read are listed with their line numbers in
the report, the others are imported, and the exit code is 2 if no one is held.

With --server or --url the file is sent to that server, and the command waits until its run is over. MUSTER_SERVER, MUSTER_URL
and muster login choose a server too, unless --database-url, --data-directory or their variables name a database: then the
file is imported there. A server plans imports of connected sources only: muster integration create adds one.
There --primary is for new sources: muster integration update makes a connected one the primary.

With --plan only the report of refused rows is written; a server also keeps the plan as a run. Exit codes: 0 no change,
2 changes, 3 changes of which some would be held, 1 errors, such as a file that is refused.`,
    )
    .action(async (file: string, options: ImportOptions) => {
      // What a command needs is loaded when it runs, so that `muster --help` answers at once.
      const { runImport } = await import('./run-import.ts')
      await runImport(file, options)
    })
  return flags.reduce(withFlag, command)
}
