import type { Command } from 'commander'
import { declare } from '../command-line/declare.ts'
import { fullFlag, yesFlag } from '../command-line/flag.ts'
import { nounCommand } from '../api/noun-commands.ts'
import { plan } from '../nouns/policy-nouns.ts'

const argument = ['<plan>', plan.argument] as const

export function planCommand(): Command {
  const show = declare({
    name: 'show',
    about: 'whose access a plan would change',
    arguments: [argument],
    options: [fullFlag],
    examples: [`plan show ${plan.example}`, `plan show ${plan.example} --full`],
    load: async () => (await import('../plans/run-plan.ts')).runPlanShow,
  }).alias('get')
  const approve = declare({
    name: 'approve',
    about: 'approve what a plan shows, for another person to apply',
    arguments: [argument],
    options: [fullFlag, yesFlag('approve')],
    examples: [`plan approve ${plan.example}`, `plan approve ${plan.example} --yes`],
    note: `For plans beyond a limit where requires_second_approval is set, and for incidents by the plan of their effect. It shows
the plan and asks, unless --yes is given.`,
    load: async () => (await import('../plans/run-plan.ts')).runPlanApprove,
  })
  const apply = declare({
    name: 'apply',
    about: 'do what a plan shows, or nothing',
    arguments: [argument],
    options: [fullFlag, yesFlag('apply')],
    examples: [`plan apply ${plan.example}`, `plan apply ${plan.example} --yes`],
    note: 'If it would do something else than it showed, it is refused, and a new plan shows what.',
    load: async () => (await import('../plans/run-plan.ts')).runPlanApply,
  })
  return [show, approve, apply].reduce(
    (whole, each) => whole.addCommand(each),
    nounCommand(plan, ['show']),
  )
}
