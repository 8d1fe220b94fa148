import { Command } from 'commander'
import { bold, printText } from '../src/cli/output.ts'
import { table } from '../src/cli/table-text.ts'
import { compare, type Comparison } from './scim/compare.ts'
import { leftOut } from './scim/contradictions.ts'
import { openScimEndpoint } from './scim/open-endpoint.ts'
import { newmanByNpx, newmanVersion, runCollection } from './scim/run-newman.ts'

async function run(file: string, { newman }: { newman?: string }): Promise<void> {
  const endpoint = await openScimEndpoint('entra')
  try {
    const by = newman === undefined ? newmanByNpx : ([process.execPath, newman] as const)
    const found = compare(await runCollection(file, endpoint, { newman: by, leftOut }))
    printText(format(found))
    if (found.failing.length + found.unexpected.length > 0) process.exitCode = 1
  } finally {
    await endpoint.close()
  }
}

function format(found: Comparison): string {
  const { contradicting, failing, unexpected } = found
  return [
    `${found.holding} of ${found.assertions} assertions hold.`,
    ...section(
      'These fail because they contradict the RFCs',
      contradicting.map((each) => [each.request, each.assertion, each.rfc]),
    ),
    ...section(
      'These fail',
      failing.map((each) => [
        each.request,
        each.assertion,
        (each.failure ?? '').replaceAll(/\s+/g, ' '),
      ]),
    ),
    ...section(
      'These are listed as contradictions of the RFCs, and hold',
      unexpected.map((each) => [each.request, each.assertion, each.rfc]),
    ),
  ].join('\n')
}

function section(title: string, rows: readonly string[][]): string[] {
  return rows.length === 0 ? [] : ['', bold(title), table([...rows])]
}

await new Command('scim-collection')
  .description(
    'run a Postman collection against the SCIM endpoint of an empty Muster, with the profile entra; exit code 1 if an assertion fails that is not known to contradict the RFCs',
  )
  .argument('<file>', "the collection, with the variables of Microsoft's")
  .option('--newman <file>', `the program to run in place of newman ${newmanVersion} by npx`)
  .action(run)
  .parseAsync()
