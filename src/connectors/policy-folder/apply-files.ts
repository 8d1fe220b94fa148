import { Type } from 'typebox'
import { Shape } from '../../http/schema.ts'
import { applyFilesOp } from '../../policy/plans/plan-of-files.ts'
import { preparedChange } from '../../policy/plans/stored-change.ts'
import { runSteps } from './run-steps.ts'
import { readSent, refusalOf } from './sent-files.ts'
import { askToRead } from './sight.ts'

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
      await askToRead(context, folder)
      const done = await runSteps(context, folder, maximumOperations).catch((error: unknown) => {
        throw refusalOf(error, files)
      })
      return 'steps' in done
        ? { ...done, operations: done.steps.map((step) => step.operation) }
        : done
    }
  },
})
