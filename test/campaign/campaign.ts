// npm run campaign -- bodies|crash|freeze|load --minutes N: one of the tests in this folder, for longer than the suite runs it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { minutesVariable } from './rounds.ts'

const usage = 'npm run campaign -- bodies|crash|freeze|load --minutes N'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' } },
})
const [name = ''] = positionals
const test = fileOf(`./${name}.test.ts`)
if (!/^[a-z]+$/.test(name) || !existsSync(test) || !(Number(values.minutes) > 0)) {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}
const setup = `--test-global-setup=${fileOf('../global-setup.ts')}`
spawn(process.execPath, ['--test', '--test-reporter=spec', setup, test], {
  stdio: 'inherit',
  env: { ...process.env, [minutesVariable]: values.minutes },
}).on('close', (code) => process.exit(code ?? 1))
