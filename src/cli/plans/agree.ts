import { ask } from '../command-line/ask.ts'
import { describeFolderPlan, type DescribedFolderPlan } from './describe-folder-plan.ts'
import { CommandFailed, say } from '../output/output.ts'

export type Agreement = {
  json?: boolean
  full?: boolean
  yes?: boolean
  /** The user names a plan that they have looked at. */
  hasSeen: boolean
  /** What to do with a plan beyond a limit that no one has looked at. */
  howToApply: (plan: string) => string
}

/** Shows a plan and asks, unless the user has said yes. */
export async function agree(plan: DescribedFolderPlan, agreement: Agreement): Promise<void> {
  // Also with --json before a question: no one can agree to what was not shown.
  if (agreement.json !== true || agreement.yes !== true) say(describeFolderPlan(plan, agreement))
  if (agreement.yes !== true) await confirm()
  else if (!agreement.hasSeen && plan.exceeds.length > 0)
    throw new CommandFailed(
      [
        'Nothing was applied. It exceeds limits:',
        ...plan.exceeds,
        agreement.howToApply(plan.id),
      ].join('\n'),
    )
}

/** Asks on the terminal. Without one it fails, because no one could answer. */
export async function confirm({ verb, done } = { verb: 'apply', done: 'applied' }): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandFailed(`Nothing was ${done}. Give --yes to ${verb} without being asked.`)
  const answer = await ask(`${verb.replace(/^./, (first) => first.toUpperCase())} this? (yes/no) `)
  if (answer === undefined || !/^y(es)?$/i.test(answer))
    throw new CommandFailed(`Nothing was ${done}.`)
}
