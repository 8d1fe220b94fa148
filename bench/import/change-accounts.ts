import { readFile, writeFile } from 'node:fs/promises'

/** Gives a share of the accounts of an Okta export another title and another department. */
export async function changeAccounts(path: string, share: number): Promise<void> {
  await changeLines(path, (line, index, departments) =>
    isAmong(share, index)
      ? withTitle(line, `Analyst ${share * 100}`).replace(/"department":"[^"]*"/, departments(17))
      : line,
  )
}

/**
 * A mistake in an Okta export: every account gets another title, and a share of them another department and type of
 * user. The demo's policy has a group for each type of user, so nearly all of these lose access.
 */
export async function mistakeAccounts(path: string, share: number): Promise<void> {
  await changeLines(path, (line, index, departments) => {
    const titled = withTitle(line, 'Analyst')
    if (!isAmong(share, index)) return titled
    return titled
      .replace(/"department":"[^"]*"/, departments(17))
      .replace(/"userType":"[^"]*"/, '"userType":"unknown"')
  })
}

/** `departments`: the member `department` of the account so many lines below. */
type ChangeLine = (line: string, index: number, departments: (below: number) => string) => string

async function changeLines(path: string, change: ChangeLine): Promise<void> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const departments = lines.map((line) => /"department":"[^"]*"/.exec(line)?.[0] ?? '')
  const changed = lines.map((line, index) =>
    change(line, index, (below) => departments[(index + below) % lines.length] ?? ''),
  )
  await writeFile(path, `${changed.join('\n')}\n`)
}

/** Spreads a share evenly over the lines. */
function isAmong(share: number, index: number): boolean {
  return Math.floor((index + 1) * share) > Math.floor(index * share)
}

function withTitle(line: string, title: string): string {
  return line.replace(/"title":"[^"]*"/, `"title":"${title}"`)
}
