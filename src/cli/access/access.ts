import type { Command } from 'commander'
import { assumableStates, resourceTypes } from '../../contract/states.ts'
import { nounCommand } from '../api/noun-commands.ts'
import { declare, type Declared } from '../command-line/declare.ts'
import { repeated } from '../command-line/flag.ts'
import { atFlag, limitFlag, readDate, typeFlag } from '../command-line/options.ts'
import { resource, user } from '../nouns/directory-nouns.ts'
import { ruleset } from '../nouns/policy-nouns.ts'
import { service } from '../nouns/workspace-nouns.ts'

/** Who has what, and why. */
export function accessCommands(): Command[] {
  return [
    ...[who, whoHas, check, drift].map(declare),
    nounCommand(user, { further: ofUser.map(declare) }),
  ]
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

const check: Declared = {
  name: 'check',
  about: 'say whether a person should have access to a resource now, in which role and until when',
  arguments: [
    ['<user>', user.argument],
    ['<resource>', ruleset.argument],
  ],
  options: [typeFlag()],
  examples: [
    'check ada.moreau@acme.example engineering/backend',
    'check ada.moreau@acme.example engineering/backend && echo "may deploy"',
    'check ada.moreau@acme.example engineering/backend --json | jq .until',
  ],
  note: 'The exit code is the answer, as that of grep: 0 if they should, 1 if not, 2 on an error, such as an unknown person or resource.',
  load: async () => (await import('./run-check.ts')).runCheck,
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
    [
      '--drafts',
      'compare the members with what the rules would give if drafts were in force: who would enter and is a member already, who would enter and is no member yet, which members are left out (default: every resource with drafts)',
    ],
    ['--exit-code', 'exit with 2 if there is something to change'],
  ],
  examples: [
    'drift engineering/backend',
    'drift engineering/backend --drafts',
    'drift --limit all --csv > changes.csv',
    'drift --exit-code   # 2 if anything differs, 1 if it failed',
  ],
  load: async () => (await import('./run-drift.ts')).runDrift,
}

export const sponsors: Declared = {
  name: 'sponsors',
  about:
    'suggest a sponsor for each service without one: the active admin who has been one longest',
  options: [
    ['--apply', 'ask, then set the suggested sponsors'],
    ['--yes', 'set them without asking', 'MUSTER_YES'],
  ],
  examples: ['service sponsors', 'service sponsors --apply'],
  load: async () => (await import('./run-sponsors.ts')).runSponsors,
}

export const shrink: Declared = {
  name: 'shrink',
  about:
    'take away the permissions of a service that it has not used for 90 days, or put them back',
  arguments: [['<service>', service.argument]],
  options: [
    ['--undo', 'put back the permissions that shrink removed; you need them yourself'],
    ['--yes', 'do it without asking', 'MUSTER_YES'],
  ],
  examples: ['service shrink payroll-sync', 'service shrink payroll-sync --undo'],
  load: async () => (await import('./run-shrink.ts')).runShrink,
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
    name: 'what-if',
    about:
      'what a person would gain and lose if values, the manager, the state or the date were others',
    arguments: [person],
    options: [
      [
        '--set <key=value>',
        'what an account holds under a key that policy reads; also `chat:title=Lead`, and `key=` for none; may be repeated',
        { read: repeated, variable: 'MUSTER_WHAT_IF_SET' },
      ],
      ['--manager <user>', 'their manager, or none', 'MUSTER_WHAT_IF_MANAGER'],
      [
        '--state <state>',
        'the state that they are in',
        { choices: assumableStates, variable: 'MUSTER_WHAT_IF_STATE' },
      ],
      ['--at <date>', 'from which date on, such as 2027-01-01', { read: readDate }],
    ],
    examples: [
      'user what-if ada.moreau@acme.example --set department=Sales --manager "Bob Lee" --at 2027-01-01',
      'user what-if "Ada Moreau" --state suspended',
    ],
    load: async () => (await import('./run-what-if.ts')).runWhatIf,
  },
  {
    name: 'compare',
    about:
      'what two people have access to, or one person on two dates, and what makes the difference',
    arguments: [person, ['[other]', 'another person']],
    options: [
      atFlag,
      [
        '--until <date>',
        'the later date (default: now)',
        { read: readDate, variable: 'MUSTER_COMPARE_UNTIL' },
      ],
      ['--all', 'also what is the same', 'MUSTER_COMPARE_ALL'],
    ],
    examples: [
      'user compare ada.moreau@acme.example bob.lee@acme.example',
      'user compare "Ada Moreau" --at 2026-03-01 --until 2026-06-01',
    ],
    load: async () => (await import('./run-compare.ts')).runCompare,
  },
  {
    name: 'team',
    about: 'compare what the people below a manager have access to',
    arguments: [person],
    options: [['--all', 'also what all have in the same role', 'MUSTER_TEAM_ALL']],
    examples: ['user team ada.moreau@acme.example', 'user team "Ada Moreau" --all'],
    load: async () => (await import('./run-team.ts')).runTeam,
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
