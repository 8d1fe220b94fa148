import { InvalidArgumentError } from 'commander'
import type { Declared } from '../command-line/declare.ts'
import { jsonFlag, type Flag } from '../command-line/flag.ts'

export const demo: Declared = {
  name: 'demo',
  about:
    'generate an organisation, import it like real vendor exports, and serve it until you press Ctrl-C',
  base: [],
  options: [
    numberFlag('people', 'how many people', { usual: 5000, least: 50, most: 1_000_000 }),
    numberFlag('seed', 'another organisation of the same kind', {
      usual: 1,
      least: 0,
      most: 2 ** 31,
    }),
    numberFlag('port', 'where to listen, if it is free', {
      usual: 8600,
      least: 0,
      most: 65_535,
    }),
    ['--keep', 'keep the generated exports and the database when it ends', 'MUSTER_DEMO_KEEP'],
    ['--once', 'end when it is ready, for measuring', 'MUSTER_DEMO_ONCE'],
    jsonFlag,
  ],
  examples: ['demo', 'demo --people 50000', 'demo --json | jq -r .token'],
  load: async () => (await import('../../../demo/run-demo.ts')).runDemo,
}

type Range = { usual: number; least: number; most: number }

function numberFlag(name: string, about: string, { usual, least, most }: Range): Flag {
  const variable = name === 'port' ? 'MUSTER_PORT' : `MUSTER_DEMO_${name.toUpperCase()}`
  const read = (text: string) => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
  return [`--${name} <number>`, about, { variable, fallback: usual, read }]
}
