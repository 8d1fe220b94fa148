import { readFileSync } from 'node:fs'
import { Option, type Command } from 'commander'
import { say, WrongArguments } from '../output/output.ts'
import { variableOf, type Flag } from './flag.ts'

type Secret = {
  /** Whether a value is a secret, where not every one is. */
  isSecret?: (value: string) => boolean
  /** The command reads the file itself. */
  isReadLater?: boolean
}

/**
 * A flag that takes a secret, with `--…-file` beside it, each with its variable. What is written in the command beats a variable, and
 * a secret that is written there is warned about.
 */
export function secretFlags(
  flags: string,
  about: string,
  { isSecret = () => true, isReadLater = false }: Secret = {},
): readonly Flag[] {
  const option = new Option(flags)
  const file = new Option(`${option.long}-file <file>`)
  const [key, fileKey] = [option.attributeName(), file.attributeName()]
  const check = (running: Command) => {
    const isWritten = (name: string) => running.getOptionValueSource(name) === 'cli'
    const value: unknown = running.getOptionValue(key)
    if (isWritten(key) && isWritten(fileKey) && !isReadLater)
      throw new WrongArguments(`Give ${option.long} or ${file.long}, not both.`)
    if (isWritten(key) && typeof value === 'string' && isSecret(value))
      say(
        `Warning: ${option.long} is in the list of processes, which other users of this machine can read, and in the history of your shell. Use ${file.long} or ${variableOf(option)}.`,
      )
    if (!isWritten(fileKey) || isWritten(key)) return
    const path = String(running.getOptionValue(fileKey))
    // As if it had been written in the command, for what depends on that.
    if (isReadLater) running.setOptionValue(key, undefined)
    else running.setOptionValueWithSource(key, contentOf(path, file), 'cli')
  }
  return [
    [flags, about],
    [file.flags, `a file with it, in place of ${option.long}`, { check }],
  ]
}

function contentOf(path: string, { long }: Option): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new WrongArguments(`${long}: the file ${path} can't be read (${why}).`)
  }
}
