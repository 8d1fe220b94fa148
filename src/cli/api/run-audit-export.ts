import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ServerChoice } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { CommandFailed, harmless, say } from '../output/output.ts'
import { filtersAmong } from '../nouns/field-flags.ts'
import { valuesOf } from './field-values.ts'
import { operationAt } from '../nouns/operations.ts'
import { namingFlags } from './refused-fields.ts'
import { showWork } from '../output/progress.ts'

export type AuditExportOptions = ServerChoice & { csv?: boolean; out?: string }

/** Writes all rows that the filters choose, as they come. */
export async function runAuditExport(options: AuditExportOptions): Promise<void> {
  const { muster, origin } = await connect(options)
  const filters = filtersAmong(operationAt('get', '/audit/export')?.query ?? [])
  const query = await valuesOf(filters, options, { muster, isWhole: false })
  const type = options.csv === true ? 'text/csv' : 'application/x-ndjson'
  const rows = await namingFlags(filters, () =>
    muster.export(type, '/audit/export', { params: { query } }),
  )
  const cutOff = (error: unknown) => {
    if (error instanceof CommandFailed) throw error
    // Such as `| head`, which has enough.
    if (isOf(error, 'EPIPE')) return
    throw new CommandFailed(`The connection to ${origin} ended before the last row. Export again.`)
  }
  if (options.out === undefined) await print(rows).catch(cutOff)
  else await writeNew(options.out, rows).catch(cutOff)
}

async function print(rows: ReadableStream<Uint8Array>): Promise<void> {
  const { stdout } = process
  if (!stdout.isTTY) return pipeline(rows, stdout, { end: false })
  const decoder = new TextDecoder()
  for await (const piece of rows) stdout.write(harmless(decoder.decode(piece, { stream: true })))
}

/** A part of an export would be taken for the whole: what fails leaves no file. */
async function writeNew(path: string, rows: ReadableStream<Uint8Array>): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await showWork('Exporting', () => pipeline(rows, file))
  } catch (error) {
    if (isOf(error, 'EEXIST'))
      throw new CommandFailed(`${path} is there already. Give another file.`)
    await rm(path, { force: true })
    throw error
  }
  say(`Wrote ${file.bytesWritten.toLocaleString('en')} bytes to ${path}.`)
}

function isOf(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
