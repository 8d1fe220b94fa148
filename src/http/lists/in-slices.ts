import { setImmediate as nextTurn } from 'node:timers/promises'

const millisecondsPerTurn = 2

/** Turns for other requests. One `isDue` when the work since the last one has taken some milliseconds. */
export type Turns = { isDue: () => boolean; next: () => Promise<void> }

export function createTurns(milliseconds = millisecondsPerTurn): Turns {
  let begin = performance.now()
  return {
    isDue: () => performance.now() - begin >= milliseconds,
    next: async () => {
      await nextTurn()
      begin = performance.now()
    },
  }
}

/** The items in their order, with a turn for other requests whenever the work on them has taken some milliseconds. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  const turns = createTurns()
  for (const item of items) {
    if (turns.isDue()) await turns.next()
    yield item
  }
}

/** The JSON text of an answer. Its lists are written item by item, with turns for other requests between the items. */
export async function jsonInSlices(answer: unknown): Promise<string> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return JSON.stringify(answer)
  const fields: string[] = []
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue
    const text = Array.isArray(value) ? await listText(value) : JSON.stringify(value)
    fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

async function listText(items: readonly unknown[]): Promise<string> {
  const texts: string[] = []
  for await (const item of inSlices(items)) texts.push(JSON.stringify(item) ?? 'null')
  return `[${texts.join(',')}]`
}
