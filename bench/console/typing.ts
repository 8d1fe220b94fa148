import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenBrowser } from '../../test/console/browser.ts'
import type { Stage } from '../../test/console/stage.ts'
import { openTab, untilTrue } from '../../test/console/tab.ts'
import { readAsOwner } from './loads.ts'
import { timed } from '../figures.ts'

/** Milliseconds of one search. */
export type Typing = {
  /** From the letter that starts the search to the rows in the page. */
  rows: number
  /** The same search, without a browser. */
  search: number
  /** From each letter to when the page handles it, and to its paint. */
  delays: number[]
  paints: number[]
}

type Letter = { at: number; delay: number; paint: number }

const noteLetters = `self.letters = []
self.rowsAt = 0
addEventListener('keydown', ({ timeStamp }) => {
  const letter = { at: timeStamp, delay: performance.now() - timeStamp, paint: NaN }
  self.letters.push(letter)
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => { letter.paint = performance.now() - timeStamp }
    port2.postMessage(null)
  })
}, true)
new MutationObserver((changes) => {
  if (changes.some(({ target }) => target.getAttribute('aria-busy') === 'false'))
    requestAnimationFrame(() => { self.rowsAt = performance.now() })
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-busy'] })`

/** Three letters begin a search. */
const searches = ['mar', 'ann', 'lin', 'joh', 'ber', 'kat', 'son', 'ele', 'dan', 'rob']
const betweenLettersMilliseconds = 120

/** Types into the search of the people, letter by letter as a person does. */
export async function measureTyping(
  browser: OpenBrowser,
  stage: Stage,
  rounds: number,
): Promise<Typing[]> {
  const tab = await openTab(browser, stage)
  const { page } = tab
  await page.context().addInitScript(noteLetters)
  await tab.goto('/people')
  const typing: Typing[] = []
  for (let round = 0; round < rounds; round += 1) {
    const text = searches[round % searches.length] ?? ''
    await page.keyboard.press('/')
    await page.evaluate('self.letters.length = 0, self.rowsAt = 0')
    const asked = page.waitForRequest((request) => request.url().includes(`=${text}`))
    await page.keyboard.type(text, { delay: betweenLettersMilliseconds })
    const url = (await asked).url()
    await untilTrue(page, 'self.rowsAt > self.letters.at(-1).at')
    await tab.settled()
    const letters = await page.evaluate<Letter[]>('self.letters')
    const rowsAt = await page.evaluate<number>('self.rowsAt')
    typing.push({
      rows: rowsAt - (letters.at(-1)?.at ?? Number.NaN),
      search: (await timed(() => readAsOwner(stage, url))).took,
      delays: letters.map(({ delay }) => delay),
      paints: letters.map(({ paint }) => paint),
    })
    // The first clears the field, the second leaves it.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await tab.settled()
    await sleep(betweenLettersMilliseconds)
  }
  await page.context().close()
  return typing
}
