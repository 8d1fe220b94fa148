import { parentPort, workerData } from 'node:worker_threads'
import { unpackPeople } from '../../engine/columns/packed-people.ts'
import { visitVerdicts, type Evaluation } from './evaluate-everybody.ts'

/** One full evaluation: facts in, a message for each ruleset out. */
function run({ policy, people, now }: Evaluation): void {
  visitVerdicts(policy, unpackPeople(people), now, (verdict) => {
    const lists = [verdict.manifest.people, ...verdict.qualified.map(({ people: list }) => list)]
    parentPort?.postMessage(
      verdict,
      lists.map(({ buffer }) => buffer),
    )
  })
}

// It comes from evaluated(), which types what it sends.
run(workerData)
