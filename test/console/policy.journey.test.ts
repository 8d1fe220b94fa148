import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { encodeId } from '../../src/contract/ids.ts'
import { makeCaller, type TestServer } from '../harness.ts'
import { manifestOf, storeIntegrations, storePeople } from '../people-fixture.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const hostile = '<img src=x onerror=alert(1)>'
const people = [
  { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
  { email: 'bob@x.example', profile: { department: 'Sales', level: '3' } },
  { email: 'cy@x.example', profile: { department: 'Legal', level: '7' } },
  { email: 'dee@x.example', profile: { department: 'Sales', level: '2' } },
  { email: 'eve@x.example', profile: { department: hostile, level: '1' } },
]

async function manageGroups(server: TestServer): Promise<string> {
  await storeIntegrations(server.database)
  await storePeople(server.database, people)
  await server.database.transaction(({ tx }) =>
    tx
      .insertInto('ruleset')
      .columns(['type', 'resource_id', 'state'])
      .expression(
        tx
          .selectFrom('resource')
          .select((select) => ['type', 'id', select.val('managed').as('state')]),
      )
      .execute(),
  )
  const [row] = await server.query<{ id: string }>(
    `select s.id from ruleset s join resource o on o.id = s.resource_id where o.vendor_id = '12'`,
  )
  return encodeId('ruleset', row?.id ?? '')
}

/** Chooses in a field with suggestions. */
async function choose(page: Page, field: string, typed: string, option: RegExp): Promise<void> {
  const input = page.getByRole('combobox', { name: field }).last()
  await input.click()
  await input.fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

test(
  'a rule is written as a sentence, activated by a plan, replaced by a copy, and an exception is made',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const ruleset = await manageGroups(server)
    const read = async (path: string) =>
      (await server.get(`/policy/rulesets/${ruleset}${path}`, owner.token)).body

    const { page, errors } = await signedInPage(opened, owner)
    await page.getByRole('navigation').first().waitFor()
    await page.goto(`${server.origin}/policy`)
    await page.getByRole('row', { name: /group 12/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'group 12' }).click()
    await page.getByText('No rule is in force or in draft').waitFor()
    await assertAccessible(page)

    await page.getByRole('link', { name: 'New rule' }).first().click()
    await page.getByRole('option', { name: /^department/ }).waitFor()
    await assertAccessible(page)
    await choose(page, 'What the condition asks about', 'depart', /^department/)
    await choose(page, 'Value', 'sal', /^Sales 3 people/)
    await page.getByText('3 would enter').waitFor()
    await page.keyboard.press('Escape')
    await choose(page, 'Check a person', 'cy', /^cy@x.example/)
    await page.getByText('cy@x.example does not meet one condition.').waitFor()
    await page.getByText('has: Legal').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('heading', { name: 'department is Sales' }).waitFor()
    const [drafted] = (await read('/rules')).data
    assert.deepEqual([drafted.state, drafted.description], ['staged', 'department is Sales'])

    // No time was shown for a while.
    await page.clock.setSystemTime(Date.now() + 600_000)
    await page.getByRole('button', { name: 'Activate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 people').first().waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Activate rule' }).click()
    await page.getByText('3 people in by it').waitFor()
    await page.getByText('3 in it already').waitFor()
    await page.getByText('10 minutes ago').first().waitFor()
    assert.equal((await manifestOf(server, '12')).length, 3)
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Change by a copy' }).click()
    await page.getByText('This draft is a copy.').waitFor()
    await choose(page, 'Value', '', /^<img/)
    await page.getByText('3 would leave').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: `department is ${hostile}` }).waitFor()
    await page.getByRole('button', { name: 'Activate' }).click()
    await dialog.getByRole('button', { name: 'Activate rule' }).click()
    await page.getByText('1 person in by it').waitFor()
    assert.deepEqual(await manifestOf(server, '12'), ['eve@x.example member active'])

    await page.getByRole('link', { name: 'group 12' }).click()
    await page.getByRole('link', { name: 'Exceptions' }).click()
    await page.getByRole('button', { name: 'Let someone in' }).click()
    await choose(page, 'Person', 'cy', /^cy@x.example/)
    await dialog.getByLabel('Reason').fill('Covers for Eve')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Give access' }).click()
    await page.getByRole('row', { name: /cy@x.example.*Covers for Eve/ }).waitFor()
    await assertAccessible(page)
    const [exception] = (await read('/rules?filter[is_exception]=true')).data
    assert.equal(exception.reason, 'Covers for Eve')

    await page.getByRole('link', { name: 'Settings' }).last().click()
    await page.getByLabel('Sensitive').check()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByRole('button', { name: 'Save settings' }).waitFor({ state: 'detached' })
    assert.equal((await read('')).is_sensitive, true)
    await assertAccessible(page)

    const delegate = await makeCaller(server, [])
    await page.getByRole('link', { name: 'Admins' }).click()
    await page.getByRole('button', { name: 'Add an admin' }).click()
    const [person] = await server.query<{ name: string }>(
      'select name from workspace_user where id = $1',
      [delegate.uuid],
    )
    const name = person?.name ?? ''
    // Until the people arrive, what is typed is not offered as one.
    await page.route(/\/workspace\/users\?/, async (route) => {
      await setTimeout(1000)
      await route.continue()
    })
    await choose(page, 'Person who signs in', name, new RegExp(`^${name}`))
    await dialog.getByRole('button', { name: 'Give the role' }).click()
    await page.getByRole('button', { name: 'Remove' }).waitFor()
    await assertAccessible(page)
    const [admin] = (await read('/admins')).data
    assert.deepEqual([admin.workspace_user_id, admin.role], [delegate.id, 'create'])

    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('link', { name: /^Rules/ }).click()
    await page.getByRole('link', { name: /^department is <img/ }).click()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'Change details' }).click()
    await dialog.getByLabel('Description').fill('The one with the odd department')
    await dialog.getByLabel('Priority').fill('7')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Show what would happen' }).click()
    await dialog.getByRole('button', { name: 'Change rule' }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Change rule' }).click()
    await page.getByRole('heading', { name: 'The one with the odd department' }).waitFor()
    const inForce = (await read('/rules?filter[state]=active')).data.filter(
      (rule: { reason: string | null }) => rule.reason === null,
    )
    assert.deepEqual(
      inForce.map((rule: { priority: number }) => rule.priority),
      [7],
    )

    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await dialog.getByText('What someone has changed since stays as it is').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: `department is ${hostile}` }).waitFor()
    await page.getByRole('link', { name: 'group 12' }).click()
    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByRole('row', { name: /also department is <img/ }).waitFor()
    await assertAccessible(page)
    const former = page.getByRole('row', { name: /^department is Sales/ })
    await former.getByRole('button', { name: 'Put back' }).click()
    await dialog.getByRole('button', { name: 'Put back' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor()
    assert.equal((await manifestOf(server, '12')).length, 4)
    await page.goto(`${server.origin}/plans`)
    await page
      .getByRole('row', { name: /Put back/ })
      .getByRole('button', { name: 'Undo' })
      .click()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row', { name: /Undo: Put back/ }).waitFor()
    assert.equal((await manifestOf(server, '12')).length, 2)
    assert.deepEqual(errors, [])
  },
)

