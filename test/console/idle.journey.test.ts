import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Request } from 'playwright-core'
import { withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const isRead = (request: Request) => request.url().includes('/directory/users?')

test(
  'a page that nobody touches says so with what it reads',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { page, errors } = await signedInPage(opened, opened.owner)
    await page.clock.install()
    await page.goto(`${opened.server.origin}/people`)
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.waitForLoadState('networkidle')
    /** What the next read of the page says of itself. */
    const readAgain = async () => {
      const [request] = await Promise.all([
        page.waitForRequest(isRead),
        page.evaluate('void self.__TANSTACK_QUERY_CLIENT__.refetchQueries()'),
      ])
      await page.waitForLoadState('networkidle')
      return request.headers()['muster-background']
    }
    assert.equal(await readAgain(), undefined)
    await page.clock.fastForward(61_000)
    assert.equal(await readAgain(), 'true')
    await page.keyboard.press('Shift')
    assert.equal(await readAgain(), undefined)
    assert.deepEqual(errors, [])
  },
)
