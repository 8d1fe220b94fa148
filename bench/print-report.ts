import { print } from '../src/cli/output/output.ts'
import { stopChildren } from './processes/child.ts'

export type ReportPrinter<Report> = {
  measure: () => Promise<Report>
  format: (report: Report) => string
  keepsBudgets: (report: Report) => boolean
}

/** Measures and prints. On SIGINT everything that was started ends first, and the exit code is 130. */
export async function printReport<Report>(
  { json, strict }: { json: boolean; strict: boolean },
  { measure, format, keepsBudgets }: ReportPrinter<Report>,
): Promise<void> {
  let isInterrupted = false
  // Code that waits for a child then fails, and everything that was started ends in order.
  process.once('SIGINT', () => {
    isInterrupted = true
    void stopChildren()
  })
  try {
    const report = await measure()
    print(json, report, () => format(report))
    if (strict && !keepsBudgets(report)) process.exitCode = 1
  } catch (error) {
    if (!isInterrupted) throw error
    process.exitCode = 130
  }
}
