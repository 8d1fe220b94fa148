import { ImportRefused } from '../records/record-source.ts'
import type { SecretKind } from './connector.ts'

/** @throws ImportRefused without it, because no one may read these sources without signing in */
export function requireSecret({ secret }: { secret: string | null }, kind: SecretKind): string {
  if (secret !== null && secret !== '') return secret
  throw new ImportRefused(
    `The connection has no credentials. Send \`credentials={"${kind}": "…"}\`.`,
  )
}
