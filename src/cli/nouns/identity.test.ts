import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentsWorld, staff } from '../../../test/incidents-world.ts'
import { runCli } from '../../../test/run-cli.ts'

const { server, token, members } = await incidentsWorld(staff)
const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: token, TZ: 'UTC' }
const run = (...args: string[]) => runCli(['identity', ...args], env)

async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args)
  assert.equal(code, 0, stderr)
  return stdout
}

test('an account is taken from its person and given back, after the plan was shown', async () => {
  const unasked = await run('unlink', 's01', '--reason', 'Of another person')
  assert.equal(unasked.code, 1)
  assert.match(unasked.stderr, /First s01 Last/)
  assert.match(unasked.stderr, /Give --yes to apply without being asked/)
  assert.ok((await members('sellers')).includes('s01'))

  const taken = await printed('unlink', 's01', '--reason', 'Of another person', '--yes')
  assert.match(taken, /^Applied: /)
  assert.ok(!(await members('sellers')).includes('s01'))
  const orphans = await printed('list', '--state', 'orphan')
  assert.match(
    orphans,
    /^NAME +E-MAIL +STATE +AT THE SOURCE +SOURCE +PERSON +SUGGESTION +BECAUSE OF +ID +ID AT THE SOURCE\nFirst s01 Last .* dridt_\w+ +s01\n/,
  )
  await server.query("update identity set vendor_state = 'suspended' where vendor_id = 's01'")
  assert.match(await printed('list', '--state', 'orphan'), /First s01 Last .* orphan +suspended +/)
  assert.match(await printed('show', 's01'), /\nstate +orphan\nat the source +suspended\n/)
  await server.query("update identity set vendor_state = 'active' where vendor_id = 's01'")
  const accounts = await printed('list', '--limit', '3')
  assert.match(accounts, /\n(First \w+ Last) .* \1 /)
  assert.match(await printed('list', '--limit', '3', '--csv'), /,drusr_\w+,/)
  assert.match(await printed('show', 's01@example.com'), /\nbecause +Of another person\n/)

  await printed('link', 's01', 's01@example.com', '--reason', 'HR-12', '--yes')
  assert.ok((await members('sellers')).includes('s01'))
  await server.query(
    "update directory_user set email = 's01@example.com' where email = 's02@example.com'",
  )
  const twofold = await run('link', 's01', 's01@example.com', '--reason', 'HR-12', '--yes')
  assert.match(
    twofold.stderr,
    /^s01@example\.com may be one of these; give an id:\n +NAME .*\n +First s01 Last +\S+ +active +drusr_\w+.*\n +First s02 Last/,
  )
  const unknown = await run('link', 'nobody', 's01@example.com', '--reason', 'HR-12', '--yes')
  assert.match(unknown.stderr, /^No account is named nobody\. Look with `muster identity list`\./)
})

test('accounts are found by their texts, and a conflict shows everyone who is meant', async () => {
  await server.query("update identity set handle = 'seller.six' where vendor_id = 's06'")
  const id = (await printed('show', 's06', '-o', 'id')).trim()
  for (const filter of [
    ['--search', 's06'],
    ['--email', 'S06@example.com'],
    ['--handle', 'seller.six'],
    ['--vendor-id', 's06'],
    ['--vendor-id', 's06', '--created-after', '2020-01-01'],
  ])
    assert.equal(await printed('list', ...filter, '-o', 'id'), `${id}\n`, filter.join(' '))
  assert.equal(await printed('list', '--linked-before', '2020-01-01', '-o', 'id'), '')

  await printed('unlink', 's06', '--reason', 'Two people have the address', '--yes')
  await server.query(
    "update directory_user set email = 's06@example.com' where email = 's07@example.com'",
  )
  await server.query("update identity set link_evidence = null where vendor_id = 's06'")
  const shown = await printed('show', 's06')
  assert.match(shown, /\n\nMAY BELONG TO +SAME +ID\n/)
  assert.match(shown, /\nFirst s06 Last +email, .*full_name +drusr_\w+\n/)
  assert.match(shown, /\nFirst s07 Last +email +drusr_\w+\n/)
})
