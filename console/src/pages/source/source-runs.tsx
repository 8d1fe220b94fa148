import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { readAgain } from '../../api/use-api.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { useOnce } from '../../api/use-once.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import type { Encoding } from '../mapping/use-file-probe.ts'
import { CheckField } from '../../parts/fields.tsx'
import { runColumns, sourceOf, type Run } from './run-columns.tsx'
import { text } from './text.ts'
import { useSource, type Source } from './use-source.ts'
import { RunSummary } from './run-summary.tsx'
import { ImportFields, choiceOf, importFile, type ImportedFile } from './import-fields.tsx'

const pauseMilliseconds = 1000
/** Those of the people of a plan. */
const noFilters = { search: '', kind: '', ruleset: '', person: '', change: '' }

/** The imports of a source, those under way with their progress. */
export function SourceRuns() {
  const { data: source } = useSource()
  return source === undefined ? null : <Runs source={source} />
}

function Runs({ source }: { source: Source }) {
  const { runs: words, facts } = text
  const list = useFilteredList('/workspace/integrations/{integration}/runs', {
    words: {
      ...words,
      none: { title: words.none, why: words.noneWhy(facts.days(source.run_retention_days)) },
    },
    columns: useMemo(() => runColumns({ type: source.type }), [source.type]),
    path: { integration: source.id },
  })
  const isUnderWay = list.rows.some(({ timestamp }) => timestamp.finished_at === null)
  const client = useQueryClient()
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setInterval(
      () =>
        void client.invalidateQueries({
          predicate: ({ queryKey: [path] }) => /\/runs(\/\{run\})?$/.test(String(path)),
        }),
      pauseMilliseconds,
    )
    // What the import changed is read again too.
    return () => {
      clearInterval(timer)
      void readAgain(client)
    }
  }, [isUnderWay, client])
  return (
    <List
      list={list}
      actions={
        <DialogButton of={source} can="create_import" label={text.import.action}>
          {(close) => <ImportDialog source={source} onClose={close} />}
        </DialogButton>
      }
      panel={(run, close) => <RunPanel key={run.id} source={source} run={run} onClose={close} />}
      panelFilters={noFilters}
    />
  )
}

/** One run beside the list of runs. */
export function RunPanel({
  source,
  run,
  onClose,
}: {
  source: Source
  run: Run
  onClose: () => void
}) {
  return (
    <DetailPanel title={sourceOf(run.source)} isWide={run.is_plan} onClose={onClose}>
      <RunSummary source={source} run={run} />
    </DetailPanel>
  )
}

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
      <CheckField
        label={words.plan}
        description={words.planHint}
        value={isPlan}
        onChange={setIsPlan}
      />
    </FormDialog>
  )
}
