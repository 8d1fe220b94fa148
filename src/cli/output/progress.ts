import { visible } from '../../contract/text.ts'

const quietMilliseconds = 1000
const frameMilliseconds = 250

/**
 * Runs work, and says on a terminal what goes on as soon as it takes longer than a second. `report` changes what is said,
 * such as to how far it is. The line is gone at the end.
 */
export async function showWork<T>(
  label: string,
  work: (report: (text: string) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work(() => undefined)
  let [text, isDrawn] = ['', false]
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.floor((performance.now() - startedAt) / 1000)
    if (seconds * 1000 < quietMilliseconds) return
    isDrawn = true
    draw(`${label} … ${text === '' ? '' : `${text}, `}${seconds} s`)
  }, frameMilliseconds)
  try {
    return await work((said) => {
      text = said
    })
  } finally {
    clearInterval(timer)
    if (isDrawn) clearLine()
  }
}

/** How far an import is. */
export type ImportStep = {
  phase: string
  rowsRead: number
  rowsPerSecond: number
  bytesRead: number
  bytesTotal: number
}

/** {@link showWork} of an import. */
export async function showImport<T>(
  label: string,
  work: (onProgress: (step: ImportStep) => void) => Promise<T>,
): Promise<T> {
  return showWork(label, (report) => work((step) => report(importStep(step))))
}

/** What is done now. There is a bar only while the file is read: how long the rest takes is not known. */
export function importStep(step: ImportStep): string {
  const { phase, bytesRead, bytesTotal, rowsRead, rowsPerSecond } = step
  const rows = `${rowsRead} rows`
  if (phase !== 'reading') return `${phase === 'policy' ? 'working out access' : phase}, ${rows}`
  const share = bytesTotal > 0 ? ` ${bar(bytesRead, bytesTotal)}` : ''
  return `${phase}${share}, ${rows}, ${Math.round(rowsPerSecond)} rows/s`
}

/** `[=====     ] 50%`, of what is known to be done. */
export function bar(done: number, total: number): string {
  const share = total <= 0 ? 0 : Math.min(1, done / total)
  const filled = Math.round(share * 20)
  return `[${'='.repeat(filled)}${' '.repeat(20 - filled)}] ${Math.round(share * 100)}%`
}

/** Takes what goes on off the terminal, so that something else can be printed there. */
export function clearLine(): void {
  if (process.stderr.isTTY) draw('')
}

/** Replaces the last line of the terminal. */
function draw(line: string): void {
  process.stderr.write(`\r\u001b[K${visible(line).slice(0, process.stderr.columns - 1)}`)
}
