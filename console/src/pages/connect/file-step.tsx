import { Button } from '@mantine/core'
import type { Source } from '../source/use-source.ts'
import { can } from '../../parts/can.tsx'
import { MissingPermission } from '../../parts/empty-state.tsx'
import type { SentFile } from '../mapping/use-file-probe.ts'
import { FileFields } from '../source/import-fields.tsx'
import { text } from './text.ts'

export type FileChoice = SentFile & {
  source: Source
  setFile: (file: File | null) => void
  setEncoding: (encoding: SentFile['encoding']) => void
}

/** The file that the source is connected with. It stays in the browser until it is read. */
export function FileStep({ next, ...choice }: FileChoice & { next: () => void }) {
  return (
    <div className="form">
      <FileField {...choice} />
      <div>
        <Button variant="filled" disabled={choice.file === null} onClick={next}>
          {text.next}
        </Button>
      </div>
    </div>
  )
}

/** Also in the next step, where the file is gone after the page was loaded again. */
export function FileField({ source, ...choice }: FileChoice) {
  if (!can(source, 'create_import')) return <MissingPermission title={text.mayNotImport} />
  return <FileFields {...choice} hint={text.file.hint} />
}
