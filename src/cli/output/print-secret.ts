import { bold, printText, say } from './output.ts'
import { filled, printRecord, type OutputOptions } from './present.ts'
import { details } from './table-text.ts'

/** Prints a token, or a SCIM secret or that of a webhook, that was just made. It is never shown again, so `-o id` says it on standard error. */
export function printNewSecret(
  body: unknown,
  options: OutputOptions,
  columns: readonly string[] | undefined,
): void {
  const address = filled('{scim_url}', body)
  const [id, secret] = [filled('{id}', body), filled('{token|secret}', body)]
  if (options.output === 'id')
    say(`${address === '' ? 'Its' : 'The'} secret, shown this once: ${secret}`)
  if (options.output === 'table') {
    const lines = [
      ['address', address],
      ['secret', secret],
    ]
    const url = filled('{url}', body)
    const until =
      url === ''
        ? filled('until {timestamp.expires_at|it is revoked}', body)
        : `which signs what is sent to ${url}`
    const shown = address === '' ? `  ${bold(secret)}` : details(lines, Infinity)
    printText(`${id}, ${until}. Shown this once:\n\n${shown}`)
  } else printRecord(options, { id, json: body, title: '', facts: [], columns })
  if (address !== '' && !address.startsWith('https:'))
    say(
      'Identity providers push to https only. MUSTER_PUBLIC_ORIGIN of the server is the address at which they reach it.',
    )
}
