import { Command, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { fullFlag, withFlag, type Flag } from './flag.ts'
import { nounCommand } from './noun-commands.ts'
import { identity, user } from './nouns.ts'
import { yesFlag } from './rule.ts'
import type { LinkOptions } from './run-identity.ts'

export function identityCommand(): Command {
  return nounCommand(identity, { list: '--state orphan', show: 'ada.moreau@acme.example' })
    .addCommand(linkCommand())
    .addCommand(unlinkCommand())
    .addCommand(samePersonCommand())
    .addCommand(newPersonCommand())
}

function linkCommand(): Command {
  return writeCommand('link')
    .description('give an account to a person, also if another one has it')
    .argument('<identity>', identity.argument)
    .argument('<user>', user.argument)
    .addHelpText(
      'after',
      `
Examples:
  $ muster identity link U07ADA ada.moreau@acme.example --reason "Same person; HR confirmed it"
  $ muster identity link dridt_01kaf7m2t4e8j9p3q5r7s9v1wx "Ada Moreau" --reason HR-12 --yes

It shows whose access changes and asks, unless --yes is given. Later imports keep the link.`,
    )
    .action(async (account: string, person: string, options: LinkOptions) => {
      const { runLink } = await import('./run-identity.ts')
      await runLink({ account, person }, options)
    })
}

function samePersonCommand(): Command {
  return writeCommand('same-person')
    .description('decide that a waiting account is of one of its candidates')
    .argument('<identity>', identity.argument)
    .argument('<user>', user.argument)
    .addHelpText(
      'after',
      `
Examples:
  $ muster identity list --waits
  $ muster identity same-person dridt_01kaf7m2t4e8j9p3q5r7s9v1wx "Ada Moreau" --reason "Married; HR confirmed it"

\`muster identity unlink --undo\` takes the decision back.`,
    )
    .action(async (account: string, person: string, options: LinkOptions) => {
      const { runLink } = await import('./run-identity.ts')
      await runLink({ account, person }, options)
    })
}

function newPersonCommand(): Command {
  return writeCommand('new-person')
    .description('decide that a waiting account is of none of its candidates')
    .argument('<identity>', identity.argument)
    .addHelpText(
      'after',
      `
Examples:
  $ muster identity new-person dridt_01kaf7m2t4e8j9p3q5r7s9v1wx --reason "Another person with that number"

An account of the primary integration becomes a person of its own. One of another integration belongs to no one, and
no run links it. \`muster identity unlink --undo\` takes the decision back.`,
    )
    .action(async (account: string, options: LinkOptions) => {
      const { runLink } = await import('./run-identity.ts')
      await runLink({ account, person: null }, options)
    })
}

const undoFlag: Flag = {
  flags: '--undo',
  description: 'undo the link of an administrator: the account is what it was before',
  variable: 'MUSTER_UNDO',
}

function unlinkCommand(): Command {
  return withFlag(writeCommand('unlink'), undoFlag)
    .description('take an account from its person: it belongs to no one then')
    .argument('<identity>', identity.argument)
    .addHelpText(
      'after',
      `
Examples:
  $ muster identity unlink U07ADA --reason "Of another person with this name"
  $ muster identity unlink dridt_01kaf7m2t4e8j9p3q5r7s9v1wx --reason HR-12 --yes

It shows whose access changes and asks, unless --yes is given. No import links the account again, unless the
link is undone: then it is matched as it was before.`,
    )
    .action(async (account: string, options: LinkOptions & { undo?: boolean }) => {
      const { runUnlink } = await import('./run-identity.ts')
      await runUnlink(account, options)
    })
}

function writeCommand(verb: string): Command {
  return [fullFlag, yesFlag]
    .reduce(withFlag, withApiOptions(new Command(verb)))
    .addOption(
      new Option('--reason <text>', 'why, for the account and the audit log')
        .env('MUSTER_REASON')
        .makeOptionMandatory(),
    )
}
