import { mostConnections, type Posted } from './post-message.ts'
import { workOff } from './work-off.ts'

/** A message about a subject. */
export type Message = { subject: string; id: string; body: string }

/** What came of each message that was sent, in the order of the messages; others were not sent. */
export type GroupOutcome<M> = {
  sent: ReadonlyMap<M, Posted>
  delivered: number
}

/**
 * Sends messages, several at a time, those of one subject in their order: after one that fails, the later ones of its subject
 * are not sent. At first one message each of a few subjects
 * is sent, picked at random so that a few that are never accepted don't hold up the others; if all fail, nothing else is sent.
 */
export async function sendGroup<M extends Message>(
  messages: readonly M[],
  post: (message: M) => Promise<Posted>,
  signal: AbortSignal,
): Promise<GroupOutcome<M>> {
  const sent = new Map<M, Posted>()
  const send = async (message: M | undefined): Promise<boolean> => {
    if (message === undefined || signal.aborted) return false
    const posted = await post(message)
    // What the end of the process cut short is as if it had not been sent.
    if (signal.aborted && !posted.isDelivered) return false
    sent.set(message, posted)
    return posted.isDelivered
  }
  const queues = shuffled([...Map.groupBy(messages, ({ subject }) => subject).values()])
  const first = queues.slice(0, firstSubjects)
  const isAlive = await Promise.all(first.map((queue) => send(queue[0])))
  if (isAlive.includes(true)) {
    const rest = queues.map((queue, at) => {
      const isFirst = at < firstSubjects
      return isFirst && isAlive[at] !== true ? [] : queue.slice(isFirst ? 1 : 0)
    })
    await workOff(rest, mostConnections, async (queue) => {
      for (const message of queue) if (!(await send(message))) return
    })
  }
  const delivered = [...sent.values()].filter(({ isDelivered }) => isDelivered).length
  return { sent, delivered }
}

const firstSubjects = 6

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
