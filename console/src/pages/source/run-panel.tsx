import { DetailPanel } from '../../parts/detail-panel.tsx'
import { sourceOf, type Run } from './run-columns.tsx'
import { RunSummary } from './run-summary.tsx'

/** One run beside the list of runs. */
export function RunPanel({ run, onClose }: { run: Run; onClose: () => void }) {
  return (
    <DetailPanel title={sourceOf(run.source)} isWide={run.is_plan} onClose={onClose}>
      <RunSummary run={run} />
    </DetailPanel>
  )
}
