import type { ImportPhase, ImportProgress } from './outcome.ts'

const tellEveryMs = 100

/** Counts rows and bytes, and reports them at most ten times a second and at every change of phase. */
export class ProgressMeter {
  rowsRead = 0
  bytesRead = 0
  readonly #startedAt = performance.now()
  #toldAt = 0
  #phase: ImportPhase = 'reading'
  readonly #bytesTotal: number
  readonly #tell: (progress: ImportProgress) => void

  constructor(bytesTotal: number, tell: (progress: ImportProgress) => void = () => {}) {
    this.#bytesTotal = bytesTotal
    this.#tell = tell
  }

  enter(phase: ImportPhase): void {
    this.#phase = phase
    this.#say(performance.now())
  }

  countRow(bytesRead: number): void {
    this.rowsRead += 1
    this.bytesRead = bytesRead
    // The clock is not read for every row.
    if (this.rowsRead % 200 !== 0) return
    const now = performance.now()
    if (now - this.#toldAt >= tellEveryMs) this.#say(now)
  }

  seconds(): number {
    return Math.round(performance.now() - this.#startedAt) / 1000
  }

  rowsPerSecond(): number {
    return Math.round(this.rowsRead / Math.max(this.seconds(), 0.001))
  }

  #say(now: number): void {
    this.#toldAt = now
    this.#tell({
      phase: this.#phase,
      rowsRead: this.rowsRead,
      rowsPerSecond: this.rowsPerSecond(),
      bytesRead: this.bytesRead,
      bytesTotal: this.#bytesTotal,
    })
  }
}
