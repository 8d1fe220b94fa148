import { DetailPanel } from '../../parts/detail-panel.tsx'
import { sourceOf, type Run } from './run-columns.tsx'
import { RunSummary } from './run-summary.tsx'
import type { Source } from './use-source.ts'

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
