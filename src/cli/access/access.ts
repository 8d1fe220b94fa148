import type { Command } from 'commander'
import { resourceTypes } from '../../contract/states.ts'
import { nounCommand } from '../api/noun-commands.ts'
import { declare, type Declared } from '../command-line/declare.ts'
import { atFlag, limitFlag, typeFlag } from '../command-line/options.ts'
import { resource, user } from '../nouns/directory-nouns.ts'
import { ruleset } from '../nouns/policy-nouns.ts'

/** Who has what, and why. */
export function accessCommands(): Command[] {
  return [...[who, whoHas, drift].map(declare), nounCommand(user, { further: ofUser.map(declare) })]
}

const who: Declared = {
  name: 'who',
  about:
    'people by a part of their name, username or e-mail address, or by a number or the id of an account',
  arguments: [['<query>', 'at least three characters']],
  options: [limitFlag()],
  examples: ['who moreau', 'who E-2041', 'who ada --json | jq .data[].id'],
  load: async () => (await import('./run-who.ts')).runWho,
}

const whoHas: Declared = {
  name: 'who-has',
  about: 'who should have access to a resource, in which role, by which rule',
  arguments: [['<resource>', ruleset.argument]],
  options: [typeFlag(), atFlag, limitFlag()],
  examples: [
    'who-has engineering/backend',
    'who-has Engineering --type directory_attribute --at 2026-03-01',
  ],
  load: async () => (await import('./run-who.ts')).runWhoHas,
}

export const whoami: Declared = {
  name: 'whoami',
  about: 'whose token this is, and what it may do',
  examples: ['whoami', 'whoami --json | jq .permissions'],
  load: async () => (await import('./run-who.ts')).runWhoami,
}

const allManaged = `${resource.argument} (default: every resource with a managed ruleset)`
const drift: Declared = {
  name: 'drift',
  about: 'what to change at the vendors: who to add, to remove, and to give another role',
  arguments: [['[resource]', allManaged]],
  options: [
    typeFlag(resourceTypes),
    limitFlag(),
    ['--exit-code', 'exit with 2 if there is something to change'],
  ],
  examples: [
    'drift engineering/backend',
    'drift --limit all --csv > changes.csv',
    'drift --exit-code   # 2 if anything differs, 1 if it failed',
  ],
  load: async () => (await import('./run-drift.ts')).runDrift,
}

const person = ['<user>', user.argument] as const

const ofUser: readonly Declared[] = [
  {
    name: 'access',
    about: 'what a person has access to, and why',
    arguments: [person],
    options: [atFlag, typeFlag(), limitFlag(500)],
    examples: [
      'user access ada.moreau@acme.example',
      'user access "Ada Moreau" --type codehost_group --at 2026-03-01',
    ],
    load: async () => (await import('./run-access.ts')).runAccess,
  },
  {
    name: 'why',
    about: 'why a person has access to a resource, or why not',
    arguments: [person, ['<resource>', ruleset.argument]],
    options: [typeFlag()],
    examples: [
      'user why ada.moreau@acme.example engineering/backend',
      'user why "Ada Moreau" Engineering --type directory_attribute',
    ],
    load: async () => (await import('./run-why.ts')).runWhy,
  },
  {
    name: 'history',
    about: 'what happened to a person, newest first',
    arguments: [person],
    options: [limitFlag(20, 'MUSTER_AUDIT_LIMIT')],
    examples: ['user history ada.moreau@acme.example --limit 50'],
    load: async () => (await import('./run-who.ts')).runHistory,
  },
]
