import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { finished, startCli } from './run-cli.ts'

const run = promisify(execFile)

test('the demo prints lines that work as pasted, and leaves nothing behind', { timeout: 120_000 }, async () => {
  const child = startCli(['demo', '--people', '300', '--port', '0'])
  const end = finished(child)
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      if (printed.includes('Ctrl-C')) resolve()
    })
    void end.then(({ code, stderr }) => reject(new Error(`the demo ended with ${code}: ${stderr}`)))
  })
  const lines = printed.split('\n').filter((line) => line.startsWith('  curl '))
  assert.equal(lines.length, 3)
  const answers: unknown[] = []
  for (const line of lines) answers.push(JSON.parse((await run('sh', ['-c', line.trim()])).stdout))

  const [person, role, logs] = answers
  // oxlint-disable-next-line typescript/no-explicit-any -- what a person would read
  const described = person as any
  assert.match(described.id, /^drusr_/)
  assert.ok(described.included.policy_users.length > 0, 'they have access')
  assert.notEqual(described.included.user_manager, null)
  assert.equal(role, 'audit')
  // oxlint-disable-next-line typescript/no-explicit-any -- what a person would read
  const [log] = (logs as any).data
  assert.equal(log.event, 'workspace.service_admin.update')
  assert.equal(log.changes.admin_role.new, 'audit')

  child.kill('SIGINT')
  const { code, stderr } = await end
  assert.equal(code, 0, stderr)
})
