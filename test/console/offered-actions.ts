import { isRecord } from '../../src/contract/json.ts'
import type { Response } from 'playwright-core'
import type { ConsolePage } from './console-pages.ts'
import type { Tab } from './tab.ts'

type Offer = { action: string; record: string }
type Abilities = Readonly<Record<string, unknown>>

/** The controls that a page shows, beside what the API says of the records that it read. */
export type PageActions = {
  route: string
  /** The marked controls. */
  shown: Offer[]
  /** The names of the other controls. */
  unmarked: string[]
  /** What the caller may do with each record that the page read. */
  allowed: Map<string, Abilities>
  /** The records that the page is about: their ids are in its address. */
  subjects: Set<string>
  /** What the browser reported as wrong. */
  errors: string[]
}

/** A control that no record has abilities for is marked with the permission that it needs. */
const anywhere = 'the workspace'
const marks = `[...document.querySelectorAll('[data-action], [data-permission]')]
  .filter((mark) => mark.firstElementChild?.checkVisibility() === true)
  .map(({ dataset: { action, record, permission } }) => permission === undefined
    ? { action, record } : { action: permission, record: '${anywhere}' })`
const unmarkedNames = `[...document.querySelectorAll('main button, [role=dialog] button')]
  .filter((button) => button.checkVisibility() && !button.matches('[aria-haspopup]') &&
    button.closest('[data-action], [data-permission], [role=row]') === null)
  .map((button) => button.getAttribute('aria-label') ?? button.textContent.trim())
  .filter((name) => !/^(Copy|Close)\\b/.test(name))`
// What narrows a list is no action, and opening each filter takes long.
const openers = 'main [aria-haspopup][aria-expanded=false]:not([data-filters] *)'
const anId = /\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g

/** Goes to a page, opens its menus and the panel of its first row, and notes every control on the way. */
export async function actionsOf(
  tab: Tab,
  { route, address }: ConsolePage,
  go: Tab['goto'],
): Promise<PageActions> {
  const { page } = tab
  const found: PageActions = {
    route,
    shown: [],
    unmarked: [],
    allowed: new Map(),
    subjects: new Set(),
    errors: [],
  }
  const reading: Promise<void>[] = []
  const note = (response: Response) => void reading.push(noteAbilities(response, found.allowed))
  page.on('response', note)
  await go(address)
  const path = new URL(page.url()).pathname
  await noteControls(tab, found)
  if (await openFirstRow(tab, path)) await noteControls(tab, found)
  await Promise.all(reading)
  page.off('response', note)
  found.errors.push(...tab.takeErrors())
  return found
}

async function noteControls(tab: Tab, found: PageActions): Promise<void> {
  const { page } = tab
  const note = async () => {
    found.shown.push(...(await page.evaluate<Offer[]>(marks)))
    found.unmarked.push(...(await page.evaluate<string[]>(unmarkedNames)))
  }
  await note()
  for (const [id] of page.url().matchAll(anId)) found.subjects.add(id)
  const menus = page.locator(openers)
  for (let index = (await menus.count()) - 1; index >= 0; index -= 1) {
    const menu = menus.nth(index)
    if (!(await menu.isVisible())) continue
    await menu.click()
    // The first box is loaded only now.
    await page.locator('[role=dialog]').first().waitFor()
    await tab.settled()
    await note()
    await page.keyboard.press('Escape')
    await tab.settled()
  }
}

/** Whether the first row of a table opens beside it. */
async function openFirstRow({ page, settled }: Tab, path: string): Promise<boolean> {
  const row = page.locator('main [role=row][data-opens=true]').first()
  if (!(await row.isVisible())) return false
  await row.focus()
  await page.keyboard.press('Enter')
  await settled()
  return new URL(page.url()).pathname === path && new URL(page.url()).search !== ''
}

async function noteAbilities(response: Response, into: Map<string, Abilities>): Promise<void> {
  const { pathname, search } = new URL(response.url())
  const isSession = pathname.endsWith('/auth/test')
  if (response.status() !== 200 || !(isSession || search.includes('abilities'))) return
  // The body of an answer is gone once its page has been left.
  const body: unknown = await response.json().catch(() => undefined)
  if (isSession && isRecord(body) && Array.isArray(body['permissions'])) {
    into.set(anywhere, Object.fromEntries(body['permissions'].map((each) => [each, true])))
    return
  }
  const data = isRecord(body) ? body['data'] : undefined
  const records: unknown[] = Array.isArray(data) ? data : [body]
  for (const record of records)
    if (isRecord(record) && typeof record['id'] === 'string' && isRecord(record['abilities']))
      into.set(record['id'], record['abilities'])
}

/** Controls whose request would be refused. */
export function findRefused(pages: readonly PageActions[]): string[] {
  return pages.flatMap(({ route, shown, allowed }) =>
    shown
      .filter(({ action, record }) => allowed.get(record)?.[action] !== true)
      .map(({ action, record }) => `${route} shows ${action} of ${record}`),
  )
}

/** What is allowed with a record that has pages, or a panel, and is offered on none of them. */
export function findMissing(pages: readonly PageActions[]): string[] {
  const shown = new Set(
    pages.flatMap((page) => page.shown.map(({ action, record }) => `${action} of ${record}`)),
  )
  const expected = pages.flatMap(({ allowed, subjects }) =>
    [...subjects].flatMap((record) =>
      Object.entries(allowed.get(record) ?? {})
        .filter(([, isAllowed]) => isAllowed === true)
        .map(([action]) => `${action} of ${record}`),
    ),
  )
  return [...new Set(expected)]
    .filter((each) => !shown.has(each))
    .map((each) => `no page offers ${each}`)
}

/** Controls of an owner that an auditor does not have, and that do not say what they do. */
export function findUnmarked(
  owner: readonly PageActions[],
  auditor: readonly PageActions[],
): string[] {
  return owner.flatMap(({ route, unmarked }) => {
    const others = auditor.find((page) => page.route === route)?.unmarked ?? []
    return [...new Set(unmarked)]
      .filter((name) => !others.includes(name))
      .map((name) => `${route}: “${name}” depends on rights and has no mark`)
  })
}
