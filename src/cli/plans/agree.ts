import { ask } from '../command-line/ask.ts'
import { describeFolderPlan, type DescribedFolderPlan } from './describe-folder-plan.ts'
import { CommandFailed, say } from '../output/output.ts'

export type Agreement = {
  json?: boolean
  full?: boolean
  yes?: boolean
  verb?: 'apply' | 'approve'
  /** What to do with a plan beyond a limit, unless the user names one that they have looked at. */
  howToApply?: ((plan: string) => string) | undefined
}

/** Shows a plan and asks, unless the user has said yes. */
export async function agree(plan: DescribedFolderPlan, agreement: Agreement): Promise<void> {
  const { json, yes = false, verb = 'apply', howToApply } = agreement
  // Also with --json before a question: no one can agree to what was not shown.
  if (json !== true || !yes) say(describeFolderPlan(plan, agreement))
  if (!yes) await confirm(verb)
  else if (howToApply !== undefined && plan.exceeds.length > 0)
    throw new CommandFailed(
      ['Nothing was applied. It exceeds limits:', ...plan.exceeds, howToApply(plan.id)].join('\n'),
    )
}

/** Asks on the terminal. Without one it fails, because no one could answer. */
export async function confirm(verb = 'apply'): Promise<void> {
  const done = pastOf(verb)
  if (!process.stdin.isTTY)
    throw new CommandFailed(`Nothing was ${done}. Give --yes to ${verb} without being asked.`)
  const answer = await ask(`${verb.replace(/^./, (first) => first.toUpperCase())} this? (yes/no) `)
  if (answer === undefined || !/^y(es)?$/i.test(answer))
    throw new CommandFailed(`Nothing was ${done}.`)
}

/** `revoke` → `revoked`, `apply` → `applied` */
export function pastOf(verb: string): string {
  return `${verb.replace(/e$/, '').replace(/y$/, 'i')}ed`
}
