import type { Command } from 'commander'
import { declare } from '../command-line/declare.ts'
import { user } from '../nouns/directory-nouns.ts'
import { nounCommand } from '../api/noun-commands.ts'
import { atOption, limitOption, typeOption } from '../command-line/options.ts'
import { ruleset } from '../nouns/policy-nouns.ts'

export function userCommand(): Command {
  const access = declare({
    name: 'access',
    about: 'what a person has access to, and why',
    arguments: [['<user>', user.argument]],
    options: [atOption(), typeOption(), limitOption(500)],
    examples: [
      'user access ada.moreau@acme.example',
      'user access "Ada Moreau" --type codehost_group --at 2026-03-01',
    ],
    load: async () => (await import('./run-user.ts')).runAccess,
  })
  const why = declare({
    name: 'why',
    about: 'why a person has access to a resource, or why not',
    arguments: [
      ['<user>', user.argument],
      ['<resource>', ruleset.argument],
    ],
    options: [typeOption()],
    examples: [
      'user why ada.moreau@acme.example engineering/backend',
      'user why "Ada Moreau" Engineering --type directory_attribute',
    ],
    load: async () => (await import('./run-user.ts')).runWhy,
  })
  const history = declare({
    name: 'history',
    about: 'what happened to a person, newest first',
    arguments: [['<user>', user.argument]],
    options: [limitOption(20, 'MUSTER_AUDIT_LIMIT')],
    examples: ['user history ada.moreau@acme.example --limit 50'],
    load: async () => (await import('./run-user.ts')).runHistory,
  })
  return nounCommand(user).addCommand(access).addCommand(why).addCommand(history)
}
