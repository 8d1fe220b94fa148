import { Problem, unprocessable } from '../http/refusals/problem.ts'
import { instantOf } from '../database/policy-lock.ts'
import { Stopped } from '../policy/limits/stopped.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import type { Operation } from '../policy/operations/operation.ts'
import { runOperations, type Performed } from '../policy/operations/run-operations.ts'
import { FolderError } from './folder-error.ts'
import type { Folder } from './read-folder.ts'
import { placeRefusal, type Step } from './step.ts'
import { attributesOfRulesets } from './attributes-of-rulesets.ts'
import { findTargets, matchRulesets, missingRulesets } from './match-rulesets.ts'
import { rulesetSteps } from './ruleset-steps.ts'
import { settingsSteps } from './settings-steps.ts'
import { visiblePolicy } from './caller-rights.ts'
import { loadSavedPolicy } from './saved-policy.ts'

/** The steps, the uuid of the record that each created or changed, and the limits that they exceed. */
type PerformedSteps = Performed & { steps: Step[] }

/**
 * Performs all that a folder asks for, as one plan, with the rights of the context. Throws FolderError, and Problems of
 * other kinds: 422 beyond `atMost` operations.
 */
export async function runSteps(
  context: OperationContext,
  folder: Folder,
  atMost = Infinity,
): Promise<PerformedSteps | Stopped> {
  const { tx } = context
  const steps: Step[] = []
  const now = await instantOf(tx)
  async function* operations(): AsyncGenerator<Operation> {
    for await (const step of folderSteps(context, { folder, now })) {
      if (steps.length >= atMost)
        throw unprocessable({
          files: [`come to more than ${atMost} operations; plan a part of them`],
        })
      steps.push(step)
      yield step.operation
    }
  }
  const done = await runOperations(context, operations()).catch((error: unknown) => {
    throw placed(error, steps)
  })
  return done instanceof Stopped ? done : { ...done, steps }
}

/** Access to the database itself implies every permission, and the plan that is applied passes the limits. */
export const everyRight = { ask: async () => undefined, may: () => true, passesLimits: true }

function placed(error: unknown, steps: readonly Step[]): unknown {
  if (!(error instanceof Problem) || error.errors === undefined) return error
  const faults = Object.entries(error.errors).flatMap(([field, messages]) =>
    messages.flatMap((message) => placeRefusal(steps, field, message) ?? []),
  )
  return faults.length === 0 ? error : new FolderError(faults)
}

/**
 * All the steps of a folder. What the caller may not see counts as missing. The caller performs each step
 * before it takes the next, because later steps look up what earlier ones create. Throws FolderError.
 */
async function* folderSteps(
  context: Pick<OperationContext, 'tx' | 'ask' | 'may'>,
  { folder, now }: { folder: Folder; now: Date },
): AsyncGenerator<Step> {
  const { tx } = context
  yield* settingsSteps(context, folder)
  yield* attributesOfRulesets(context, folder)
  const policy = visiblePolicy(context, await loadSavedPolicy(tx))
  const matched = await matchRulesets(context, folder, policy)
  yield* missingRulesets(matched)
  const targets = await findTargets(context, matched, folder)
  yield* rulesetSteps(context, { policy, targets, now, isWhole: folder.isWhole })
}
