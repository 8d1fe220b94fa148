import { violationsOn } from './browser.ts'
import type { ConsolePage } from './console-pages.ts'
import { untilTrue, type Tab } from './tab.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 800 }

/** An error and a missing permission are shown by the same parts everywhere, so each is tried in one theme. */
const refusals = [
  [500, 'error', 'dark'],
  [403, 'no permission', 'light'],
] as const

/** Everything that is wrong with a page. */
export async function tryPage(tab: Tab, { route, address }: ConsolePage): Promise<string[]> {
  const findings: string[] = []
  const note = (state: string, found: readonly string[]) =>
    findings.push(...found.map((each) => `${route}, ${state}: ${each}`))
  const check = async (state: string, look: 'page' | 'content' | 'colours') => {
    note(state, await violationsOn(tab.page, look))
    note(state, tab.takeErrors())
  }
  await inTheme(tab, 'light')
  await tab.answer('held')
  await tab.open(address)
  await check('loading', 'content')
  const loading = await textOf(tab)
  await tab.release()
  await tab.settled()
  await check('filled', 'page')
  // What surrounds the page reads too.
  const isReading = loading !== (await textOf(tab))
  await inTheme(tab, 'dark')
  await check('filled, dark', 'colours')
  const width = await narrowWidthOf(tab)
  if (width > narrow.width)
    findings.push(`${route}: ${width} px wide in a window of ${narrow.width}`)
  if (await showsNothingFound(tab)) await check('empty, dark', 'content')
  if (!isReading) return findings
  for (const [status, state, theme] of refusals) {
    await inTheme(tab, theme)
    await tab.answer(status)
    await tab.readAgain()
    if (!(await showsAlert(tab))) note(state, ['it does not say so'])
    // The browser reports each answer that is an error.
    const expected = `Failed to load resource: the server responded with a status of ${status}`
    note(
      state,
      tab.takeErrors().filter((each) => !each.startsWith(expected)),
    )
    await check(state, 'content')
  }
  await tab.answer('real')
  return findings
}

async function showsAlert({ page }: Tab): Promise<boolean> {
  const alert = page.locator('main [role=alert]').first()
  return alert.waitFor().then(
    () => true,
    () => false,
  )
}

async function inTheme({ page }: Tab, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await untilTrue(
    page,
    `document.documentElement.dataset.mantineColorScheme === '${colorScheme}' ||
      document.querySelector('main') === null`,
  )
}

async function textOf({ page }: Tab): Promise<string> {
  return page.locator('main').innerText()
}

/** The width of the widest thing that scrolls as a whole, in a narrow window. */
async function narrowWidthOf({ page }: Tab): Promise<number> {
  await page.setViewportSize(narrow)
  const width =
    await page.evaluate<number>(`Math.max(...[document.scrollingElement, document.querySelector('main')]
    .map((each) => each === null ? 0 : each.scrollWidth))`)
  await page.setViewportSize(wide)
  return width
}

/** Searches for what is nowhere, on a page that has a search. */
async function showsNothingFound(tab: Tab): Promise<boolean> {
  const field = tab.page.locator('main input[type=text], main input[type=search]').first()
  if (
    !(await field.isVisible()) ||
    !/search|filter/i.test((await field.getAttribute('aria-label')) ?? '')
  )
    return false
  await field.fill('zzqqxx')
  await tab.page.waitForURL(/zzqqxx/, { timeout: 2000 }).catch(() => undefined)
  await tab.settled()
  return true
}
