import { Option, type Command } from 'commander'
import { isTokenSecret } from '../access/token-secret.ts'
import { jsonFlag, withFlag } from './flag.ts'
import { CommandFailed } from './output.ts'

export type ApiOptions = { url: string; token?: string; json?: boolean }

export function withApiOptions(command: Command): Command {
  const withServer = command
    .addOption(
      new Option('--url <url>', 'the server').env('MUSTER_URL').default('http://127.0.0.1:8600'),
    )
    .addOption(new Option('--token <token>', 'your token').env('MUSTER_TOKEN'))
  return withFlag(withServer, jsonFlag)
}

type Body = { message?: string; errors?: Record<string, string[]> }

/** Calls the API of `options.url` and returns the parsed body; fails with the server's own message. */
export async function callApi<T>(
  options: ApiOptions,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  if (options.token === undefined)
    throw new CommandFailed('No token: give --token or set MUSTER_TOKEN.')
  if (!isTokenSecret(options.token))
    throw new CommandFailed(
      'The token has not the form of one: mst_ and 39 letters and digits, with no blank or line break. Copy it again.',
    )
  const response = await send(options, options.token, method, path, body)
  const text = await response.text()
  const parsed: (T & Body) | undefined = text === '' ? null : parse(text)
  if (parsed === undefined)
    throw new CommandFailed(
      `What answers at ${options.url} is not Muster (${response.status}, ${response.headers.get('content-type') ?? 'no type'}). Give --url or set MUSTER_URL.`,
    )
  if (!response.ok) throw new CommandFailed(explain(response.status, parsed))
  return parsed
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
    return await fetch(`${options.url.replace(/\/$/, '')}/api/v1${path}`, {
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

function explain(status: number, body: Body | null): string {
  const fields = Object.entries(body?.errors ?? {}).map(
    ([field, messages]) => `\n  ${field}: ${messages.join('; ')}`,
  )
  return `${status}: ${body?.message ?? 'no message'}${fields.join('')}`
}
