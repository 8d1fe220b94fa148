import { readFile, writeFile } from 'node:fs/promises'

/** Gives a share of the accounts of an Okta export another title and another department. */
export async function changeAccounts(path: string, share: number): Promise<void> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const departments = lines.map((line) => /"department":"[^"]*"/.exec(line)?.[0] ?? '')
  const isChanged = (index: number) => Math.floor((index + 1) * share) > Math.floor(index * share)
  const changed = lines.map((line, index) =>
    isChanged(index)
      ? line
          .replace(/"title":"[^"]*"/, `"title":"Analyst ${share * 100}"`)
          .replace(/"department":"[^"]*"/, departments[(index + 17) % lines.length] ?? '')
      : line,
  )
  await writeFile(path, `${changed.join('\n')}\n`)
}
