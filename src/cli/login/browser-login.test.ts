import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLoginCode } from '../../access/token-secret.ts'
import { ownOrigin, signIn } from '../../workspace/auth/sign-in-for-tests.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { finished, runCli, startCli } from '../../../test/run-cli.ts'

const home = await mkdtemp(join(tmpdir(), 'muster-login-'))
after(() => rm(home, { recursive: true }))
// The address is taken from what the command prints: this browser opens nothing.
const env = { XDG_CONFIG_HOME: home, BROWSER: 'true', TZ: 'UTC' }

const server = await testServer()
const owner = await makeOwner(server)
const cookie = await signIn(server, owner)

/** What the command asks for, in the address that it prints. */
async function requestOf(child: ReturnType<typeof startCli>): Promise<Record<string, string>> {
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    const look = (chunk: unknown) => {
      printed += String(chunk)
      const [found] = /http\S+\/login\?\S+(?=\r?\n)/.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stderr.on('data', look)
    child.stdout.on('data', look)
    child.on('close', () => reject(new Error(`it ended: ${printed}`)))
  })
  return Object.fromEntries(new URL(address).searchParams)
}

/** Where the browser of the owner goes after the confirmation. */
async function confirmed({ scopes, ...request }: Record<string, string>) {
  const body = { ...request, ...(scopes === undefined ? {} : { scopes: scopes.split(',') }) }
  const headers = { cookie, origin: ownOrigin }
  const answer = await server.call('POST', '/auth/login-codes', { headers, body })
  assert.equal(answer.status, 201, answer.text)
  return String(answer.body.url)
}

test('a code that the server refuses does not end a login that waits for the right one', async () => {
  const child = startCli(['login', '--url', server.origin, '--browser', 'open'], env, null)
  const ended = finished(child)
  const request = await requestOf(child)
  const { redirect_uri: redirect, state = '' } = request
  const bring = (code: string) =>
    fetch(`${redirect}?${new URLSearchParams({ code, state }).toString()}`)
  assert.equal((await bring('garbage')).status, 404)
  assert.equal((await bring(createLoginCode())).status, 200)
  assert.equal((await fetch(await confirmed(request))).status, 200)
  const run = await ended
  assert.equal(run.code, 0, run.stderr)
  assert.match(run.stderr, /was refused/)
  assert.match(run.stdout, /^caller-\S+ is logged in to /)
})

test('a login only reads; a refused command says how to log in for more, and any token ends itself', async () => {
  const child = startCli(['login', '--url', server.origin, '--browser', 'open'], env, null)
  await fetch(await confirmed(await requestOf(child)))
  assert.equal((await finished(child)).code, 0)
  const tokens = JSON.parse((await runCli(['token', 'list', '--json'], env)).stdout).data
  assert.deepEqual(tokens.at(-1).scopes, ['*.view'])
  const refused = await runCli(['token', 'create', '--name', 'ci'], env)
  assert.equal(refused.code, 1)
  const login = "muster login --scope '*.view' --scope workspace.token.manage"
  assert.ok(refused.stderr.endsWith(`\nTo log in with it, run: ${login}\n`), refused.stderr)

  const args = ['login', '--browser', 'open', '--scope', '*.view', '--scope', 'policy.rule.manage']
  const again = startCli(args, env, null)
  const request = await requestOf(again)
  assert.equal(request['scopes'], '*.view,policy.rule.manage')
  await fetch(await confirmed(request))
  const { code, stdout, stderr } = await finished(again)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /is kept as local in/, 'the server that commands ask')
  assert.equal((await runCli(['logout', '--revoke'], env)).code, 0)
})

const noTerminal = process.platform === 'linux' ? false : 'script(1) has other arguments here'

/** Logs in on a terminal, and answers the question whose token it is. */
async function onTerminal(answer: string, ...args: string[]) {
  const command = ['login', '--url', server.origin, '--name', 'asked', ...args]
  const child = startCli(command, env, null, { isTerminal: true })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += String(chunk)
    if (printed.includes('Keep it? [Y/n]') && answer !== '') {
      child.stdin.write(answer)
      answer = ''
    }
  })
  const ended = finished(child)
  await fetch(await confirmed(await requestOf(child)))
  const { code } = await ended
  child.stdin.destroy()
  return { code, printed }
}

test(
  'a terminal says whose token came before it is kept, and asks',
  { skip: noTerminal },
  async () => {
    const refused = await onTerminal('n\r')
    assert.match(refused.printed, /This token is caller-\S+'s\. Keep it\? \[Y\/n\]/)
    assert.equal(refused.code, 1, refused.printed)
    assert.match(refused.printed, /Nothing is kept/)
    assert.ok(!(await runCli(['servers'], env)).stdout.includes('asked'))

    const kept = await onTerminal('\r')
    assert.equal(kept.code, 0, kept.printed)
    assert.match((await runCli(['servers'], env)).stdout, /^asked /m)

    const unasked = await onTerminal('', '--yes')
    assert.equal(unasked.code, 0, unasked.printed)
    assert.ok(!unasked.printed.includes('Keep it?'))
    assert.match(unasked.printed, /caller-\S+ is logged in to /)
  },
)
