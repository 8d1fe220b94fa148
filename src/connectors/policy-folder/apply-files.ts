import { Type } from 'typebox'
import { clip } from '../../contract/text.ts'
import { Problem, unprocessable } from '../../http/problem.ts'
import { Shape } from '../../http/schema.ts'
import { applyFilesOp, type SentFile } from '../../policy/plans/plan-of-files.ts'
import { preparedChange } from '../../policy/plans/stored-change.ts'
import { FolderError } from './folder-error.ts'
import { parseAside } from './parse-aside.ts'
import { checkFiles, type Folder } from './read-folder.ts'
import { runSteps } from './run-steps.ts'
import { askToRead } from './sight.ts'

const message = 1900
/** Characters that aliases may add to all the files of a plan: what they come to is checked and compared at once. */
const maximumRepeated = 200_000
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

/** The folder that these files are; 422 with the faults of each. */
export async function readSent(files: readonly SentFile[]): Promise<Folder> {
  const parsed = await parseAside(files.map(({ text }) => text))
  const repeated = parsed.reduce((sum, each) => sum + ('repeated' in each ? each.repeated : 0), 0)
  if (repeated > maximumRepeated)
    throw unprocessable({ files: ['are too long with all that aliases repeat; write it out'] })
  try {
    return checkFiles(parsed.map((each, index) => [files[index]?.path ?? '', each]))
  } catch (error) {
    throw refusalOf(error, files)
  }
}

/** 422 with the faults of each file under `files.<index>.text`, each with its line. */
function refusalOf(error: unknown, files: readonly SentFile[]): unknown {
  if (!(error instanceof FolderError)) return error
  const errors = Map.groupBy(error.lines, ({ file }) =>
    files.findIndex(({ path }) => path === file),
  )
  const byField = [...errors].map(([index, lines]) => [
    `files.${index}.text`,
    lines.map(({ text }) => clip(text, message)),
  ])
  return new Problem(422, clip(error.message, message), { errors: Object.fromEntries(byField) })
}
