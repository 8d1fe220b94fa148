import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freePort } from '../../src/http/free-port.ts'
import { importAda } from '../ada.ts'
import { makeOwner, testServer } from '../harness.ts'
import { until } from '../until.ts'
import { assertAccessible, openBrowser, watchForErrors, withoutBrowser } from './browser.ts'
import { builtConsole } from './built-console.ts'

test(
  'a group shows who has it and who should; each row says why, and a miss what would make it match',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const [browser, consoleDirectory, port] = await Promise.all([
      openBrowser(),
      builtConsole(),
      freePort('127.0.0.1', 0),
    ])
    after(() => browser.close())
    const server = await testServer({ consoleDirectory, port })
    const ids = await importAda(server)
    const owner = await makeOwner(server)
    const read = async (path: string) => {
      const answer = await server.get(path, owner.token)
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    }
    const engine = (await read('/policy/rulesets?filter[search]=engine')).data.find(
      (row: { type: string }) => row.type === 'codehost_group',
    )
    const explain = (person: string) =>
      read(`/directory/users/${ids[person]}/explain?ruleset=${engine.id}`)

    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    const link = await server.call('POST', '/auth/sign-in-link', { token: owner.token, body: {} })
    await page.goto(link.body.url)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByRole('link', { name: 'Groups', exact: true }).click()
    await page.getByRole('row', { name: /Engine Managed/ }).waitFor()
    await assertAccessible(page)
    assert.equal(await page.getByRole('button', { name: 'Copy link of this view' }).count(), 0)
    await page.keyboard.press('/')
    await page.keyboard.type('engine')
    const view = `${server.origin}/groups?search=engine`
    await page.waitForURL(view)
    await page.getByRole('button', { name: 'Copy link of this view' }).click()
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')
    await until(async () => (await clipboard()) === view, 'the link of the view')
    await page.getByRole('link', { name: 'Attributes', exact: true }).click()
    await page.getByRole('row', { name: /Engineering department/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('row', { name: /Engineering department/ }).click()
    await page.getByRole('link', { name: /Qualifies/ }).click()
    await page.getByRole('row', { name: /Grace Hopper/ }).waitFor()
    await assertAccessible(page)

    await page.goto(`${server.origin}/groups/${engine.resource_id}`)
    const manifest = await read(`/policy/rulesets/${engine.id}/manifest-users`)
    for (const { included } of manifest.data)
      await page.getByRole('link', { name: included.directory_user.full_name }).waitFor()
    await page.getByText('Missing').first().waitFor()
    await assertAccessible(page)
    for (const tab of ['At the vendor', 'Rules', 'Timeline', 'Access']) {
      await page
        .getByRole('link', { name: new RegExp(`^${tab}`) })
        .first()
        .click()
      await page.locator(`a[aria-current="page"]:has-text("${tab}")`).waitFor()
      await page.waitForLoadState('networkidle')
      await assertAccessible(page)
    }

    await page.getByRole('slider').press('Home')
    await page.getByRole('button', { name: 'Back to now' }).waitFor()
    assert.ok(new URL(page.url()).searchParams.has('at'))
    await page.getByLabel('Date and time').fill('2020-01-01T00:00')
    await page.getByText('Muster does not know who had it then').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Back to now' }).click()

    await page.getByRole('row', { name: /^AL Ada Lovelace|^Ada Lovelace/ }).click()
    const panel = page.getByRole('complementary', { name: 'Why: Ada Lovelace' })
    await panel
      .getByText((await explain('ada')).why)
      .first()
      .waitFor()
    await assertAccessible(page)
    await panel.getByRole('link', { name: 'Open as a page' }).click()
    await page.getByRole('heading', { name: 'Why' }).waitFor()
    await page.locator('path[data-tone="met"]').first().waitFor({ state: 'attached' })
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Copy' }).click()
    const copied = await until(async () => {
      const text = await clipboard()
      return text !== view && text
    })
    assert.match(copied, /Engine: Ada Lovelace is in as Member: department is Engineering\./)
    assert.match(copied, /idp · department = Engineering, account changed .* UTC/)
    assert.ok(copied.endsWith(page.url()), copied)

    await page.getByRole('combobox', { name: 'Person' }).fill('adm')
    await page.getByRole('option', { name: /Ada Admin/ }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    const missed = await explain('adm-ada')
    await page.getByText(missed.nearest.would_match_if[0]).first().waitFor()
    await page.getByText('Nearest, not met').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('person'), ids['adm-ada'])

    const before = new Date().toISOString()
    const { token } = owner
    const left = await server.call('POST', `/directory/users/${ids['alan']}/deactivate`, { token })
    assert.equal(left.status, 200, left.text)
    await page.goto(`${server.origin}/groups/${engine.resource_id}?at=${before}`)
    await page.getByRole('row', { name: /Alan Turing .* Left/ }).click()
    await page.getByRole('heading', { name: 'What this person had' }).waitFor()
    await assertAccessible(page)

    await page.setViewportSize({ width: 360, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await assertAccessible(page)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= 360, `${width} px wide`)
    assert.deepEqual(errors, [])
  },
)
