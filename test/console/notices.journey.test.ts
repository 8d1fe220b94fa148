import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

test(
  'a person chooses what they are told, and sees what was sent',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const world = await openConsole()
    const { server, owner } = world
    const { page, errors } = await signedInPage(world, owner)
    await page.goto(`${server.origin}/settings/notices`)
    await page.getByLabel('Daily, if something waits').selectOption('7:00')
    await page.getByRole('checkbox', { name: 'Accounts of no one' }).check()
    await page.getByLabel('Form of messages').selectOption('Slack')
    await page
      .getByLabel('Address of its incoming webhook')
      .fill('https://hooks.acme.example/services/very-secret')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save notices' }).click()
    await page.getByText('An address at hooks.acme.example is stored.').waitFor()
    const { body } = await server.get(`/workspace/notice-settings/${owner.id}`, owner.token)
    assert.deepEqual(
      [body.digest_hour, body.muted, body.chat_type, body.chat_host],
      [7, ['due_people'], 'slack', 'hooks.acme.example'],
    )
    assert.equal((await page.content()).includes('very-secret'), false)

    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Sent. What was sent shows what came of it.').waitFor()
    await page.getByRole('link', { name: 'What was sent' }).click()
    await page.getByRole('row', { name: /Test.*Chat/ }).waitFor()
    await assertAccessible(page)
    assert.deepEqual(errors, [])
  },
)
