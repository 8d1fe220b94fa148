import { Problem, unprocessable } from '../http/refusals/problem.ts'
import { instantOf } from '../database/policy-lock.ts'
import { Stopped } from '../policy/limits/stopped.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import type { Operation } from '../policy/operations/operation.ts'
import { runOperations, type Performed } from '../policy/operations/run-operations.ts'
import { FolderError } from './folder-error.ts'
import type { Folder, RulesetSource } from './read-folder.ts'
import { placeRefusal, type FolderWorld, type Step } from './step.ts'
import { attributeSteps } from './attribute-steps.ts'
import { attributesOfRulesets } from './attributes-of-rulesets.ts'
import { findTargets, missingRulesets } from './match-rulesets.ts'
import { rulesetSteps } from './ruleset-steps.ts'
import { deactivationSteps, settingsSteps } from './settings-steps.ts'
import { visiblePolicy } from './caller-rights.ts'
import { loadSavedPolicy } from './saved-policy.ts'

/** Ruleset (uuid) → the file that is about it. */
export type Homes = Map<string, RulesetSource>

/** The steps, the uuid of the record that each created or changed, and the limits that they exceed. */
type PerformedSteps = Performed & { steps: Step[]; homes: Homes }

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
  const homes: Homes = new Map()
  const now = await instantOf(tx)
  async function* operations(): AsyncGenerator<Operation> {
    for await (const step of folderSteps(context, { folder, now, homes })) {
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
  return done instanceof Stopped ? done : { ...done, steps, homes }
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
  { folder, now, homes }: { folder: Folder; now: Date; homes: Homes },
): AsyncGenerator<Step> {
  const { tx, ask, may } = context
  const load = async () => visiblePolicy(context, await loadSavedPolicy(tx))
  let policy = await load()
  const worldNow = (): FolderWorld => ({ tx, ask, may, folder, now, policy })
  for (const stage of stages) {
    let isChanged = false
    for await (const step of stage(worldNow())) {
      isChanged = true
      yield step
    }
    if (isChanged) policy = await load()
  }
  const world = worldNow()
  const targets = await findTargets(world)
  for (const { ruleset, number } of targets) {
    const source = folder.rulesets[number]
    if (source !== undefined) homes.set(ruleset.id, source)
  }
  yield* rulesetSteps(world, targets)
}

/** What comes before the rules: each stage is found in the policy as the one before leaves it. */
const stages = [
  settingsSteps,
  attributeSteps,
  deactivationSteps,
  attributesOfRulesets,
  missingRulesets,
]
