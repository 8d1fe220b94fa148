import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProvider } from '../../src/workspace/oidc/provider-for-tests.ts'
import { makeDirectoryUser } from '../people.ts'
import { calm, watchForErrors, withoutBrowser } from './browser.ts'
import { followLink, openConsole } from './open-console.ts'
import { startReverseProxy } from './reverse-proxy.ts'

test(
  'behind a proxy that serves it below a path, a person signs in, opens a person, and signs out',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const proxy = await startReverseProxy('/it/muster')
    const publicOrigin = proxy.address
    const acme = await startProvider('acme', {
      publicOrigin,
      roles: { claim: 'groups', byValue: new Map([['admins', ['workspace.owner']]]) },
    })
    acme.person = { sub: 'ada', name: 'Ada', email: 'ada@acme.example', groups: ['admins'] }
    const opened = await openConsole(async () => [acme.issuer], { publicOrigin })
    proxy.upstream = Number(new URL(opened.server.origin).port)
    const wanted = await makeDirectoryUser(opened.server, {
      first_name: 'Bea',
      last_name: 'Lindqvist',
    })
    const first = await opened.browser.newPage(calm)
    const errors = watchForErrors(first)
    await followLink(opened, opened.owner, first)
    await first.getByRole('link', { name: 'People' }).first().waitFor()
    assert.equal(first.url(), `${publicOrigin}/`)
    await first.goto(`${publicOrigin}/docs`)
    await first.locator('.opblock-summary-path').first().waitFor()

    for (const strips of [false, true]) {
      proxy.strips = strips
      const page = await opened.browser.newPage(calm)
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.goto(`${publicOrigin}/people`)
      await page.getByRole('link', { name: 'Sign in with Issuer acme' }).click()
      await page.getByRole('link', { name: 'Bea Lindqvist' }).first().click()
      await page.getByRole('heading', { name: 'Bea Lindqvist' }).waitFor()
      assert.ok(page.url().startsWith(`${publicOrigin}/people/${wanted.id}`), page.url())
      // A deep page of its own, whose files are found from there.
      await page.reload()
      await page.getByRole('heading', { name: 'Bea Lindqvist' }).waitFor()
      await page.getByRole('button', { name: /^Ada/ }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await page.getByRole('link', { name: 'Sign in with Issuer acme' }).waitFor()
      assert.equal(page.url(), `${publicOrigin}/`)
      await page.close()
    }
    assert.deepEqual(errors, [])
    // Browsers look for an icon there, for a page that names none.
    assert.deepEqual(new Set([...proxy.escaped, '/favicon.ico']), new Set(['/favicon.ico']))
  },
)
