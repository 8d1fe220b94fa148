import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { finished, runCli, startCli } from '../run-cli.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const home = await mkdtemp(join(tmpdir(), 'muster-login-'))
after(() => rm(home, { recursive: true }))
// The address is taken from what the command prints: this browser opens nothing.
const env = { XDG_CONFIG_HOME: home, BROWSER: 'true', TZ: 'UTC' }

/** The command, with the address that it printed. */
async function startLogin(args: readonly string[], url: string) {
  const child = startCli(['login', '--url', url, ...args], env, null)
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stderr.on('data', (chunk) => {
      printed += String(chunk)
      const [found] = /http\S+\/login\?\S+/.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    })
    child.on('close', () => reject(new Error(`it ended: ${printed}`)))
  })
  return { child, address, ended: finished(child) }
}

test(
  'a person confirms in the browser that the command line gets a token of theirs',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const { page, errors } = await signedInPage(world, owner)
    await page.getByRole('heading', { level: 1 }).waitFor()

    const first = await startLogin(['--browser', 'open'], server.origin)
    await page.goto(first.address)
    await page.getByRole('heading', { name: 'Log in on the command line' }).waitFor()
    await page.getByText(/^muster on /).waitFor()
    await page.getByText('*.view: everything that only reads, without raw profiles').waitFor()
    await page.getByText(/^This computer \(127\.0\.0\.1:\d+\)$/).waitFor()
    await page.getByText(/ at the latest$/).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Create token and log in' }).click()
    await page.getByRole('heading', { name: 'Return to the terminal' }).waitFor()
    const run = await first.ended
    assert.equal(run.code, 0, run.stderr)
    assert.match(run.stdout, /^caller-\S+ is logged in to http\S+ until 20/)
    assert.ok(!`${run.stdout}${run.stderr}`.includes('mst_'))
    const caller = await runCli(['whoami', '-o', 'id'], env)
    assert.equal(caller.stdout, `${owner.id}\n`, caller.stderr)

    const second = await startLogin(
      [
        '--browser',
        'print',
        '--name',
        'writer',
        '--scope',
        '*.view',
        '--scope',
        'policy.rule.manage',
      ],
      server.origin,
    )
    await page.goto(second.address)
    await page.getByText('*.view, policy.rule.manage').waitFor()
    await page.getByText(/Never give the code to another person/).waitFor()
    await page.getByRole('button', { name: 'Create token and log in' }).click()
    const button = page.getByRole('button', { name: /^Copy mst_c/ })
    await button.waitFor()
    await assertAccessible(page)
    second.child.stdin.end(await button.innerText())
    const copied = await second.ended
    assert.equal(copied.code, 0, copied.stderr)
    const tokens = await runCli(['token', 'list', '--server', 'writer', '--json'], env)
    const { data } = JSON.parse(tokens.stdout)
    assert.deepEqual(data.at(-1).scopes, ['*.view', 'policy.rule.manage'], tokens.stderr)

    await page.goto(`${server.origin}/login`)
    await page.getByText('No command asks for a login here').waitFor()
    assert.deepEqual(errors, [])
  },
)
