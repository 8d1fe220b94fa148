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
import { sourceOf } from '../../parts/run-progress.ts'
import { runColumns, type Run } from './run-columns.tsx'
import { text } from './text.ts'
import { useSource, type Source } from './use-source.ts'
import { Onward } from './onward.tsx'
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
  // In place of a plan that was shown.
  const open = (run: string) => list.setUrl({ ...noFilters, open: run })
  return (
    <List
      list={list}
      actions={
        <DialogButton of={source} can="create_import" label={text.import.action}>
          {(close) => <ImportDialog source={source} onBegun={open} onClose={close} />}
        </DialogButton>
      }
      panel={(run, close) => (
        <RunPanel key={run.id} source={source} run={run} onBegun={open} onClose={close} />
      )}
      panelFilters={noFilters}
    />
  )
}

/** One run beside the list of runs. */
export function RunPanel({
  source,
  run,
  onBegun,
  onClose,
}: {
  source: Source
  run: Run
  onBegun: (run: string) => void
  onClose: () => void
}) {
  const isReady = run.is_plan && run.state === 'succeeded' && source.connection === null
  return (
    <DetailPanel
      title={sourceOf(run.source)}
      action={
        <DialogButton
          of={source}
          can="create_import"
          label={text.import.planned}
          isOffered={isReady}
          isPrimary
        >
          {(close) => <ImportDialog {...{ source, onBegun }} plan={run} onClose={close} />}
        </DialogButton>
      }
      isWide={run.is_plan}
      onClose={onClose}
    >
      <RunSummary source={source} run={run} />
      {!run.is_plan && run.state === 'succeeded' && <Onward run={run} />}
    </DetailPanel>
  )
}

const { import: words } = text

/**
 * Sends a file of the source. It is imported in the background, as a run. After a `plan` the same file is imported, which is
 * chosen again: no file is kept.
 */
export function ImportDialog({
  source,
  plan,
  onBegun,
  onClose,
}: {
  source: Source
  plan?: Run
  onBegun: (run: string) => void
  onClose: () => void
}) {
  const [file, setFile] = useState<File | null>(null)
  const [encoding, setEncoding] = useState<Encoding>()
  const [isComplete, setIsComplete] = useState(plan?.is_complete ?? false)
  const [isPlan, setIsPlan] = useState(plan === undefined)
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
          change.mutate(
            { file, encoding, isComplete, isPlan },
            {
              onSuccess: (run) => {
                onClose()
                onBegun(run)
              },
            },
          )
      }}
    >
      {plan !== undefined && <p>{words.again(sourceOf(plan.source))}</p>}
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
