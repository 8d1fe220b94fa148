import { Command } from 'commander'
import { withApiOptions } from './api-options.ts'
import { fullFlag, withFlag } from './flag.ts'
import { listCommand } from './noun-commands.ts'
import { plan } from './nouns.ts'
import { yesFlag } from './rule.ts'
import type { PlanOptions } from './run-plan.ts'

const example = 'popln_01kaf7m2t4e8j9p3q5r7s9v1wx'

export function planCommand(): Command {
  return new Command('plan')
    .description(plan.about)
    .addCommand(listCommand(plan, '--state ready --beyond-limits'))
    .addCommand(showCommand())
    .addCommand(approveCommand())
    .addCommand(applyCommand())
}

function showCommand(): Command {
  return withFlag(withApiOptions(new Command('show')), fullFlag)
    .description('whose access a plan would change')
    .argument('<plan>', plan.argument)
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster plan show ${example}\n  $ muster plan show ${example} --full`,
    )
    .action(async (id: string, options: PlanOptions) => {
      const { runPlanShow } = await import('./run-plan.ts')
      await runPlanShow(id, options)
    })
}

function approveCommand(): Command {
  return [fullFlag, yesFlag]
    .reduce(withFlag, withApiOptions(new Command('approve')))
    .description('approve what a plan shows, for another person to apply')
    .argument('<plan>', plan.argument)
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster plan approve ${example}\n  $ muster plan approve ${example} --yes\n\nFor plans beyond a limit where requires_second_approval is set, and for incidents by the plan of their effect. It shows\nthe plan and asks, unless --yes is given.`,
    )
    .action(async (id: string, options: PlanOptions) => {
      const { runPlanApprove } = await import('./run-plan.ts')
      await runPlanApprove(id, options)
    })
}

function applyCommand(): Command {
  return [fullFlag, yesFlag]
    .reduce(withFlag, withApiOptions(new Command('apply')))
    .description('do what a plan shows, or nothing')
    .argument('<plan>', plan.argument)
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster plan apply ${example}\n  $ muster plan apply ${example} --yes\n\nIf it would do something else than it showed, it is refused, and a new plan shows what.`,
    )
    .action(async (id: string, options: PlanOptions) => {
      const { runPlanApply } = await import('./run-plan.ts')
      await runPlanApply(id, options)
    })
}
