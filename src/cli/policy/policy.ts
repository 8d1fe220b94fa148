import type { Command } from 'commander'
import { languages } from '../../policy-as-code/translate/expression.ts'
import { declare, group, type Declared } from '../command-line/declare.ts'
import { fullFlag, jsonFlag } from '../command-line/flag.ts'
import { chooseTarget, targetFlags } from '../local/policy-target.ts'

const elsewhere = '--url https://muster.acme.example --token-file ~/.muster-token'

/** What is the same for all of a folder. */
const ofFolder = {
  base: [...targetFlags, jsonFlag],
  check: chooseTarget('ask'),
  arguments: [['<path>', 'the folder, or one file with everything']],
} as const satisfies Partial<Declared>

export function policyCommand(): Command {
  const ofFolders = folderCommands.map((each) => declare({ ...ofFolder, ...each }))
  return group('policy', 'the policy as YAML files', [
    ...ofFolders,
    declare(translate),
    declare(schema),
  ])
}

const translate: Declared = {
  name: 'translate',
  about: 'write drafts for the group rules of another product',
  arguments: [['<file>', 'the rules, as the product gives them']],
  base: [jsonFlag],
  options: [
    [
      '--from <product>',
      'whose rules they are',
      {
        variable: 'MUSTER_POLICY_FROM',
        choices: languages,
        isRequired: true,
      },
    ],
    [
      '--integration <handle>',
      'the source of the groups and accounts',
      { variable: 'MUSTER_POLICY_INTEGRATION', isRequired: true },
    ],
    [
      '--not-primary',
      'the source is not the primary: conditions name it, and no tests are written',
      'MUSTER_POLICY_NOT_PRIMARY',
    ],
    ['--out <dir>', 'write the drafts, and tests for them, into this folder', 'MUSTER_POLICY_OUT'],
  ],
  examples: [
    'policy translate rules.json --from okta --integration okta',
    'policy translate groups.json --from entra --integration entra --out translated',
    'policy translate groups.ldif --from ldap --integration ldap --json',
  ],
  note: `It says of each rule whether the drafts ask the same, the same except for something, or that it can't be asked. It asks no
server. Exit codes: 0 all are translated, 2 some can't be, 1 errors.`,
  load: async () => (await import('./run-translate.ts')).runTranslate,
}

const schema: Declared = {
  name: 'schema',
  about: 'print the JSON Schema of the files, for editors',
  base: [],
  examples: ['policy schema > policy/policy.schema.json'],
  load: async () => {
    const { folderSchemaText } = await import('../../policy-as-code/folder-schema.ts')
    return async () => void process.stdout.write(folderSchemaText())
  },
}

const folderCommands: readonly Declared[] = [
  {
    name: 'export',
    about: 'write the policy as files: one for each resource, one for dimensions',
    arguments: [['<dir>', 'the folder']],
    examples: [
      'policy export policy',
      'policy export policy --database-url postgres://muster@db.acme.example/muster',
      `policy export policy ${elsewhere}`,
    ],
    note: `The same policy gives the same files, and applying them changes nothing. In a folder that is there already each resource
stays in its file, with its tests; files that say the same are left as they are, and none is deleted.`,
    load: async () => (await import('./run-policy.ts')).runExport,
  },
  {
    name: 'plan',
    about: 'show what a folder or a file would change, and whose access',
    options: [
      fullFlag,
      ['--out <file>', 'write the plan as JSON, with its id and digest', 'MUSTER_POLICY_OUT'],
    ],
    examples: [
      'policy plan policy',
      'policy plan policy.yaml --full',
      'policy plan policy --out plan.json && muster policy apply policy --plan plan.json',
      `policy plan policy ${elsewhere}`,
    ],
    note: `Nothing is changed. It takes a token that may read what the folder is about, not one that may change it. It also
shows the tests of the folder that fail. Exit codes: 0 no change, 2 changes, 1 errors.`,
    load: async () => (await import('./run-policy.ts')).runPlan,
  },
  {
    name: 'apply',
    about: 'make the policy what a folder or a file says',
    options: [
      fullFlag,
      ['--yes', 'apply without asking', 'MUSTER_POLICY_YES'],
      [
        '--plan <id>',
        'only if it does what that plan has shown: its id, or the file of --out',
        'MUSTER_POLICY_PLAN',
      ],
    ],
    examples: [
      'policy apply policy',
      'policy apply policy --plan 5f0c1d2e3a4b5c6d --yes',
      `policy apply policy ${elsewhere}`,
    ],
    note: 'It shows the plan and asks, unless --yes is given. What would do something else by then is refused, and nothing is changed.',
    load: async () => (await import('./run-policy.ts')).runApply,
  },
  {
    name: 'test',
    about: 'run the tests of a folder against its policy and the people there are',
    examples: [
      'policy test policy',
      'policy test policy --json',
      `policy test policy ${elsewhere}`,
    ],
    note: 'Nothing is changed. Exit codes: 0 all pass, 1 failures or errors.',
    load: async () => (await import('./run-policy.ts')).runTest,
  },
]
