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
    const child = startCli(['demo', '--people', '300', '--port', '0'])
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
    const lines = printed.split('\n').filter((line) => /^ {2}(curl|sed) /.test(line))
    assert.equal(lines.length, 7)
    // What a person would read, in whatever shape it comes.
    // oxlint-disable-next-line typescript/no-explicit-any
    const answers: any[] = []
    for (const line of lines) {
      const { stdout } = await run('sh', ['-c', line.trim()])
      answers.push(line.startsWith('  curl ') ? JSON.parse(stdout) : stdout)
    }

    const [person, role, logs, before, moved, after, why] = answers
    assert.match(person.id, /^drusr_/)
    assert.ok(person.included.policy_users.length > 0, 'they have access')
    assert.notEqual(person.included.user_manager, null)
    assert.equal(role, 'audit')
    const [log] = logs.data
    assert.equal(log.event, 'workspace.service_admin.update')
    assert.equal(log.changes.admin_role.new, 'audit')

    assert.match(moved, /1 changed/)
    assert.notEqual(JSON.stringify(after.data), JSON.stringify(before.data), 'the groups move')
    assert.equal(why.verdict, 'in')
    assert.match(why.why, /department is /)

    const counts = Object.entries(person.count)
    assert.equal(counts.length, 28)
    assert.deepEqual(
      counts.filter(([, count]) => count === 0),
      [],
    )
    const [, authorization = '', api = ''] =
      /(-H 'Auth[^']*') '(http.*?)\/directory/.exec(printed) ?? []
    for (const state of ['expiring', 'expired']) {
      const list = `curl -s ${authorization} '${api}/directory/users?filter%5Bstate%5D=${state}'`
      // The first ends are some seconds after the demo is ready.
      while (JSON.parse((await run('sh', ['-c', list])).stdout).data.length === 0) await sleep(200)
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
