import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { builtConsole } from './console/built-console.ts'
import { pastePage } from './page-commands.ts'
import { finished, startCli } from './run-cli.ts'

const run = promisify(execFile)
const checkout = fileURLToPath(new URL('..', import.meta.url))

test(
  'the demo prints lines that work as pasted, and leaves nothing behind',
  { timeout: 2_400_000 },
  async (context) => {
    await builtConsole()
    const child = startCli(['demo', '--people', '300', '--port', '0'], { MUSTER_CONSOLE: '' })
    context.after(() => child.kill('SIGINT'))
    const end = finished(child)
    const readSummary = await signInEarly(child)
    const early = await readSummary()
    assert.equal(early.imports.finished + early.imports.unfinished, 15)
    assert.match(early.imports.runs[0].source, /\/exports\/[a-z-]+\.(jsonl?|csv)$/)
    let now = early
    while (now.people.active === 0) now = await readSummary()
    assert.ok(now.imports.unfinished > 0, 'people are shown while other files are imported')
    let printed = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        printed += String(chunk)
        if (printed.includes('Ctrl-C')) resolve()
      })
      void end.then(({ code, stderr }) =>
        reject(new Error(`the demo ended with ${code}: ${stderr}`)),
      )
    })
    const filled = await readSummary()
    assert.deepEqual(filled.imports, { unfinished: 0, finished: 0, runs: [] })
    const lines = printed.split('\n').filter((line) => /^ {2}(export |bin\/|curl |sed )/.test(line))
    const [settings = '', ...commands] = lines
    assert.match(settings, /^ {2}export /)
    const paste = async (command: string) =>
      (await run('sh', ['-c', `${settings}\n${command}`])).stdout
    const [, link = ''] = /^ {2}(http:\S+\/sign-in\/\S+)$/m.exec(printed) ?? []
    const { origin } = new URL(link)
    const signedIn = await fetch(link, { method: 'POST', redirect: 'manual', headers: { origin } })
    assert.deepEqual([signedIn.status, signedIn.headers.get('location')], [303, '/'])
    const console = await fetch(origin, { headers: { accept: 'text/html' } })
    assert.match(await console.text(), /<div id="root">/)

    await context.test('the tutorial works as pasted, and prints what it shows', () =>
      pastePage('tutorial.md', { directory: checkout, settings }),
    )

    const answers: string[] = []
    for (const line of commands) answers.push(await paste(line))

    const [access = '', before, moved, after, role, log, described = ''] = answers
    assert.equal(answers.length, 7)
    assert.match(access, /^RESOURCE .*\n.* qualifies: /)
    assert.match(before ?? '', / is not in .*\nwould be in if department is /)
    assert.match(moved ?? '', /\d changed/)
    assert.match(after ?? '', / is in .*\nis in as Developer: department is /)
    assert.match(role ?? '', / is now audit on /)
    assert.match(log ?? '', /workspace\.service_admin\.update .*admin_role: \w+ → audit/)
    const person = JSON.parse(described)
    assert.match(person.id, /^drusr_/)
    assert.ok(person.included.policy_users.length > 0, 'they have access')
    assert.notEqual(person.included.user_manager, null)

    const counts = Object.entries(person.count)
    assert.equal(counts.length, 28)
    assert.deepEqual(
      counts.filter(([, count]) => count === 0),
      [],
    )
    for (const state of ['expiring', 'expired']) {
      const list = `curl -s -g -H "Authorization: Bearer $MUSTER_TOKEN" "$MUSTER_URL/api/v1/directory/users?filter[state]=${state}"`
      // The first ends are some seconds after the demo is ready.
      while (JSON.parse(await paste(list)).data.length === 0) await sleep(200)
    }

    const [, exportsDirectory = ''] = / DEMO_EXPORTS=(\S+)/.exec(printed) ?? []
    const directory = dirname(exportsDirectory)
    assert.match(directory, /muster-demo-[0-9A-Za-z]{6}$/)
    const modes = [directory, join(directory, 'exports')].map(
      async (path) => (await stat(path)).mode & 0o777,
    )
    assert.deepEqual(await Promise.all(modes), [process.geteuid?.() === 0 ? 0o711 : 0o700, 0o700])
    await pasteHowTos(context, directory, settings)

    const page = await readFile(new URL('../docs/policy.md', import.meta.url), 'utf8')
    const example = join(directory, 'policy.yaml')
    await writeFile(example, /^```yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '')
    assert.match(
      await paste(`bin/muster policy apply ${example} --yes`),
      /^Applied: \d+ resources/m,
    )

    child.kill('SIGINT')
    const { code, stderr } = await end
    assert.equal(code, 0, stderr)
  },
)

/** Signs in by the link that is printed before the last file. @returns reads how far the demo is */
async function signInEarly(child: ReturnType<typeof startCli>) {
  const link = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.once('data', () => reject(new Error('it is ready before it could be opened')))
    child.once('close', () => reject(new Error(said)))
    child.stderr.on('data', (chunk) => {
      said += String(chunk)
      const [, found] = /^ {2}(http:\S+\/sign-in\/\S+)$/m.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const { origin } = new URL(link)
  const signedIn = await fetch(link, { method: 'POST', redirect: 'manual', headers: { origin } })
  assert.equal(signedIn.status, 303)
  const page = await fetch(origin, { headers: { accept: 'text/html' } })
  assert.match(await page.text(), /<div id="root">/)
  const [cookie = ''] = signedIn.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '')
  return async () =>
    JSON.parse(
      await (await fetch(`${origin}/api/v1/workspace/summary`, { headers: { cookie } })).text(),
    )
}

/** Their state adds up: each page works after those before it, and in a demo that is new. */
async function pasteHowTos(context: TestContext, demo: string, settings: string): Promise<void> {
  const directory = join(demo, 'how-to')
  await mkdir(directory)
  // The name that the pages use for the list of accounts.
  await copyFile(join(demo, 'exports', 'idp-users.jsonl'), join(directory, 'okta-users.json'))
  const withPath = `${settings}\nexport PATH=${checkout}bin:$PATH`
  // What installs a server can't be pasted beside the demo: the tests of `deploy` and of the package do what these pages say.
  const pages = await readdir(join(checkout, 'docs/how-to'))
  for (const page of pages.filter((each) => !each.startsWith('deploy-')).toSorted())
    await context.test(`how-to/${page} works as pasted`, () =>
      pastePage(`how-to/${page}`, { directory, settings: withPath }),
    )
}
