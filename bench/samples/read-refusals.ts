import { readFile } from 'node:fs/promises'
import { countRefusals } from '../../src/connectors/file/remedies.ts'

/** The first three kinds of reasons for refused rows, by what to do about them. */
export async function readRefusals(reportPath: string): Promise<string[][]> {
  const text = await readFile(reportPath, 'utf8').catch(() => '')
  const counter = countRefusals()
  for (const each of text.split('\n').filter((line) => line !== '')) {
    const { kind, reason, line }: Record<string, unknown> = JSON.parse(each)
    if (kind === 'rejected' && typeof reason === 'string')
      counter.add(reason, typeof line === 'number' ? line : null)
  }
  return counter.list(3).flatMap(({ remedy, reasons }) => {
    const lines = reasons.map(({ reason, rows, line }) => [
      'because',
      `${rows} rows, first ${line}: ${reason}`,
    ])
    return lines.concat([['do', remedy.text]])
  })
}
