import type { Pacing } from '../../src/connectors/rest/pacing.ts'
import type { RawAnswer, RestRequest, Transport } from '../../src/connectors/rest/transport.ts'
import type { FakeVendor, Page } from './fake-vendor.ts'
import type { Seeded } from './seeded.ts'
import type { VendorWorld } from './vendor-world.ts'

export type Faults = {
  /** 429, 5xx, cut and lost answers, and answers that are no JSON. */
  refuses: boolean
  /** Pages with rows twice, without rows, without an end, and ends that come too early. */
  pages: boolean
  /** The world changes while it is read. */
  changes: boolean
  /** The process dies. */
  dies: boolean
}

export const noFaults: Faults = { refuses: false, pages: false, changes: false, dies: false }

type Options = {
  fake: FakeVendor
  world: VendorWorld
  random: Seeded
  faults: Faults
  die: () => void
}

/** A page that left rows out: how many were left, and whether it looked like the last page. */
type ShortPage = { where: string; left: number; isEnd: boolean }

/** One reading of a list. `again`: where it is wrong because the one before was. `now`: where it is. */
type Reading = { again: ShortPage | null; now: ShortPage | null; mayErr: boolean }

/** Counts what went wrong, so that a test can show that it did. */
export type FaultCounts = Record<string, number>

/**
 * Answers of a fake vendor, with faults from a seed. Faults of paging pass: after a reading that left rows out, the next one of that
 * list has all of them, or leaves out one more and the third has all.
 */
export function faultyTransport(options: Options, counts: FaultCounts = {}): Transport {
  const { fake, world, random, faults, die } = options
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)
  const readings = new Map<string, Reading>()

  function send(request: RestRequest): RawAnswer {
    world.advance(1000)
    if (faults.changes && random.chance(0.3)) world.change()
    if (faults.dies && random.chance(0.01)) {
      count('died')
      die()
    }
    if (faults.refuses) {
      const refused = refusal(request)
      if (refused !== null) return refused
    }
    const reply = fake.answer(request, world)
    const answer = 'page' in reply ? writePage(reply.page, request) : reply.answer
    if (faults.refuses && random.chance(0.02)) {
      count('lost')
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    }
    if (faults.refuses && random.chance(0.02)) {
      count('cut')
      return { ...answer, text: answer.text.slice(0, Math.floor(answer.text.length / 2)) }
    }
    return answer
  }

  function refusal(request: RestRequest): RawAnswer | null {
    if (random.chance(0.05)) {
      count('429')
      return fake.refuse(1 + random.integer(90), world, request)
    }
    if (!random.chance(0.05)) return null
    count('5xx')
    return { status: random.pick([500, 502, 503, 504]) ?? 500, headers: {}, text: 'oops' }
  }

  function writePage(page: Page, { url, body = '' }: RestRequest): RawAnswer {
    const { list, rows, next, isFirst, itself, write } = page
    if (!faults.pages) return write(rows, next)
    const reading = startReading(list, isFirst)
    const doubled = random.chance(0.1) ? rows.flatMap((row) => [row, row]) : rows
    const where = `${url.href} ${body}`
    const again = reading.again
    if (again !== null && again.where === where) {
      count('again')
      const fewer = rows.slice(0, Math.max(0, again.left - 1))
      reading.now = { ...again, left: fewer.length }
      return write(fewer, again.isEnd ? null : next)
    }
    if (!reading.mayErr || !random.chance(0.08)) return write(doubled, next)
    const kind = random.pick(['dropped', 'truncated', 'looped', 'emptied'] as const)
    if (kind === 'looped' && !random.chance(0.3)) return write(doubled, next)
    count(kind ?? '')
    if (kind === 'looped') return write(doubled, itself ?? url.href)
    const left = kind === 'emptied' ? 0 : Math.max(0, rows.length - 1 - random.integer(3))
    const isEnd = kind === 'truncated'
    reading.mayErr = false
    reading.now = { where, left, isEnd }
    return write(rows.slice(0, left), isEnd ? null : next)
  }

  function startReading(list: string, isFirst: boolean): Reading {
    const known = readings.get(list)
    if (known !== undefined && !isFirst) return known
    const before = known?.now ?? null
    // Wrong twice at most, and the second time in another way.
    const isSecond = before !== null && known?.again === null && before.left > 0
    const again = isSecond && random.chance(0.5) ? before : null
    const reading = { again, now: null, mayErr: before === null }
    readings.set(list, reading)
    return reading
  }

  return {
    send: async (request) => {
      const answer = send(request)
      const date = new Date(world.now).toUTCString()
      return { ...answer, headers: { date, ...answer.headers } }
    },
    close: () => undefined,
  }
}

/** The clock of the world: waiting takes no time of the test. */
export function worldPacing(world: VendorWorld, random: Seeded): Pacing {
  return {
    now: () => world.now,
    sleep: async (milliseconds) => world.advance(milliseconds),
    random: () => random.next(),
  }
}
