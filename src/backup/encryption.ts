import { open } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupRefused } from './format.ts'

/** How a backup is encrypted: with a passphrase, or for the recipients of age (`age1…`). */
export type Encryption = { passphrase?: string | undefined; recipients: readonly string[] }
/** What opens it: the passphrase, or identities of age (`AGE-SECRET-KEY-1…`). */
export type Opening = { passphrase?: string | undefined; identities: readonly string[] }

/** The bytes as a file of age. As they are, without a passphrase and recipients. */
export async function encrypted(
  bytes: AsyncGenerator<Buffer>,
  { passphrase, recipients }: Encryption,
): Promise<AsyncIterable<Uint8Array>> {
  if (passphrase === undefined && recipients.length === 0) return bytes
  const encrypter = new Encrypter()
  if (passphrase !== undefined) encrypter.setPassphrase(passphrase)
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter.encrypt(ReadableStream.from(bytes))
}

const magicOfAge = Buffer.from('age-encryption.org/v1\n')

/** Whether a file is encrypted. */
export async function isAgeFile(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(magicOfAge.length), 0, magicOfAge.length, 0)
    return buffer.equals(magicOfAge)
  } finally {
    await handle.close()
  }
}

/** What a file holds, decrypted if it is one of age. @throws BackupRefused where nothing that was given opens it */
export async function* decrypted(
  file: AsyncIterable<Uint8Array>,
  { passphrase, identities }: Opening,
): AsyncGenerator<Uint8Array> {
  const { isEncrypted, bytes } = await look(file)
  if (!isEncrypted) return yield* bytes
  if (passphrase === undefined && identities.length === 0)
    throw new BackupRefused(
      'The backup is encrypted. Give --passphrase-file, or --identity-file with the key of its recipient.',
    )
  const decrypter = new Decrypter()
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    yield* await decrypter.decrypt(ReadableStream.from(bytes))
  } catch (error) {
    throw error instanceof BackupRefused
      ? error
      : new BackupRefused(reasonOf(error), { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return /no identity matched|passphrase/i.test(said)
    ? 'The passphrase or the key does not open this backup.'
    : `The backup is encrypted, and it was cut off or altered (${said}).`
}

/** Reads the beginning, which is in `bytes` again. */
async function look(file: AsyncIterable<Uint8Array>) {
  const source = file[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < magicOfAge.length) {
    const next = await source.next()
    if (next.done === true) break
    start = Buffer.concat([start, next.value])
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield start
    for (let next = await source.next(); next.done !== true; next = await source.next())
      yield next.value
  }
  return { isEncrypted: start.subarray(0, magicOfAge.length).equals(magicOfAge), bytes: bytes() }
}
