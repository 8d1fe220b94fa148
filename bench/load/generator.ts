import { answerParent, readJson } from '../processes/conversation.ts'
import { httpProtocol, type HttpLoad } from './http.ts'
import { ldapProtocol, type LdapLoad } from './ldap.ts'
import type { Protocol } from './protocol.ts'
import { runLoad, type LoadPlan } from './run-load.ts'

/** The requests of a target, kept under a name from round to round; `expected` is base64. */
export type Target = {
  name: string
  load: HttpLoad | LdapLoad
  expected: readonly (readonly [index: number, content: string])[]
}
export type Round = Omit<LoadPlan, 'port' | 'expected'> & { name: string }

type Prepared = { target: Target; protocol: Protocol; expected: LoadPlan['expected'] }
const prepared = new Map<string, Prepared>()

answerParent({
  prepare: async (input) => {
    const target = readJson<Target>(input)
    const { load } = target
    prepared.set(target.name, {
      target,
      protocol: load.protocol === 'http' ? httpProtocol(load) : ldapProtocol(load),
      expected: new Map(
        target.expected.map(([index, text]) => [index, Buffer.from(text, 'base64')]),
      ),
    })
  },
  run: async (input) => {
    const round = readJson<Round>(input)
    const known = prepared.get(round.name)
    if (known === undefined) throw new Error(`${round.name} was not prepared`)
    const { target, protocol, expected } = known
    return runLoad({ ...round, port: target.load.port, expected }, protocol)
  },
})
