import { Option, type Command } from 'commander'
import { formats, type OutputOptions } from '../output/present.ts'
import { jsonFlag, withFlag, type Flag } from './flag.ts'

const csvFlag: Flag = ['--csv', 'print CSV, for spreadsheets', 'MUSTER_CSV']

/** The options that choose what is printed: a table, JSON, CSV or ids. */
export function withOutput(command: Command): Command {
  return [jsonFlag, csvFlag]
    .reduce(withFlag, command)
    .addOption(
      new Option('-o, --output <format>', 'what to print; id: only ids, one a line, for pipes')
        .choices(formats)
        .env('MUSTER_OUTPUT'),
    )
    .hook('preAction', (_, running) => oneFormat(running))
}

/** Flags go before variables; two flags that differ are refused. */
function oneFormat(running: Command): void {
  const { json, csv, output } = running.opts<OutputOptions>()
  const chosen = [
    ...(json === true ? [{ key: 'json', format: 'json' }] : []),
    ...(csv === true ? [{ key: 'csv', format: 'csv' }] : []),
    ...(output === undefined ? [] : [{ key: 'output', format: output }]),
  ]
  const given = chosen.filter(({ key }) => running.getOptionValueSource(key) === 'cli')
  const left = new Set((given.length > 0 ? given : chosen).map(({ format }) => format))
  if (left.size > 1)
    running.error(`error: Give one of --json, --csv and --output, not ${[...left].join(' and ')}.`)
  const [format] = left
  running.setOptionValue('output', format ?? 'table')
  running.setOptionValue('json', format === 'json')
  running.setOptionValue('csv', format === 'csv')
}
