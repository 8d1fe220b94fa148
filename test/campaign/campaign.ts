// npm run campaign -- bodies|crash|failover|freeze|load --minutes N, webhooks --changes N, or year --seed N: one of the tests in this folder, for longer than the suite runs it.
// npm run campaign -- upgrade --from COMMIT: what the suite can't run, because it needs a former version.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { changesVariable, formerVariable, minutesVariable, peopleVariable } from './rounds.ts'
import { yearVariable } from './year/options.ts'

const usage = `npm run campaign -- bodies|crash|failover|freeze|load --minutes N
npm run campaign -- webhooks [--changes 100000]
npm run campaign -- year --seed N [--days 365 --people 500 --deep-days 1]
npm run campaign -- soak --minutes 60 --people 100000
npm run campaign -- upgrade --from COMMIT`

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    changes: { type: 'string', default: '100000' },
    from: { type: 'string' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    people: { type: 'string', default: '500' },
    'deep-days': { type: 'string', default: '1' },
  },
})
const [name = ''] = positionals
const test = fileOf(name === 'upgrade' ? './upgrade.ts' : `./${name}.test.ts`)
const numbers = [
  values.minutes,
  values.seed,
  values.days,
  values.people,
  values['deep-days'],
  values.changes,
].map(Number)
if (!/^[a-z]+$/.test(name) || !existsSync(test) || !numbers.every((each) => each > 0)) {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}
const [, seed, days, people, deepDays] = numbers
const setup = `--test-global-setup=${fileOf('../global-setup.ts')}`
spawn(process.execPath, ['--test', '--test-reporter=spec', setup, test], {
  stdio: 'inherit',
  env: {
    ...process.env,
    [minutesVariable]: values.minutes,
    [changesVariable]: values.changes,
    [peopleVariable]: values.people,
    [formerVariable]: values.from,
    [yearVariable]: JSON.stringify({ seed, days, people, deepDays }),
  },
}).on('close', (code) => process.exit(code ?? 1))
