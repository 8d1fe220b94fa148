import { SingleBar } from 'cli-progress'
import type { ImportProgress } from '../../connectors/import/outcome.ts'
import { visible } from '../../contract/text.ts'
import { bar as drawBar } from './progress.ts'

type Progress = Omit<ImportProgress, 'phase'> & { phase: string }

/** What is done now. There is a bar only while the file is read: how long the rest takes is not known. */
export function progressLine(label: string, progress: Progress, seconds: number): string {
  const { phase, bytesRead, bytesTotal, rowsRead, rowsPerSecond } = progress
  const rows = `${rowsRead} rows`
  const share = bytesTotal > 0 ? ` ${drawBar(bytesRead, bytesTotal)}` : ''
  const parts =
    phase === 'reading'
      ? [`${phase}${share}`, rows, `${Math.round(rowsPerSecond)} rows/s`]
      : [phase === 'policy' ? 'working out access' : phase, rows, `${Math.floor(seconds)} s`]
  return [visible(label), ...parts].join(' | ')
}

/** A line on standard error, gone when it stops; on anything but a terminal it prints nothing. */
export function importProgress(label: string): {
  /** Shows it, again after a stop. */
  show: (progress: Progress) => void
  stop: () => void
} {
  const startedAt = performance.now()
  let shown: Progress | undefined
  const bar = new SingleBar({
    format: () =>
      shown === undefined ? '' : progressLine(label, shown, (performance.now() - startedAt) / 1000),
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
    noTTYOutput: false,
  })
  let isStarted = false
  return {
    show: (progress) => {
      shown = progress
      if (!isStarted) bar.start(1, 0)
      isStarted = true
    },
    stop: () => {
      if (isStarted) bar.stop()
      isStarted = false
    },
  }
}
