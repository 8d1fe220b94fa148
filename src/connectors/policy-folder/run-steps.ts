import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import type { OperationContext } from '../../policy/changes/operation-kind.ts'
import type { Operation } from '../../policy/operations/operation.ts'
import { carriedOut } from '../../policy/limits/stopped.ts'
import { runOperations, type Performed } from '../../policy/operations/run-operations.ts'
import { FolderError } from './folder-error.ts'
import { folderSteps } from './folder-steps.ts'
import type { Folder } from './read-folder.ts'
import { placeRefusal, type Step } from './step.ts'

type Running = Required<Pick<OperationContext, 'observe'>> & {
  folder: Folder
  actor: AuditActor
  now: Date
}

/** The steps, the uuid of the record that each created or changed, and the limits that they exceed. */
type PerformedSteps = Performed & { steps: Step[] }

/** Performs all that a folder asks for, as one plan, also beyond limits. Throws FolderError. */
export async function runSteps(tx: Transaction, running: Running): Promise<PerformedSteps> {
  const { actor, observe } = running
  const steps: Step[] = []
  async function* operations(): AsyncGenerator<Operation> {
    for await (const step of folderSteps(tx, running)) {
      steps.push(step)
      yield step.operation
    }
  }
  // Access to the database itself implies every permission, and the plan that is applied passes the limits.
  const everything = { ask: async () => undefined, may: () => true, passesLimits: true }
  const context = { tx, actor, observe, ...everything }
  const done = await runOperations(context, operations()).catch((error: unknown) => {
    throw placed(error, steps)
  })
  return { ...carriedOut(done), steps }
}

function placed(error: unknown, steps: readonly Step[]): unknown {
  if (!(error instanceof Problem) || error.errors === undefined) return error
  const faults = Object.entries(error.errors).flatMap(([field, messages]) =>
    messages.flatMap((message) => placeRefusal(steps, field, message) ?? []),
  )
  return faults.length === 0 ? error : new FolderError(faults)
}
