import { SingleBar } from 'cli-progress'
import type { ImportProgress } from '../connectors/import/outcome.ts'

/** A progress bar on standard error, gone when it stops; on anything but a terminal it prints nothing. */
export function importProgress(label: string): {
  /** Shows it, again after a stop. */
  show: (progress: Omit<ImportProgress, 'phase'> & { phase: string }) => void
  stop: () => void
} {
  const bar = new SingleBar({
    format: `${label} {bar} {percentage}% | {phase} | {rows} rows | {rate} rows/s`,
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
    noTTYOutput: false,
  })
  let isStarted = false
  return {
    show: ({ bytesRead, bytesTotal, phase, rowsRead, rowsPerSecond }) => {
      if (!isStarted) bar.start(Math.max(1, bytesTotal), 0, { phase, rows: 0, rate: 0 })
      isStarted = true
      bar.update(Math.min(bytesRead, bytesTotal), {
        phase,
        rows: rowsRead,
        rate: Math.round(rowsPerSecond),
      })
    },
    stop: () => {
      if (isStarted) bar.stop()
      isStarted = false
    },
  }
}
