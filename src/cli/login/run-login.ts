import { text as readAll } from 'node:stream/consumers'
import { visible } from '../../contract/text.ts'
import { defaultUrl } from '../command-line/options.ts'
import { ask } from '../command-line/ask.ts'
import type { BrowserLogin } from './browser-login.ts'
import { connectTo, originOf } from '../connection/connect.ts'
import type { OutputOptions } from '../output/present.ts'
import { CommandFailed, localTime, print, say, WrongArguments } from '../output/output.ts'
import { columns, printList } from '../output/present.ts'
import {
  readServers,
  serversFile,
  storedServer,
  writeServers,
  type StoredServer,
} from '../connection/stored-servers.ts'

export type LoginOptions = BrowserLogin & {
  json?: boolean
  url?: string
  name?: string
  yes?: boolean
}
export type LogoutOptions = { json?: boolean; revoke?: boolean }

/** Gets a token, checks it with the server, and keeps it. */
export async function runLogin(options: LoginOptions): Promise<void> {
  const again = options.url === undefined ? await currentServer() : undefined
  const url = originOf(options.url ?? again?.url ?? defaultUrl)
  const name = await freeName(options.name ?? again?.name ?? nameOf(url), url)
  const token = await tokenFor(url, options)
  const { muster } = connectTo(url, token)
  const caller = await muster.get('/auth/test')
  const owner = caller.owner_name
  if (options.yes !== true && process.stdin.isTTY) await askToKeep(owner)
  const { servers } = await readServers()
  const others = servers.filter((each) => each.name !== name)
  await writeServers({ current: name, servers: [...others, { name, url, token }] })
  const kept = { name, url, owner, expires_at: caller.expires_at }
  const until = localTime(caller.expires_at)
  const text = `${owner} is logged in to ${url} until ${until}. The token is kept as ${name} in ${serversFile()}.`
  print(options.json, kept, text)
}

/** Another person can have confirmed the login, and would see what is done with their token. */
async function askToKeep(owner: string): Promise<void> {
  const answer = await ask(`This token is ${visible(owner)}'s. Keep it? [Y/n] `)
  if (answer === undefined || !/^(y(es)?)?$/i.test(answer))
    throw new CommandFailed(`Nothing is kept. The token stays valid: ${owner} can revoke it.`)
}

/** The one that commands ask, so that a login for more permissions replaces its token. */
async function currentServer(): Promise<StoredServer | undefined> {
  const { current, servers } = await readServers()
  return servers.find(({ name }) => name === current)
}

/** A name keeps its server, so that no script asks another one by it. */
async function freeName(name: string, url: string): Promise<string> {
  if (!/^[a-z0-9][a-z0-9.-]{0,99}$/i.test(name))
    throw new WrongArguments(`${name} can't be the name of a server: use letters, digits, . and -`)
  const taken = (await readServers()).servers.find((each) => each.name === name)
  if (taken !== undefined && taken.url !== url)
    throw new CommandFailed(
      `${name} is ${taken.url} already. Give another --name, or run: muster logout ${name}`,
    )
  return name
}

function nameOf(url: string): string {
  return isLocal(url) ? 'local' : new URL(url).hostname
}

function isLocal(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** From the browser on a terminal, or where that is asked for; else from standard input. */
async function tokenFor(url: string, options: LoginOptions): Promise<string> {
  if (url.startsWith('http:') && !isLocal(url))
    say(`Warning: ${url} is not encrypted. Everybody on the way can read the token.`)
  if (process.stdin.isTTY || options.browser !== undefined) {
    const { tokenByBrowser } = await import('./browser-login.ts')
    return tokenByBrowser(url, options)
  }
  const token = (await readAll(process.stdin)).trim()
  if (token === '')
    throw new CommandFailed(
      'No token was given, and nothing is kept. Give one on standard input, or log in with --browser open.',
    )
  return token
}

/** Forgets the token of a server. */
export async function runLogout(named: string | undefined, options: LogoutOptions): Promise<void> {
  const { current, servers } = await readServers()
  const server = storedServer(servers, named ?? current)
  if (options.revoke === true) await revoke(server)
  const left = servers.filter(({ name }) => name !== server.name)
  const next = current === server.name ? (left.at(-1)?.name ?? null) : current
  await writeServers({ current: next, servers: left })
  const asked = next === null || next === current ? '' : ` Commands now ask ${next}.`
  const text = `The token of ${server.name} is forgotten.${asked}`
  print(options.json, { name: server.name, current: next }, text)
}

async function revoke({ url, token }: StoredServer): Promise<void> {
  const { muster } = connectTo(url, token)
  const { token_id: id } = await muster.get('/auth/test')
  if (id !== null)
    await muster.delete('/workspace/tokens/{token}', { params: { path: { token: id } } })
}

/** Prints the servers, after choosing one if the options do. Tokens are never printed. */
export async function runServers(options: OutputOptions & { use?: string }): Promise<void> {
  const stored = await readServers()
  const { servers } = stored
  const current =
    options.use === undefined ? stored.current : storedServer(servers, options.use).name
  if (current !== stored.current) await writeServers({ current, servers })
  const rows = servers.map(({ name, url }) => ({ name, url, is_current: name === current }))
  printList(options, {
    rows,
    fields: columns('name, default: is_current, url'),
    idOf: ({ name }) => name,
    json: { data: rows, has_more: false },
    none: 'No server is kept. Run: muster login',
    hasMore: false,
  })
}
