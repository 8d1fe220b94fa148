import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importAda } from '../../../test/ada.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const server = await testServer()
await importAda(server)
const owner = await makeOwner(server)

const run = (...args: string[]) =>
  runCli(args, { MUSTER_URL: server.origin, MUSTER_TOKEN: owner.token, TZ: 'UTC' })

async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args)
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`)
  return stdout
}
const parsed = async (...args: string[]) => JSON.parse(await printed(...args, '--json'))

type Rule = { id: string; key: string; state: string }
const rulesInForce = async (): Promise<Rule[]> =>
  (await parsed('rule', 'list', 'acme/engine', '--state', 'active')).data
const lastPlan = async () => (await parsed('plan', 'list', '--limit', '1')).data[0]
const engineersInForce = async () =>
  (await rulesInForce()).find(({ key }) => key === 'engineers')?.id
const engineers = (await engineersInForce()) ?? ''
const isInForce = async () => (await engineersInForce()) !== undefined

/** Asks without --yes, then plans, then applies. @returns the id of the plan that was applied */
async function askPlanApply(command: readonly string[], effect: RegExp): Promise<string> {
  const before = await isInForce()
  const unasked = await run(...command)
  assert.deepEqual([unasked.code, unasked.stdout], [1, ''])
  assert.match(unasked.stderr, effect)
  assert.match(
    unasked.stderr,
    /\nNothing was applied\. Give --yes to apply without being asked\.\n$/,
  )
  const planned = await printed(...command, '--plan')
  assert.match(planned, effect)
  assert.match(planned, /\nIt is ready\.\n$/)
  assert.equal(await isInForce(), before, 'a plan changes nothing')
  assert.match(await printed(...command, '--yes'), /^Applied: 1 resource, 2 people: 1 .*\.\n$/)
  return (await lastPlan()).id
}

/** Two blanks are between columns. */
const cellsOf = (line: string) => line.trimEnd().split(/ {2,}/)
const without = (at: number, cells: readonly string[] = []) =>
  cells.filter((_, each) => each !== at)

test('a rule that has ended is put back by a plan, and the versions say who did what by which plan', async () => {
  await printed('rule', 'deactivate', engineers, '--yes')
  const ending = (await lastPlan()).id
  assert.equal(await isInForce(), false)
  const putBack = ['rule', 'put-back', engineers]
  const plan = await askPlanApply(putBack, /\n {2}\+ 1 added: Grace Hopper \(member\)\n/)
  assert.equal(await isInForce(), true)

  const back = (await engineersInForce()) ?? ''
  const table = await printed('ruleset', 'versions', 'acme/engine')
  const [head, copy, ...others] = table.trimEnd().split('\n').map(cellsOf)
  assert.deepEqual(head, [
    'RULE',
    'ROLE',
    'STATE',
    'ID',
    'FROM',
    'DIFFERENCE',
    'LAST',
    'AT',
    'BY',
    'PLAN',
  ])
  const said = ['department is Engineering', 'member']
  const by = [owner.id, plan]
  assert.deepEqual(without(7, copy), [
    ...said,
    'active',
    back,
    `${engineers} (copied)`,
    '–',
    'policy.rule.change',
    ...by,
  ])
  assert.match(copy?.[7] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  const former = others.find((cells) => cells.includes(engineers))
  const end = ['policy.rule.deactivate', owner.id, ending]
  assert.deepEqual(without(7, former), [...said, 'deactivated', engineers, '–', '–', ...end])
  assert.equal(others.length, 3)
  const { data } = await parsed('ruleset', 'versions', 'acme/engine')
  assert.equal(data[0].steps[0].plan_id, plan)
  const again = await run('rule', 'put-back', back)
  assert.deepEqual([again.code, again.stdout], [1, ''])
  assert.match(again.stderr, /^422: /)
})

test('a plan is undone by another, which names what was changed since', async () => {
  await printed('rule', 'deactivate', (await engineersInForce()) ?? '', '--yes')
  const ending = (await lastPlan()).id
  assert.equal(await isInForce(), false)
  await askPlanApply(['plan', 'revert', ending], /\n {2}\+ 1 added: Grace Hopper \(member\)\n/)
  assert.equal(await isInForce(), true)

  const update = (...flags: string[]) => printed('settings', 'update', ...flags, '--yes')
  const { removal_limit_percent: percent } = await parsed('settings', 'show')
  await update('--removal-limit-people', '7', '--removal-limit-percent', '9')
  const both = (await lastPlan()).id
  await update('--removal-limit-people', '8')
  const { stdout, stderr, code } = await run('plan', 'revert', both, '--yes')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^Applied: /)
  assert.match(
    stderr,
    /\nLeft as it is:\n {2}pocfg_\w+: Its removal limit people was changed since\.\n/,
  )
  const now = await parsed('settings', 'show')
  assert.deepEqual([now.removal_limit_people, now.removal_limit_percent], [8, percent])
})
