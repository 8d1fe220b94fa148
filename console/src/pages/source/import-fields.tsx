import { FileInput } from '@mantine/core'
import { EncodingField } from '../mapping/encoding-field.tsx'
import type { SentFile, Encoding } from '../mapping/use-file-probe.ts'
import { CheckField } from '../../parts/fields.tsx'
import { muster } from '../../api/muster.ts'
import type { Once } from '../../api/use-once.ts'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { import: words } = text

type FileFieldsProps = SentFile & {
  setFile: (file: File | null) => void
  setEncoding: (encoding: SentFile['encoding']) => void
  hint?: string
}

/** A file of the source, and its encoding where it is named. */
export function FileFields({
  file,
  setFile,
  encoding,
  setEncoding,
  hint = words.fileHint,
}: FileFieldsProps) {
  return (
    <>
      <FileInput
        label={words.file}
        description={hint}
        placeholder={words.choose}
        value={file}
        onChange={setFile}
        data-autofocus
      />
      {file !== null && <EncodingField value={encoding} onChange={setEncoding} />}
    </>
  )
}

/** A file to import, and whether it lists everything. */
export function ImportFields({
  isComplete,
  setIsComplete,
  ...choice
}: FileFieldsProps & { isComplete: boolean; setIsComplete: (isComplete: boolean) => void }) {
  return (
    <>
      <FileFields {...choice} />
      <CheckField
        label={words.complete}
        description={words.completeHint}
        value={isComplete}
        onChange={setIsComplete}
      />
    </>
  )
}

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
