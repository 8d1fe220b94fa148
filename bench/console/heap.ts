import type { CDPSession } from 'playwright-core'
import type { OpenBrowser } from '../../test/console/browser.ts'
import { readConsolePages } from '../../test/console/console-pages.ts'
import type { Stage } from '../../test/console/stage.ts'
import { openTab } from '../../test/console/tab.ts'

/** The memory of one tab, in bytes and nodes, before and after many walks through all pages. */
export type Heap = {
  pages: number
  walks: number
  minutes: number
  before: number
  after: number
  nodesBefore: number
  nodesAfter: number
}

/** Walks through all pages for some minutes, as links do: without loading the console again. */
export async function measureHeap(
  browser: OpenBrowser,
  stage: Stage,
  minutes: number,
): Promise<Heap> {
  const tab = await openTab(browser, stage)
  const { page } = tab
  const pages = await readConsolePages(page, stage)
  const walk = async () => {
    for (const { address } of pages) {
      await page.evaluate(`self.__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`)
      // The effect of an incident that holds very many people takes longer than anyone waits there.
      await tab.settled().catch(() => undefined)
    }
  }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await walk()
  const before = await readMemory(cdp)
  const end = performance.now() + minutes * 60_000
  let walks = 0
  for (; performance.now() < end; walks += 1) await walk()
  const after = await readMemory(cdp)
  await page.context().close()
  return {
    pages: pages.length,
    walks,
    minutes,
    before: before.heap,
    after: after.heap,
    nodesBefore: before.nodes,
    nodesAfter: after.nodes,
  }
}

async function readMemory(cdp: CDPSession): Promise<{ heap: number; nodes: number }> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes') }
}
