import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReceiver } from '../receiver.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

test(
  'a webhook is created and tried; what was refused is seen without a reload, and sent again',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const receiver = await startReceiver()
    receiver.behave = () => 503
    const settings = { webhookHosts: [{ host: '127.0.0.1', port: null }] }
    const world = await openConsole(undefined, settings)
    const { page, errors } = await signedInPage(world, world.owner)
    await page.goto(`${world.server.origin}/settings/webhooks`)
    await page.getByRole('button', { name: 'Create webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Provisioning')
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByLabel('Events').fill('directory.user.create')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const secret = dialog.locator('output', { hasText: /^whsec_/ })
    receiver.secret = await secret.innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('row', { name: /Provisioning/ }).click()
    await page.getByText('Nothing was sent yet.').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Send a ping' }).click()
    const ping = page.getByRole('listitem').filter({ hasText: 'webhook.test' })
    await ping.getByText('503').waitFor()
    receiver.behave = () => 204
    await ping.getByRole('button', { name: 'Retry' }).click()
    await ping.getByText('Accepted').waitFor()
    assert.equal(receiver.unsigned, 0, 'each message is signed by the secret that was shown')

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused by a user.').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Paused by a user.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks').waitFor()
    assert.deepEqual(errors, [])
  },
)
