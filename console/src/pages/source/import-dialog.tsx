import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useOnce } from '../../api/use-once.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import type { Encoding } from '../mapping/use-file-probe.ts'
import { ImportFields } from './import-fields.tsx'
import { choiceOf, importFile, type ImportedFile } from './import-file.ts'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { import: words } = text

/** Sends a file of the source. It is imported in the background, as a run. */
export function ImportDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [encoding, setEncoding] = useState<Encoding>()
  const [isComplete, setIsComplete] = useState(false)
  const [isPlan, setIsPlan] = useState(true)
  const change = useOnce((header, sent: ImportedFile) => importFile(source, header, sent), choiceOf)
  return (
    <FormDialog
      title={words.into(source.name)}
      action={isPlan ? words.planIt : words.importIt}
      isReady={file !== null}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onSubmit={() => {
        if (file !== null)
          change.mutate({ file, encoding, isComplete, isPlan }, { onSuccess: onClose })
      }}
    >
      <ImportFields {...{ file, setFile, encoding, setEncoding, isComplete, setIsComplete }} />
      <Checkbox
        label={words.plan}
        description={words.planHint}
        checked={isPlan}
        onChange={({ currentTarget }) => setIsPlan(currentTarget.checked)}
      />
    </FormDialog>
  )
}
