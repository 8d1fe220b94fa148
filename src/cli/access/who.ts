import type { Command } from 'commander'
import { resourceTypes } from '../../contract/states.ts'
import { declare } from '../command-line/declare.ts'
import { resource } from '../nouns/directory-nouns.ts'
import { atOption, limitOption, typeOption } from '../command-line/options.ts'
import { ruleset } from '../nouns/policy-nouns.ts'

export function whoCommand(): Command {
  return declare({
    name: 'who',
    about:
      'people by a part of their name, username or e-mail address, or by a number or the id of an account',
    arguments: [['<query>', 'at least three characters']],
    options: [limitOption()],
    examples: ['who moreau', 'who E-2041', 'who ada --json | jq .data[].id'],
    load: async () => (await import('./run-who.ts')).runWho,
  })
}

export function whoHasCommand(): Command {
  return declare({
    name: 'who-has',
    about: 'who should have access to a resource, in which role, by which rule',
    arguments: [['<resource>', ruleset.argument]],
    options: [typeOption(), atOption(), limitOption()],
    examples: [
      'who-has engineering/backend',
      'who-has Engineering --type directory_attribute --at 2026-03-01',
    ],
    load: async () => (await import('./run-who.ts')).runWhoHas,
  })
}

export function whoamiCommand(): Command {
  return declare({
    name: 'whoami',
    about: 'whose token this is, and what it may do',
    examples: ['whoami', 'whoami --json | jq .permissions'],
    load: async () => (await import('./run-who.ts')).runWhoami,
  })
}

export function driftCommand(): Command {
  const whole = `${resource.argument} (default: every resource with a managed ruleset)`
  return declare({
    name: 'drift',
    about: 'what to change at the vendors: who to add, to remove, and to give another role',
    arguments: [['[resource]', whole]],
    options: [
      typeOption(resourceTypes),
      limitOption(),
      ['--exit-code', 'exit with 2 if there is something to change', 'MUSTER_EXIT_CODE'],
    ],
    examples: [
      'drift engineering/backend',
      'drift --limit all --csv > changes.csv',
      'drift --exit-code   # 2 if anything differs, 1 if it failed',
    ],
    load: async () => (await import('./run-drift.ts')).runDrift,
  })
}
