import { readFile } from 'node:fs/promises'
import { createMuster, type Muster } from '../../../sdk/src/index.ts'
import { isTokenSecret } from '../../access/token-secret.ts'
import { defaultUrl, type ServerChoice } from '../command-line/options.ts'
import { CommandFailed, WrongArguments } from '../output/output.ts'
import { readServers, storedServer, type StoredServer } from './stored-servers.ts'

/** A server, and the client that asks it. */
export type Connection = { origin: string; muster: Muster }

type Target = { url: string; token: string | undefined }

/** The client of the server that the options choose. Nothing is sent yet. */
export async function connect(options: ServerChoice): Promise<Connection> {
  const { url, token } = await targetOf(options)
  if (token === undefined)
    throw new CommandFailed(
      `No token for ${url}. Run \`muster login --url ${url}\`, or give --token or --token-file, or set MUSTER_TOKEN.`,
    )
  return connectTo(url, token)
}

export function connectTo(url: string, token: string): Connection {
  if (!isTokenSecret(token))
    throw new CommandFailed(
      'This is not a Muster token. A token is mst_ and 39 letters and digits, without spaces or line breaks. Copy it again.',
    )
  const origin = originOf(url)
  return { origin, muster: createMuster({ origin, token, retries: 2 }) }
}

/** Scheme, authority and path of a URL, without the slash at its end. */
export function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol))
    throw new WrongArguments(`${url} is not the address of a server, such as ${defaultUrl}.`)
  return parsed.origin + parsed.pathname.replace(/\/+$/, '')
}

/** A token that is kept is sent to its own server only. */
export async function targetOf(options: ServerChoice): Promise<Target> {
  const { url, server } = options
  const given = options.token ?? (await readToken(options.tokenFile))
  if (given !== undefined && server === undefined) return { url: url ?? defaultUrl, token: given }
  const { servers, current } = await readServers()
  if (server !== undefined) {
    const kept = storedServer(servers, server)
    if (url !== undefined && originOf(url) !== kept.url)
      throw new WrongArguments(`--server ${server} is ${kept.url}, but --url is ${url}. Give one.`)
    return { url: kept.url, token: given ?? kept.token }
  }
  const isCurrent = ({ name }: StoredServer) => name === current
  if (url === undefined) return servers.find(isCurrent) ?? { url: defaultUrl, token: undefined }
  const origin = originOf(url)
  const matching = servers.filter((kept) => kept.url === origin)
  return { url, token: (matching.find(isCurrent) ?? matching[0])?.token }
}

/** An editor ends the file with a line break. */
async function readToken(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : (await readFile(file, 'utf8')).trim()
}
