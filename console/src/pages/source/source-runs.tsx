import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { readAgain } from '../../api/read-again.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { ImportDialog } from './import-dialog.tsx'
import { runColumns } from './run-columns.tsx'
import { RunPanel } from './run-panel.tsx'
import { text } from './text.ts'
import { useSource, type Source } from './use-source.ts'

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
