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

/** Counts what went wrong, so that a test can show that it did. */
export type FaultCounts = Record<string, number>

/**
 * Answers of a fake vendor, with faults from a seed. A list is wrong in one reading at a time: after a reading that left rows out, the
 * next one of that list has all of them, as faults of paging pass.
 */
export function faultyTransport(options: Options, counts: FaultCounts = {}): Transport {
  const { fake, world, random, faults, die } = options
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)
  const wrongLists = new Map<string, boolean>()

  function send(request: RestRequest): RawAnswer {
    world.advance(1000)
    if (faults.changes && random.chance(0.3)) world.change()
    if (faults.dies && random.chance(0.01)) {
      count('died')
      die()
    }
    if (faults.refuses) {
      const refused = refusal()
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

  function refusal(): RawAnswer | null {
    if (random.chance(0.05)) {
      count('429')
      return fake.refuse(1 + random.integer(90), world)
    }
    if (!random.chance(0.05)) return null
    count('5xx')
    return { status: random.pick([500, 502, 503, 504]) ?? 500, headers: {}, text: 'oops' }
  }

  function writePage({ list, rows, next, isFirst, write }: Page, { url }: RestRequest): RawAnswer {
    // A list that was wrong is right when it is read again.
    const mayErr = isFirst ? wrongLists.get(list) !== true : wrongLists.get(`${list} now`) !== false
    if (isFirst) wrongLists.set(list, false)
    wrongLists.set(`${list} now`, mayErr)
    if (!faults.pages) return write(rows, next)
    const doubled = random.chance(0.1) ? rows.flatMap((row) => [row, row]) : rows
    if (!mayErr || !random.chance(0.08)) return write(doubled, next)
    const kind = random.pick(['dropped', 'truncated', 'looped', 'emptied'] as const)
    if (kind === 'looped' && !random.chance(0.3)) return write(doubled, next)
    count(kind ?? '')
    wrongLists.set(list, true)
    const fewer = doubled.slice(0, Math.max(0, doubled.length - 1 - random.integer(3)))
    if (kind === 'dropped') return write(fewer, next)
    if (kind === 'emptied') return write([], next)
    return kind === 'truncated' ? write(fewer, null) : write(doubled, url.href)
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