test(
  'a list that was asked for before a change, and answered after it, shows the change',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const ruleset = await manageGroups(server)
    const delegate = await makeCaller(server, [])
    const [person] = await server.query<{ name: string }>(
      'select name from workspace_user where id = $1',
      [delegate.uuid],
    )
    const name = person?.name ?? ''
    const { page, errors } = await signedInPage(opened, owner)
    const isAdded = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.route(
      /\/admins\?/,
      async (route) => {
        const response = await route.fetch()
        await isAdded
        await setTimeout(500)
        // The console may have given it up.
        await route.fulfill({ response }).catch(() => undefined)
      },
      { times: 1 },
    )
    await page.goto(`${server.origin}/policy/${ruleset}/admins`)
    await page.getByRole('button', { name: 'Add an admin' }).click()
    await choose(page, 'Person who signs in', name, new RegExp(`^${name}`))
    await page.getByRole('button', { name: 'Give the role' }).click()
    await page.getByRole('row', { name }).waitFor()
    assert.deepEqual(errors, [])
  },
)

test(
  'who may only read policy sees it whole, and no control that would be refused',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const ruleset = await manageGroups(server)
    const post = async (path: string, body: object) =>
      (await server.call('POST', path, { token: owner.token, body })).body
    const rule = await post(`/policy/rulesets/${ruleset}/rules`, {
      role: 'member',
      conditions: [
        {
          type: 'identity',
          profile_key: 'department',
          profile_operator: 'equals',
          profile_value: 'Sales',
        },
      ],
    })
    const auditor = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
    const { page, errors } = await signedInPage(opened, auditor)
    await page.getByRole('navigation').first().waitFor()
    const base = `/policy/${ruleset}`
    const pages = [
      ['/policy', 'group 12'],
      [base, 'department is'],
      [`${base}/exceptions`, 'No exception'],
      [`${base}/admins`, 'No one has a role'],
      [`${base}/settings`, 'Sensitive'],
      [`${base}/rules/${rule.id}`, 'department is …'],
      [`${base}/rules/new`, 'Drafting rights'],
    ] as const
    const writes =
      /New rule|Let someone in|Add an admin|Remove|Save|Activate|Actions|Change by a copy/
    for (const [path, shown] of pages) {
      await page.goto(server.origin + path)
      await page.getByText(shown).first().waitFor()
      await page.waitForLoadState('networkidle')
      const main = page.getByRole('main')
      assert.equal(await main.getByRole('button', { name: writes }).count(), 0, path)
      assert.equal(await main.getByRole('link', { name: writes }).count(), 0, path)
      await assertAccessible(page)
    }
    assert.deepEqual(errors, [])
  },
)

