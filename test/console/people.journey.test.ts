import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freePort } from '../../src/http/free-port.ts'
import { makeOwner, testServer } from '../harness.ts'
import { makeDirectoryUser } from '../people.ts'
import { assertAccessible, launchBrowser, watchForErrors, withoutBrowser } from './browser.ts'
import { builtConsole } from './built-console.ts'

const hostile = '<img src=x onerror=alert(1)>'

test(
  'a person signs in by link, finds somebody by a few letters, reads about them, and signs out',
  { skip: withoutBrowser, timeout: 120_000 },
  async () => {
    const [browser, consoleDirectory, port] = await Promise.all([
      launchBrowser(),
      builtConsole(),
      freePort('127.0.0.1', 0),
    ])
    after(() => browser.close())
    const server = await testServer({ consoleDirectory, port })
    const owner = await makeOwner(server)
    for (const first_name of ['Ada', 'Adam', 'Bea'])
      await makeDirectoryUser(server, { first_name, last_name: 'Lindqvist' })
    await makeDirectoryUser(server, { first_name: hostile, last_name: 'Mallory' })

    const page = await browser.newPage()
    const errors = watchForErrors(page)
    await page.goto(server.origin)
    await page.getByRole('heading', { name: 'Sign in to Muster' }).waitFor()
    await assertAccessible(page)

    const link = await server.call('POST', '/auth/sign-in-link', { token: owner.token, body: {} })
    await page.goto(link.body.url)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('row', { name: /Bea Lindqvist/ }).waitFor()
    await page.getByText(hostile).first().waitFor()
    await assertAccessible(page)

    await page.keyboard.press('/')
    await page.keyboard.type('adam')
    await page.getByRole('row', { name: /Bea Lindqvist/ }).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('search'), 'adam')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Bea Lindqvist/ }).waitFor()

    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `${hostile} Mallory` }).waitFor()
    for (const tab of ['Access', 'Accounts', 'Organisation', 'Timeline', 'Overview']) {
      await page.getByRole('link', { name: tab }).click()
      await page.locator(`a[aria-current="page"]:has-text("${tab}")`).waitFor()
      await page.waitForLoadState('networkidle')
      await assertAccessible(page)
    }

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('bea lind')
    await page.getByRole('option', { name: /Bea Lindqvist/ }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bea Lindqvist' }).waitFor()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('They are in no manifest now').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Deactivated').waitFor()

    await page.emulateMedia({ colorScheme: 'dark' })
    await assertAccessible(page)
    await page.getByRole('button', { name: /^caller/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Muster' }).waitFor()
    assert.deepEqual(errors, [])
  },
)
