import type { Command } from 'commander'
import { readNames } from '../api/field-options.ts'
import { nounCommand } from '../api/noun-commands.ts'
import { fullFlag, planFlag, yesFlag } from '../command-line/flag.ts'
import { user } from '../nouns/directory-nouns.ts'
import { incident, plan } from '../nouns/policy-nouns.ts'

export function planCommand(): Command {
  return nounCommand(plan, {
    show: {
      about: 'whose access a plan would change',
      options: [fullFlag],
      load: async () => (await import('../plans/run-plan.ts')).runPlanShow,
    },
    verbs: {
      approve: {
        about: 'approve what a plan shows, for another person to apply',
        extra: [fullFlag],
        note: 'For plans beyond a limit where requires_second_approval is set, and for incidents by the plan of their effect.',
        load: async () => (await import('../plans/run-plan.ts')).runPlanApprove,
      },
      apply: {
        about: 'do what a plan shows, or nothing',
        extra: [fullFlag],
        note: 'If it would do something else than it showed, it is refused, and a new plan shows what.',
        load: async () => (await import('../plans/run-plan.ts')).runPlanApply,
      },
      revert: {
        about: 'undo what a plan did',
        extra: [fullFlag, planFlag, yesFlag('apply')],
        note: 'A new plan shows what undoes it, and what stays as it is and why. It is applied once you agree. What was changed since is left, and so are facts, ended secrets and merged attributes.',
        load: async () => (await import('../plans/run-plan.ts')).runPlanRevert,
      },
    },
  })
}

export function incidentCommand(): Command {
  const decision = {
    extra: [fullFlag],
    // Without it the incident is shown first.
    defaults: { digest: null },
    load: async () => (await import('./run-incident.ts')).runDecide,
  }
  return nounCommand(incident, {
    show: {
      about: 'which people an incident holds, why, and what would follow from approving it',
      options: [
        fullFlag,
        ['--user <user...>', `some of the people only: ${user.argument}`, { read: readNames }],
      ],
      load: async () => (await import('./run-incident.ts')).runIncidentShow,
    },
    verbs: {
      approve: {
        ...decision,
        about: 'accept the pending facts of the people that an incident holds',
      },
      reject: { ...decision, about: 'keep what is pending unread until the source changes it' },
    },
  })
}
