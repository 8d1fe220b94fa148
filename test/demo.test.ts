import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { pastePage } from './page-commands.ts'
import { finished, startCli } from './run-cli.ts'

const run = promisify(execFile)
const checkout = fileURLToPath(new URL('..', import.meta.url))

test(
  'the demo prints lines that work as pasted, and leaves nothing behind',
  { timeout: 900_000 },
  async (context) => {
    const child = startCli(['demo', '--people', '300', '--port', '0'], { MUSTER_CONSOLE: '' })
    context.after(() => child.kill('SIGINT'))
    const end = finished(child)
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

/** Their state adds up: each page works after those before it, and in a demo that is new. */
async function pasteHowTos(context: TestContext, demo: string, settings: string): Promise<void> {
  const directory = join(demo, 'how-to')
  await mkdir(directory)
  // The name that the pages use for the list of accounts.
  await copyFile(join(demo, 'exports', 'idp-users.jsonl'), join(directory, 'okta-users.json'))
  const withPath = `${settings}\nexport PATH=${checkout}bin:$PATH`
  for (const page of (await readdir(join(checkout, 'docs/how-to'))).toSorted())
    await context.test(`how-to/${page} works as pasted`, () =>
      pastePage(`how-to/${page}`, { directory, settings: withPath }),
    )
}
