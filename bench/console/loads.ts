import type { OpenBrowser } from '../../test/console/browser.ts'
import type { Stage } from '../../test/console/stage.ts'
import { openTab, untilTrue } from '../../test/console/tab.ts'
import { timed } from '../figures.ts'

/** Milliseconds of one load with an empty cache. */
export type Loads = {
  paint: number
  row: number
  /** The page and the files that it names, without a browser. */
  bare: number
  /** The list that the page asks for, without a browser. */
  list: number
}

const noteFirstRow = `new MutationObserver((changes, observer) => {
  if (document.querySelector('[data-row]') === null) return
  observer.disconnect()
  requestAnimationFrame(() => { self.firstRowAt = performance.now() })
}).observe(document, { childList: true, subtree: true })`

const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`

/** Opens the list of people in a browser without a cache, time after time. */
export async function measureLoads(
  browser: OpenBrowser,
  stage: Stage,
  rounds: number,
): Promise<Loads[]> {
  const { page } = await openTab(browser, stage)
  const storageState = await page.context().storageState()
  await page.context().close()
  const loads: Loads[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ storageState })
    await context.addInitScript(noteFirstRow)
    const cold = await context.newPage()
    const asked = cold.waitForRequest((request) => request.url().includes('/directory/users?'))
    await cold.goto(`${stage.origin}/people`)
    await untilTrue(cold, 'self.firstRowAt')
    const url = (await asked).url()
    loads.push({
      paint: await cold.evaluate<number>(firstPaint),
      row: await cold.evaluate<number>('self.firstRowAt'),
      bare: (await timed(() => readFiles(stage.origin))).took,
      list: (await timed(() => readAsOwner(stage, url))).took,
    })
    await context.close()
  }
  return loads
}

async function readFiles(origin: string): Promise<void> {
  const html = await (await fetch(origin, { headers: { accept: 'text/html' } })).text()
  const names = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name]) => name)
  await Promise.all(names.map(async (name) => (await fetch(`${origin}${name}`)).arrayBuffer()))
}

/** Asks the API for the same as a page did. */
export async function readAsOwner({ demo }: Stage, url: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${demo.token}` } })
  if (!answer.ok) throw new Error(`${url} is ${answer.status}`)
  await answer.text()
}
