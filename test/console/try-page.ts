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
  const check = async (state: string, rules: 'all' | 'colours' = 'all') => {
    const found = await violationsOn(tab.page, rules)
    findings.push(...[...found, ...tab.takeErrors()].map((each) => `${route}, ${state}: ${each}`))
  }
  await tab.page.setViewportSize(wide)
  await inTheme(tab, 'light')
  tab.answer('held')
  await tab.goto(address)
  await check('loading')
  const loading = await textOf(tab)
  tab.release()
  await tab.settled()
  await check('filled')
  // What surrounds the page reads too.
  const isReading = loading !== (await textOf(tab))
  await inTheme(tab, 'dark')
  await check('filled, dark', 'colours')
  await tab.page.setViewportSize(narrow)
  const width = await widthOf(tab)
  if (width > narrow.width)
    findings.push(`${route}: ${width} px wide in a window of ${narrow.width}`)
  await tab.page.setViewportSize(wide)
  if (await showsNothingFound(tab)) await check('empty, dark')
  if (!isReading) return findings
  for (const [status, state, theme] of refusals) {
    await inTheme(tab, theme)
    tab.answer(status)
    if (!(await triesAgain(tab))) await tab.goto(address)
    if (!(await showsAlert(tab))) findings.push(`${route}, ${state}: it does not say so`)
    // The browser reports each answer that is an error.
    findings.push(
      ...tab
        .takeErrors()
        .flatMap((each) =>
          each.startsWith(
            `Failed to load resource: the server responded with a status of ${status}`,
          )
            ? []
            : [`${route}, ${state}: ${each}`],
        ),
    )
    await check(state)
  }
  tab.answer('real')
  return findings
}

/** Asks again by the buttons of an error, which is faster than to load the page. Returns whether there are any. */
async function triesAgain({ page, settled }: Tab): Promise<boolean> {
  const buttons = await page.locator('main').getByRole('button', { name: 'Try again' }).all()
  for (const button of buttons.toReversed()) await button.click()
  await settled()
  return buttons.length > 0
}

async function showsAlert({ page }: Tab): Promise<boolean> {
  const alert = page.locator('main [role=alert]').first()
  return alert.waitFor({ timeout: 10_000 }).then(
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

/** The width of the widest thing that scrolls as a whole. */
async function widthOf({ page }: Tab): Promise<number> {
  return page.evaluate<number>(`Math.max(...[document.scrollingElement, document.querySelector('main')]
    .map((each) => each === null ? 0 : each.scrollWidth))`)
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
