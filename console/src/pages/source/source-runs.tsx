import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { readAgain } from '../../api/read-again.ts'
import { useList } from '../../api/use-list.ts'
import { Can } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { Total } from '../../parts/total.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { runColumns } from './run-columns.tsx'
import { RunPanel } from './run-panel.tsx'
import { text } from './text.ts'
import { useSource, type Source } from './use-source.ts'
import classes from './source.module.css'

const pauseMilliseconds = 1000
/** Those of the people of a plan. */
const noFilters = { search: '', kind: '', ruleset: '', person: '', change: '' }

/** The imports of a source, those under way with their progress. */
export function SourceRuns() {
  const { data: source } = useSource()
  return source === undefined ? null : <Runs source={source} />
}

function Runs({ source }: { source: Source }) {
  const [isImporting, setIsImporting] = useState(false)
  const list = useList('/workspace/integrations/{integration}/runs', {
    params: { path: { integration: source.id }, query: { 'page[total]': 'true' } },
  })
  const columns = useMemo(() => runColumns({ type: source.type }), [source.type])
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
    <>
      <PanelList
        label={text.tabs.runs}
        list={list}
        columns={columns}
        bar={
          <div className={classes['bar']}>
            <Total total={list.total} label={text.runs.count} />
            <Can record={source} action="create_import">
              <Button onClick={() => setIsImporting(true)}>{text.import.action}</Button>
            </Can>
          </div>
        }
        panel={(run, close) => <RunPanel key={run.id} source={source} run={run} onClose={close} />}
        panelFilters={noFilters}
        empty={
          <EmptyState title={text.runs.none}>
            {text.runs.noneWhy(text.facts.days(source.run_retention_days))}
          </EmptyState>
        }
      />
      {isImporting && <ImportDialog source={source} onClose={() => setIsImporting(false)} />}
    </>
  )
}
