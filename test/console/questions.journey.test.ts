import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freePort } from '../../src/http/free-port.ts'
import { importAda } from '../ada.ts'
import { makeOwner, testServer } from '../harness.ts'
import { assertAccessible, openBrowser, watchForErrors, withoutBrowser } from './browser.ts'
import { builtConsole } from './built-console.ts'

test(
  'on the page of a person one asks what another value would change, and what somebody else has',
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
    const page = await (await browser.newContext()).newPage()
    const errors = watchForErrors(page)
    const link = await server.call('POST', '/auth/sign-in-link', { token: owner.token, body: {} })
    await page.goto(link.body.url)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))

    await page.goto(`${server.origin}/people/${ids.ada}/what-if`)
    await page.getByText('Choose a value, a manager, a state or a date').waitFor()
    await assertAccessible(page)
    await page.getByRole('combobox', { name: 'A value of' }).fill('depart')
    await page.getByRole('option', { name: /^department/ }).click()
    const value = page.getByRole('combobox', { name: 'department would be' })
    await value.fill('Sales')
    await page
      .getByRole('option', { name: /^Sales/ })
      .first()
      .click()
    await page.getByRole('row', { name: /Gains Sales/ }).waitFor()
    await page.getByRole('row', { name: /Loses Engineering would not meet: department/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('combobox', { name: 'State' }).selectOption('Suspended')
    await page.getByText('They may be in no manifest then: is suspended.').waitFor()

    await page.getByRole('link', { name: 'Compare', exact: true }).click()
    await page.getByRole('combobox', { name: 'With a person' }).fill('grace')
    await page.getByRole('option', { name: /Grace Hopper/ }).click()
    await page.getByRole('row', { name: /Only here .*does not meet: costCenter/ }).waitFor()
    await page.getByRole('columnheader', { name: 'Grace Hopper' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('checkbox', { name: 'Those below' }).check()
    await page
      .getByRole('row', { name: /All .*1 of 1/ })
      .first()
      .waitFor()
    await assertAccessible(page)
    await page.goto(`${server.origin}/people/${ids.grace}/compare?team=true`)
    await page
      .getByRole('row', { name: /Only some .*1 of 2 .*does not meet/ })
      .first()
      .waitFor()

    const [group] = (await server.get('/directory/resources?filter[name]=Engine', owner.token)).body
      .data
    await page.goto(`${server.origin}/groups/${group.id}`)
    await page.getByRole('link', { name: 'Two dates' }).click()
    await page.getByText('Choose a day that has passed').waitFor()
    await assertAccessible(page)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('From the end of').fill(yesterday)
    await page.getByRole('row', { name: /Ada Lovelace Came/ }).waitFor()
    await assertAccessible(page)
    assert.deepEqual(errors.splice(0), [])
  },
)
