import { MusterError } from '../../../sdk/src/index.ts'
import { flagOf, withFlags } from '../nouns/field-flags.ts'
import type { Field } from '../nouns/operations.ts'

/** What is done with a server; a refusal names the flags of `fields` in place of their names. Those of arguments stay. */
export async function namingFlags<T>(fields: readonly Field[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof MusterError ? refusal(error, fields) : error
  }
}

function refusal(error: MusterError, fields: readonly Field[]): MusterError {
  const { status, requestId, location, needsSignIn, cause } = error
  const named = (path: string) => {
    const [name = '', ...rest] = path.split('.')
    const field = fields.find((each) => each.name === name)
    return [field === undefined ? name : `--${flagOf(field)}`, ...rest].join('.')
  }
  const faults = Object.entries(error.errors).map(([path, texts]): [string, string[]] => [
    named(path),
    texts.map((text) => withFlags(text, fields)),
  ])
  // The message of a single fault begins with its field.
  const [first = ''] = Object.keys(error.errors)
  const isOfField = first !== '' && error.message.startsWith(`${first} `)
  const message = isOfField ? `${named(first)}${error.message.slice(first.length)}` : error.message
  const errors = Object.fromEntries(faults)
  const answer = { status, errors, requestId, location, needsSignIn, cause }
  return new MusterError(withFlags(message, fields), answer)
}
