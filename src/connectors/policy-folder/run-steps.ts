import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import type { OperationContext } from '../../policy/operations/kind.ts'
import type { Operation } from '../../policy/operations/operation.ts'
import { runOperations } from '../../policy/operations/run-operations.ts'
import { FolderError } from './folder-error.ts'
import { folderSteps } from './folder-steps.ts'
import type { Folder } from './read-folder.ts'
import { placeRefusal, type Step } from './step.ts'

type Running = Required<Pick<OperationContext, 'observe' | 'onExceeded'>> & {
  folder: Folder
  actor: AuditActor
  now: Date
}

/** The steps, and the uuid of the record that each created or changed. */
type Ran = { steps: Step[]; records: string[] }

/**
 * Performs all that a folder asks for, as one plan, also beyond limits, which `onExceeded` receives. Throws
 * FolderError.
 */
export async function runSteps(tx: Transaction, running: Running): Promise<Ran> {
  const { actor, observe, onExceeded } = running
  const steps: Step[] = []
  async function* operations(): AsyncGenerator<Operation> {
    for await (const step of folderSteps(tx, running)) {
      steps.push(step)
      yield step.operation
    }
  }
  // Access to the database itself implies every permission, and the plan that is applied passes the limits.
  const everything = { ask: async () => undefined, may: () => true, passesLimits: true }
  try {
    const records = await runOperations(
      { tx, actor, observe, onExceeded, ...everything },
      operations(),
    )
    return { steps, records }
  } catch (error) {
    throw placed(error, steps)
  }
}

function placed(error: unknown, steps: readonly Step[]): unknown {
  if (!(error instanceof Problem) || error.errors === undefined) return error
  const faults = Object.entries(error.errors).flatMap(([field, messages]) =>
    messages.flatMap((message) => placeRefusal(steps, field, message) ?? []),
  )
  return faults.length === 0 ? error : new FolderError(faults)
}
