import { integrationTypes } from '../../contract/gen/vendors.ts'
import { integrationVendors } from '../../contract/states.ts'
import type { Declared } from '../command-line/declare.ts'
import { fullFlag, jsonFlag, type Flag } from '../command-line/flag.ts'
import { chooseTarget, targetFlags } from '../local/policy-target.ts'
import { fileArgument, fileFlags } from './file-options.ts'

const options: readonly Flag[] = [
  ['--integration <handle>', 'the integration that it comes from'],
  [
    '--vendor <vendor>',
    'the kind of source; connects the integration on its first import',
    { choices: integrationVendors },
  ],
  ['--type <type>', 'the vendor’s product', { choices: integrationTypes }],
  ['--name <name>', 'how people call it', 'MUSTER_INTEGRATION_NAME'],
  ['--mapping <file>', 'how its records are read, as YAML or JSON; muster connect writes it'],
  ...fileFlags,
  [
    '--report <file>',
    'where refused rows are listed (default: <file>.rejected.jsonl, of standard input stdin.rejected.jsonl; from a server the first 1,000)',
  ],
  ['--primary', 'it is the one that governs people'],
  ['--trusts-email', 'its e-mail addresses may tie accounts to people'],
  [
    '--complete',
    'the file lists everything: accounts and groups that it does not list are deactivated, and memberships are removed',
  ],
  ['--plan', 'show what the import would change, and whose access would change; change nothing'],
  fullFlag,
  jsonFlag,
]

const files = `${fileArgument}; - reads them from standard input; or policy.yaml`

export const importFile: Declared = {
  name: 'import',
  about: 'read a vendor’s export, or a policy file (.yaml)',
  base: targetFlags,
  check: chooseTarget('database'),
  arguments: [['<file>', files]],
  options,
  examples: [
    'import okta-users.json --integration idp --vendor idp --type okta --primary',
    'import okta-users.json --integration idp --complete',
    'import google-users.jsonl.gz --integration suite --vendor suite --type google --trusts-email',
    'import members.json --integration codehost --members-of codehost_group:42',
    'import people.csv --integration hr --vendor file --type file --mapping people.csv.mapping.yaml',
    'import people.csv --integration hr',
    'import okta-users.json --integration idp --complete --plan',
    'import - --integration idp < users.jsonl',
    'import okta-users.json --integration idp --complete --server production',
    'import policy.yaml --data-directory /var/lib/muster',
  ],
  note: `Importing the same file again changes nothing. --name, --trusts-email, --mapping and, where none is yet, --primary also
change an integration that is connected already; MUSTER_TRUSTS_EMAIL=false takes the trust back.
Without --complete, accounts, groups and members that the file does not list stay as they are, and the summary counts them.
With it they are deactivated or leave their groups, unless a row can't be read: that row may be one of them.
A file lists accounts, groups or members, and one kind only. Members whose group is not in the file need --members-of.
A complete file without any row is refused. If the import would move more people or accounts than the limits allow, it holds
them in an incident, imports the rest, and the exit code is 3. Rows that can't be read are listed with their line numbers in
the report, the others are imported, and the exit code is 2 if no one is held. A state that the mapping does not have leaves its
account as it is (a new one is staged), and the exit code is 4: the account may be of someone who has left.
A table of no known product needs --mapping, which muster connect writes; Muster's own table needs none.

With --server or --url the file is sent to that server, and the command waits until its run is over. MUSTER_SERVER, MUSTER_URL
and muster login choose a server too, unless --database-url, --data-directory or their variables name a database: then the
file is imported there. A server plans imports of connected sources only: muster integration create adds one.
There --primary is for new sources: muster integration update makes a connected one the primary.

With --plan only the report of refused rows is written; a server also keeps the plan as a run. Exit codes: 0 no change,
2 changes, 3 changes of which some would be held, 4 a state without a meaning, 1 errors, such as a file that is refused.`,
  load: async () => (await import('./run-import.ts')).runImport,
}
