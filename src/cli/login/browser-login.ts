import { spawn } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { text as readAll } from 'node:stream/consumers'
import { createMuster, MusterError } from '../../../sdk/src/index.ts'
import { isLoginCode, isTokenSecret } from '../../access/token-secret.ts'
import { browserCommand } from '../../config.ts'
import { definedOf } from '../../contract/defined.ts'
import { ask } from '../command-line/ask.ts'
import { CommandFailed, say } from '../output/output.ts'
import { receiveCodes } from './receive-code.ts'

/** How the browser is used, and what the token may do and how long it lives. */
export type BrowserLogin = { browser?: 'open' | 'print'; scope?: string[]; days?: number }

const patienceMilliseconds = 5 * 60_000

/** A token that the person confirms in a browser, or one that they paste instead. */
export async function tokenByBrowser(url: string, options: BrowserLogin): Promise<string> {
  const program = options.browser === 'print' ? null : browserCommand()
  if (program === null && options.browser === 'open')
    throw new CommandFailed('There is no browser here. Set BROWSER, or give --browser print.')
  // A wrong address fails here, and not in the browser.
  await createMuster({ origin: url, retries: 1 }).get('/auth/ping')
  const verifier = randomBytes(32).toString('base64url')
  const login = { url, verifier, options }
  return program === null ? byCopiedCode(login) : byRedirect(login, program)
}

type Login = { url: string; verifier: string; options: BrowserLogin }

async function byCopiedCode(login: Login): Promise<string> {
  say(`Open this address in a browser, and confirm there:\n\n  ${pageOf(login, {})}\n`)
  const answer = process.stdin.isTTY
    ? await ask(question, { isHidden: true })
    : (await readAll(process.stdin)).trim()
  return tokenOf(login, answer)
}

const question = 'Paste the code of the page, or a token (it is not shown): '

async function byRedirect(login: Login, program: readonly [string, ...string[]]): Promise<string> {
  const state = randomBytes(16).toString('base64url')
  const exchanged = Promise.withResolvers<string>()
  const receiver = await receiveCodes(state, (code) => {
    exchange(login, code, receiver.address).then(exchanged.resolve, (error: unknown) => {
      if (!isRefusal(error)) return exchanged.reject(error)
      say(`A code was refused: ${error.message} The login waits for another one.`)
    })
  })
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), patienceMilliseconds)
  try {
    const page = pageOf(login, { redirect_uri: receiver.address, state })
    say(`Confirm in your browser. If it does not open, open this address:\n\n  ${page}\n`)
    open(program, page)
    return await Promise.race([exchanged.promise, ...pasted(login, receiver.address, stop.signal)])
  } finally {
    clearTimeout(timer)
    stop.abort()
    receiver.close()
  }
}

/** The server answered, and did not accept the code. */
function isRefusal(error: unknown): error is MusterError {
  if (!(error instanceof MusterError) || error.status === null) return false
  return error.status >= 400 && error.status < 500
}

/** What the person pastes, on a terminal; else the end of the wait. */
function pasted(login: Login, redirect: string, signal: AbortSignal): Promise<string>[] {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new CommandFailed('Nobody confirmed within five minutes. Nothing is kept.')),
    )
  })
  if (!process.stdin.isTTY) return [late]
  const answer = ask('Or paste a token (it is not shown): ', { isHidden: true, signal })
  return [late, answer.then((text) => tokenOf(login, text, redirect))]
}

/** The page of the console that asks the person. */
function pageOf({ url, verifier, options }: Login, more: Record<string, string>): string {
  const page = new URL(`${url}/login`)
  const { scope, days } = options
  page.search = new URLSearchParams({
    name: `muster on ${hostname()}`,
    challenge: hash('sha256', verifier, 'base64url'),
    ...more,
    ...definedOf({ scopes: scope?.join(','), days: days?.toString() }),
  }).toString()
  return page.href
}

/** The address has been printed too, so a browser that does not start is no error. */
function open([program, ...args]: readonly [string, ...string[]], address: string): void {
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

async function tokenOf(login: Login, text: string | undefined, redirect?: string): Promise<string> {
  if (text === undefined || text === '')
    throw new CommandFailed(
      'No code or token was given, so nothing is kept. Run again: muster login',
    )
  if (isTokenSecret(text)) return text
  if (isLoginCode(text)) return exchange(login, text, redirect)
  throw new CommandFailed('This is not the code of the page, nor a token. Run: muster login')
}

async function exchange({ url, verifier }: Login, code: string, redirect?: string) {
  const body = { code, verifier, ...definedOf({ redirect_uri: redirect }) }
  const muster = createMuster({ origin: url, retries: 0 })
  return (await muster.post('/auth/login-codes/exchange', { body })).token
}
