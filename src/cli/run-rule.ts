import type { Muster } from '../../sdk/src/index.ts'
import type { ApiOptions } from './api-options.ts'
import { agree } from './agree.ts'
import { connect } from './connect.ts'
import { describeTotals } from './describe-effects.ts'
import {
  applyOnServer,
  describedPlan,
  planChange,
  type NewPlan,
  type ServerPlan,
} from './server-plan.ts'
import { printResult } from './present.ts'

export type RuleVerb = 'activate' | 'deprecate' | 'deactivate' | 'delete'
export type RuleOptions = ApiOptions & {
  at?: string
  replaces?: string
  full?: boolean
  yes?: boolean
}

/** Plans a change of a rule, shows the plan, asks, and applies it. */
export async function runRuleChange(
  verb: RuleVerb,
  rule: string,
  options: RuleOptions,
): Promise<void> {
  const { muster } = await connect(options)
  await applyOperation(muster, operationOf(verb, rule, options), options)
}

type Operation = NonNullable<NewPlan['operations']>[number]

/** Plans an operation, shows the plan, asks, and applies it. */
export async function applyOperation(
  muster: Muster,
  operation: Operation,
  options: Pick<RuleOptions, 'json' | 'output' | 'full' | 'yes'>,
): Promise<void> {
  await applyPlanned(muster, await planChange({ operations: [operation] }, muster), options)
}

/** Shows a plan, asks, and applies it. */
export async function applyPlanned(
  muster: Muster,
  plan: ServerPlan,
  options: Pick<RuleOptions, 'json' | 'output' | 'full' | 'yes'>,
): Promise<void> {
  const described = await describedPlan(plan, muster)
  await agree(described, {
    ...options,
    hasSeen: false,
    howToApply: (id) =>
      `Look at it with muster plan show ${id}, and apply it with muster plan apply ${id} --yes.`,
  })
  const applied = await applyOnServer(plan.id, muster)
  printResult(options, applied, () => `Applied: ${describeTotals(described)}.`)
}

function operationOf(verb: RuleVerb, rule_id: string, { at, replaces }: RuleOptions): Operation {
  const dated = at === undefined ? {} : { at }
  switch (verb) {
    case 'activate':
      return {
        op: 'activate_rule',
        rule_id,
        ...dated,
        ...(replaces === undefined ? {} : { replaces }),
      }
    case 'deprecate':
      return { op: 'deprecate_rule', rule_id, ...dated }
    case 'deactivate':
      return { op: 'deactivate_rule', rule_id }
    case 'delete':
      return { op: 'delete_rule', rule_id }
  }
}
