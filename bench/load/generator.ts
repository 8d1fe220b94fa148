import { answerParent, readJson } from '../processes/child.ts'
import { requestsOf, type HttpLoad } from './http.ts'
import { runLoad, type LoadPlan } from './run-load.ts'

/** The requests of a target, kept under a name from round to round; `expected` is base64. */
export type Target = {
  name: string
  load: HttpLoad
  expected: readonly (readonly [index: number, content: string])[]
}
export type Round = Omit<LoadPlan, 'port' | 'expected'> & { name: string }

type Prepared = Pick<LoadPlan, 'port' | 'expected'> & { requests: readonly Buffer[] }
const prepared = new Map<string, Prepared>()

answerParent({
  prepare: async (input) => {
    const { name, load, expected } = readJson<Target>(input)
    prepared.set(name, {
      port: load.port,
      requests: requestsOf(load),
      expected: new Map(expected.map(([index, text]) => [index, Buffer.from(text, 'base64')])),
    })
  },
  run: async (input) => {
    const round = readJson<Round>(input)
    const known = prepared.get(round.name)
    if (known === undefined) throw new Error(`${round.name} was not prepared`)
    const { requests, port, expected } = known
    return runLoad({ ...round, port, expected }, requests)
  },
})
