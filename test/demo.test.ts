import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { finished, startCli } from './run-cli.ts'

const run = promisify(execFile)

test(
  'the demo prints lines that work as pasted, and leaves nothing behind',
  { timeout: 120_000 },
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

    const answers: string[] = []
    for (const line of commands) answers.push(await paste(line))

    const [access = '', before, moved, after, role, log, described = ''] = answers
    assert.equal(answers.length, 7)
    assert.match(access, /^RESOURCE .*\n.* qualifies: /)
    assert.match(before ?? '', / is not in .*\nwould be in if department is /)
    assert.match(moved ?? '', /1 changed/)
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

    const [, dataDirectory = ''] = /MUSTER_DATA_DIRECTORY=(\S+)/.exec(printed) ?? []
    const page = await readFile(new URL('../docs/policy.md', import.meta.url), 'utf8')
    const example = join(dirname(dataDirectory), 'policy.yaml')
    await writeFile(example, /^```yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '')
    const command = `MUSTER_DATA_DIRECTORY=${dataDirectory} bin/muster import ${example}`
    assert.match((await run('sh', ['-c', command])).stdout, /^rules +5 created$/m)

    child.kill('SIGINT')
    const { code, stderr } = await end
    assert.equal(code, 0, stderr)
  },
)
