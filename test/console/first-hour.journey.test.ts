import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const people = `Employee ID,First name,Last name,Email,Department,Title,Status
1001,Ada,Moreau,ada@acme.example,Leadership,Chief Executive,active
1002,Bo,Lind,bo@acme.example,Engineering,Head of Engineering,active
1003,Cleo,Vance,cleo@acme.example,Engineering,Backend Engineer,active
1004,Gia,Roth,gia@acme.example,Sales,Account Manager,terminated
`
const groups = `group,email
Backend,bo@acme.example
Backend,cleo@acme.example
Sales team,gia@acme.example
`

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
}

test(
  'someone new comes from an empty server to the first answer about access, in the browser alone',
  { skip: withoutBrowser, timeout: 900_000 },
  async () => {
    const opened = await openConsole()
    const { page, errors } = await signedInPage(opened, opened.owner)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const follow = (name: string | RegExp) => page.getByRole('link', { name }).click()

    await follow('Connect a source')
    await page.getByLabel('Name', { exact: true }).fill('HR')
    await press('Connect source')
    await page.getByRole('heading', { name: 'Connect HR' }).waitFor()
    await chooseFile(page, 'people.csv', people)
    await press('Go on')
    await press('Take this mapping')
    await press('Save and go on')
    await press('Plan the import')
    await press('Import')
    await page.getByRole('link', { name: 'See your people' }).waitFor()
    await assertAccessible(page)

    // With people alone there is an answer already: who has an attribute, and why.
    await follow('Back to the first steps')
    await page.getByText('1 of 5 done').waitFor()
    await page.getByText('Why is Bo Lind in Engineering?').waitFor()
    await page.getByText('department of hr is Engineering').waitFor()

    await follow('Connect groups')
    await follow('Import a table into HR')
    await press('Import a file')
    await chooseFile(page, 'groups.csv', groups)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Only show what would change').uncheck()
    await dialog.getByRole('button', { name: 'Import', exact: false }).last().click()
    await follow('Put a group under rules')
    await page.getByRole('row', { name: /Sales team/ }).waitFor()
    await assertAccessible(page)

    await follow('Backend')
    await press('Put under rules')
    await dialog.getByRole('button', { name: 'Put under rules' }).click()
    await page.getByRole('option', { name: 'department', exact: true }).first().click()
    await page.getByRole('option', { name: /Engineering/ }).click()
    await press('Save draft')
    await page.getByText('2 would enter').waitFor()
    await press('Activate')
    await dialog.getByRole('button', { name: 'Activate rule' }).click()
    await page.getByText('2 people in by it').waitFor()

    await follow('See the first answer')
    await page.getByText('Why is Bo Lind in Backend?').waitFor()
    await assertAccessible(page)
    await follow('See why')
    await page.getByText('Bo Lind is in as Member: department is Engineering').first().waitFor()
    assert.deepEqual(errors, [])
  },
)
