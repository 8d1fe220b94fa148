import { clip } from '../contract/text.ts'
import { Problem, unprocessable } from '../http/refusals/problem.ts'
import type { SentFile } from '../policy/plans/plan-of-files.ts'
import { FolderError } from './folder-error.ts'
import { parseInThread } from './parse-in-thread.ts'
import { checkFiles, type Folder } from './read-folder.ts'

const message = 1900
/** Characters that aliases may add to all the files: what they come to is checked and compared at once. */
const maximumRepeated = 200_000

/** The folder that these files are; 422 with the faults of each. */
export async function readSent(files: readonly SentFile[]): Promise<Folder> {
  const parsed = await parseInThread(files.map(({ text }) => text))
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
export function refusalOf(error: unknown, files: readonly SentFile[]): unknown {
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
