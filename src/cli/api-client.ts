import { readFile } from 'node:fs/promises'
import { Option, type Command } from 'commander'
import { isTokenSecret } from '../access/token-secret.ts'
import { apiProtocol } from '../http/protocol.ts'
import { jsonFlag, withFlag } from './flag.ts'
import { CommandFailed } from './output.ts'

export type ApiOptions = { url: string; token?: string; tokenFile?: string; json?: boolean }

export function withApiOptions(command: Command): Command {
  const url = new Option('--url <url>', 'the server').env('MUSTER_URL')
  const withServer = command.addOption(url.default('http://127.0.0.1:8600'))
  return withFlag(withTokenOptions(withServer), jsonFlag)
}

export function withTokenOptions(command: Command): Command {
  return command
    .addOption(new Option('--token <token>', 'your token').env('MUSTER_TOKEN'))
    .addOption(
      new Option('--token-file <file>', 'the file with your token').env('MUSTER_TOKEN_FILE'),
    )
}

type Body = { message?: string; errors?: Record<string, string[]> }

/** Calls the API of `options.url` and returns the parsed body; fails with the server's own message. */
export async function callApi<T>(
  options: ApiOptions,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const token = options.token ?? (await readToken(options.tokenFile))
  if (token === undefined)
    throw new CommandFailed('No token: give --token or --token-file, or set MUSTER_TOKEN.')
  if (!isTokenSecret(token))
    throw new CommandFailed(
      'The token has not the form of one: mst_ and 39 letters and digits, with no blank or line break. Copy it again.',
    )
  const response = await send(options, token, method, path, body)
  const text = await response.text()
  const parsed: (T & Body) | undefined = text === '' ? null : parse(text)
  if (parsed === undefined)
    throw new CommandFailed(
      `What answers at ${options.url} is not Muster (${response.status}, ${response.headers.get('content-type') ?? 'no type'}). Give --url or set MUSTER_URL.`,
    )
  if (!response.ok) throw new CommandFailed(explain(response.status, parsed))
  return parsed
}

/** Every row of a list. */
export async function readAll<T>(options: ApiOptions, first: string): Promise<T[]> {
  const rows: T[] = []
  let path: string | null = first
  while (path !== null) {
    const page: { data: T[]; links: { next: string | null } } = await callApi(options, 'GET', path)
    rows.push(...page.data)
    path = page.links.next === null ? null : page.links.next.replace(/^.*?\/api\/v1/, '')
  }
  return rows
}

/** An editor ends the file with a line break. */
async function readToken(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : (await readFile(file, 'utf8')).trim()
}

/** Undefined for a text that is not JSON. */
function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function send(
  options: ApiOptions,
  token: string,
  method: string,
  path: string,
  body: unknown,
): Promise<Response> {
  try {
    return await fetch(`${options.url.replace(/\/$/, '')}${apiProtocol.prefix}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new CommandFailed(
      `Muster does not answer at ${options.url} (${cause}). Is it running there? Give --url or set MUSTER_URL.`,
    )
  }
}

/** Errors of policy files name their file and line themselves. */
const fieldOfFile = /^files\.\d+\.text$/

function explain(status: number, body: Body | null): string {
  const errors = Object.entries(body?.errors ?? {})
  if (errors.length > 0 && errors.every(([field]) => fieldOfFile.test(field)))
    return errors.flatMap(([, messages]) => messages).join('\n')
  const fields = errors.map(([field, messages]) => `\n  ${field}: ${messages.join('; ')}`)
  return `${status}: ${body?.message ?? 'no message'}${fields.join('')}`
}