test(
  'a rule is scheduled for a date, and one beyond a limit asks for the approval of another person',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { server, owner } = opened
    const ruleset = await manageGroups(server)
    const send = async (method: string, path: string, body: object) => {
      const answer = await server.call(method, path, { token: owner.token, body })
      assert.ok(answer.status < 300, answer.text)
      return answer.body
    }
    const makeRule = (department: string) =>
      send('POST', `/policy/rulesets/${ruleset}/rules`, {
        role: 'member',
        description: `Only ${department}`,
        conditions: [
          {
            type: 'identity',
            profile_key: 'department',
            profile_operator: 'equals',
            profile_value: department,
          },
        ],
      })
    const ruleNow = async (id: string) =>
      (await server.get(`/policy/rules/${id}`, owner.token)).body

    const { page, errors } = await signedInPage(opened, owner)
    await page.getByRole('navigation').first().waitFor()
    const dated = await makeRule('Legal')
    await page.goto(`${server.origin}/policy/${ruleset}/rules/${dated.id}`)
    await page.getByRole('button', { name: 'Activate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('On a date').click()
    await dialog.getByText('Fill in the fields').waitFor()
    const at = '2099-06-01T09:00'
    await dialog.getByLabel('Date and time').fill(at)
    const schedule = dialog.getByRole('button', { name: 'Schedule rule' })
    await schedule.waitFor()
    await assertAccessible(page)
    await schedule.click()
    await page.getByRole('button', { name: 'Take back the date' }).waitFor()
    const scheduled = await ruleNow(dated.id)
    assert.deepEqual(
      [scheduled.state, Date.parse(scheduled.timestamp.activates_at)],
      ['staged', new Date(at).getTime()],
    )
    assert.deepEqual(await manifestOf(server, '12'), [])
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Take back the date' }).click()
    await page.getByRole('button', { name: 'Take back the date' }).waitFor({ state: 'detached' })
    assert.equal((await ruleNow(dated.id)).timestamp.activates_at, null)

    await send('PATCH', `/policy/rulesets/${ruleset}`, { is_sensitive: true })
    const many = await makeRule('Sales')
    const address = `${server.origin}/policy/${ruleset}/rules/${many.id}`
    const activator = await makeCaller(server, [
      'policy.rule.view',
      'policy.rule.manage',
      'directory.user.view',
    ])
    const other = await signedInPage(opened, activator)
    await other.page.getByRole('navigation').first().waitFor()
    await other.page.goto(address)
    await other.page.getByRole('button', { name: 'Activate' }).click()
    await other.page.getByText('This is beyond a limit').waitFor()
    await other.page.getByText('Only a person with the permission policy.change.approve').waitFor()
    assert.equal(await other.page.getByRole('button', { name: 'Activate rule' }).count(), 0)
    await assertAccessible(other.page)
    await other.page.getByRole('link', { name: 'See every person in the plan' }).click()
    await other.page.waitForURL(/\/plans\//)
    const plan = other.page.url()
    assert.deepEqual(await manifestOf(server, '12'), [])

    await page.goto(plan)
    await page.getByText('You have the permission policy.change.approve').waitFor()
    await page.getByRole('button', { name: 'Apply plan' }).click()
    await page.getByRole('button', { name: 'Apply plan' }).last().click()
    await page.getByText('The plan was applied.').waitFor()
    assert.equal((await manifestOf(server, '12')).length, 3)
    await other.page.goto(address)
    await other.page.getByText('3 people in by it').waitFor()
    assert.deepEqual([...errors, ...other.errors], [])
  },
)
