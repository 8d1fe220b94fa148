import { isRecord } from '../../contract/json.ts'
import { valueOf } from './facts.ts'
import type { OutputOptions } from './present.ts'
import { bold, localTime, printText, say } from './output.ts'
import { printRecord } from './present.ts'
import { details } from './table-text.ts'

/** Prints a token or a SCIM secret that was just made. It is never shown again, so `-o id` says it on standard error. */
export function printNewSecret(
  body: unknown,
  options: OutputOptions,
  columns: readonly string[] | undefined,
): void {
  const record = isRecord(body) ? body : {}
  const address = textAt(record, 'scim_url')
  const [id, secret] = [textAt(record, 'id'), textAt(record, 'token|secret')]
  const end = textAt(record, 'timestamp.expires_at')
  if (options.output === 'id')
    say(`${address === '' ? 'Its' : 'The'} secret, shown this once: ${secret}`)
  if (options.output === 'table') {
    const until = end === '' ? 'it is revoked' : localTime(end)
    const lines = [
      ['address', address],
      ['secret', secret],
    ]
    const shown = address === '' ? `  ${bold(secret)}` : details(lines, Infinity)
    printText(`${id}, until ${until}. Shown this once:\n\n${shown}`)
  } else printRecord(options, { id, json: body, title: '', facts: [], columns })
  if (address !== '' && !address.startsWith('https:'))
    say(
      'Identity providers push to https only. MUSTER_PUBLIC_ORIGIN of the server is the address at which they reach it.',
    )
}

function textAt(record: unknown, path: string): string {
  const value = valueOf(record, path)
  return typeof value === 'string' ? value : ''
}
