import { readFile } from 'node:fs/promises'
import type { Encryption, Opening } from '../../backup/encryption.ts'
import { ask } from '../command-line/ask.ts'
import { CommandFailed, WrongArguments } from '../output/output.ts'

export type OpeningOptions = { passphrase?: string; identityFile?: string }
export type EncryptionOptions = OpeningOptions & { encrypt?: boolean; recipient?: string[] }

/** How the options of a command say that a backup is encrypted. */
export async function encryptionOf({
  passphrase,
  encrypt = false,
  recipient = [],
}: EncryptionOptions): Promise<Encryption> {
  if (recipient.length > 0 && (encrypt || passphrase !== undefined))
    throw new WrongArguments('Give --recipient or a passphrase, not both.')
  const wrong = recipient.find((each) => !/^age1[0-9a-z]{20,}$/.test(each))
  if (wrong !== undefined)
    throw new WrongArguments(`--recipient must be a key of age, age1…, not ${wrong}.`)
  if (passphrase !== undefined || !encrypt) return { passphrase, recipients: recipient }
  return { passphrase: await askTwice(), recipients: [] }
}

async function askTwice(): Promise<string> {
  const first = await askFor('Passphrase: ')
  if ((await askFor('Again: ')) === first) return first
  throw new CommandFailed('The two differ. Nothing was written.')
}

async function askFor(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new WrongArguments('Nothing can be asked here. Give --passphrase-file.')
  const answer = await ask(question, { isHidden: true })
  if (answer !== undefined && answer !== '') return answer
  throw new CommandFailed('Without a passphrase nothing is done.')
}

/** What opens a backup. The passphrase is asked for on a terminal, if `isEncrypted` and nothing was given. */
export async function openingOf(
  { passphrase, identityFile }: OpeningOptions,
  isEncrypted: boolean,
): Promise<Opening> {
  const identities = identityFile === undefined ? [] : await readIdentities(identityFile)
  const isAsked = isEncrypted && passphrase === undefined && identityFile === undefined
  return {
    passphrase: isAsked && process.stdin.isTTY ? await askFor('Passphrase: ') : passphrase,
    identities,
  }
}

/** A file as `age-keygen` writes it. */
async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => /^AGE-SECRET-KEY-/i.test(line))
  if (identities.length > 0) return identities
  throw new WrongArguments(`--identity-file: ${file} has no key of age (AGE-SECRET-KEY-…).`)
}
