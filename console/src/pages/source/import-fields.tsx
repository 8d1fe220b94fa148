import { Checkbox, FileInput } from '@mantine/core'
import { EncodingField } from '../mapping/encoding-field.tsx'
import type { SentFile } from '../mapping/use-file-probe.ts'
import { text } from './text.ts'

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
      <Checkbox
        label={words.complete}
        description={words.completeHint}
        checked={isComplete}
        onChange={({ currentTarget }) => setIsComplete(currentTarget.checked)}
      />
    </>
  )
}
