import { muster } from '../../api/muster.ts'
import type { Once } from '../../api/use-once.ts'
import type { Encoding } from '../mapping/use-file-probe.ts'
import type { Source } from './use-source.ts'

/** A file, and what is to be done with it. */
export type ImportedFile = {
  file: File
  encoding: Encoding | undefined
  isComplete: boolean
  isPlan: boolean
}

/** Imports a file in the background, or plans that, as a run. @returns the id of the run */
export async function importFile(
  { id: integration }: Source,
  header: Once,
  { file, encoding, isComplete, isPlan }: ImportedFile,
): Promise<string> {
  const answer = await muster.post('/workspace/integrations/{integration}/imports', {
    params: {
      path: { integration },
      header,
      query: {
        name: file.name.slice(0, 200),
        complete: isComplete ? 'true' : 'false',
        plan: isPlan ? 'true' : 'false',
        ...(encoding !== undefined && { encoding }),
      },
    },
    body: file,
  })
  return 'id' in answer ? answer.id : ''
}

/** What makes an import another one. */
export function choiceOf({ file, ...chosen }: ImportedFile): string {
  const { name, size, lastModified } = file
  return JSON.stringify({ name, size, lastModified, ...chosen })
}
