import { Type } from 'typebox'
import { clip } from '../contract/text.ts'
import { Shape } from '../http/shapes/schema.ts'
import { applyFilesOp } from '../policy/plans/plan-of-files.ts'
import { preparedChange } from '../policy/plans/stored-change.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import { Stopped } from '../policy/limits/stopped.ts'
import { lineOfFault } from './folder-error.ts'
import { evaluateTests } from './folder-tests.ts'
import type { Folder } from './read-folder.ts'
import { runSteps, type Homes } from './run-steps.ts'
import { readSent, refusalOf } from './sent-files.ts'
import { requireRead, requireTest } from './caller-rights.ts'

const messageLength = 480

/** The failed tests of a folder, as findings of its plan. The findings are stored, so they name only people that the folder names. */
async function failedTests({ tx, may }: OperationContext, folder: Folder, homes: Homes) {
  const { failures } = await evaluateTests({ tx, may }, folder, homes)
  return failures.map(({ rulesetId = null, ...failure }) => ({
    kind: 'test_failed' as const,
    message: clip(lineOfFault(failure), messageLength),
    rulesetId,
  }))
}

/** Each takes some milliseconds under the policy lock. */
const maximumOperations = 2000

/**
 * Applies policy files that were sent, with the rights of their caller: what they may not see is not there. It is what a
 * plan of files does, before it is rolled back, and when it is applied.
 */
export const applyFiles = preparedChange({
  op: applyFilesOp,
  right: null,
  schema: Shape({
    op: Type.Literal(applyFilesOp),
    files: Type.Array(Shape({ path: Type.String(), text: Type.String() })),
    operations: Type.Array(Type.Unsafe<object>({ type: 'object' })),
  }),
  prepare: async ({ files }) => {
    const folder = await readSent(files)
    return async (context) => {
      const isPlan = context.isDryRun === true
      await requireRead(context, folder)
      if (isPlan) await requireTest(context, folder)
      context.refuseMissing?.()
      const done = await runSteps(context, folder, maximumOperations).catch((error: unknown) => {
        throw refusalOf(error, files)
      })
      if (done instanceof Stopped) return done
      const { homes } = done
      const operations = done.steps.map((step) => step.operation)
      const findings = isPlan ? await failedTests(context, folder, homes) : []
      return { ...done, operations, findings }
    }
  },
})
