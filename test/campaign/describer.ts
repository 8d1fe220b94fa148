// Describes people again and again, in a process of its own, so that nothing else of the campaign delays its clock.
import { setTimeout as sleep } from 'node:timers/promises'

/** `origin`: from now on. `over`: says how long each describe took. */
export type DescribeOrder = { origin: string; token: string; ids: readonly string[] } | 'over'

const last: { order: DescribeOrder } = { order: 'over' }
const taken: number[] = []

async function describeAgainAndAgain(): Promise<void> {
  for (let at = 0; last.order !== 'over'; at += 1) {
    const { origin, token, ids } = last.order
    const begin = performance.now()
    const sent = fetch(`${origin}/api/v1/directory/users/${ids[at % ids.length]}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const status = await sent.then(
      async (answer) => (await answer.text(), answer.status),
      () => 0,
    )
    if (status === 200) taken.push(performance.now() - begin)
    await sleep(10)
  }
  process.send?.(taken.splice(0))
}

process.on('message', (next: DescribeOrder) => {
  const isIdle = last.order === 'over'
  last.order = next
  if (isIdle && next !== 'over') void describeAgainAndAgain()
})
process.on('disconnect', () => process.exit())
