import type { Calendar } from '../../contract/days.ts'
import { Type, type Static, type TObject } from 'typebox'
import { Value } from 'typebox/value'
import type { JsonObject } from '../../contract/json.ts'
import type { Mapping } from '../file/mapping.ts'
import type { SourceRecords } from '../import/record-source.ts'
import type { ListedHost } from '../outgoing/listed-hosts.ts'
import type { RestTools } from '../rest/transport.ts'
import type { KnownRecords } from './known-records.ts'

/** The secrets that connectors sign in with; each connector needs one. */
export const secretKinds = ['password', 'token', 'client_secret', 'service_account_key'] as const
export type SecretKind = (typeof secretKinds)[number]

/**
 * Up to where a reading has seen the changes of a source. `server` tells what was read: with another one, everything has to be
 * read. The rest is the connector's own.
 */
export const SyncMark = Type.Object(
  { server: Type.String({ maxLength: 200 }) },
  { additionalProperties: Type.Unknown() },
)
export type SyncMark = { server: string } & JsonObject

export function markOf(stored: unknown): SyncMark | null {
  return isMark(stored) ? stored : null
}

function isMark(stored: unknown): stored is SyncMark {
  return Value.Check(SyncMark, stored)
}

/** What every connector needs besides its settings. */
export type PullTools = RestTools & {
  secret: string | null
  /** Which may be reached. */
  hosts: readonly ListedHost[]
  signal?: AbortSignal | undefined
}

export type PullOptions = PullTools & {
  /** As the source counts days. */
  calendar?: Calendar | undefined
  mapping: Mapping
  /** Only what has changed since is read; null reads everything. */
  since: SyncMark | null
  /** What earlier readings found. */
  known: KnownRecords
}

export type PulledRecords = SourceRecords & {
  /** After the reading: where the next one may begin. Null if that has to be the beginning. */
  mark: () => SyncMark | null
}

/** Some entries of a source as it gives them, which any mapping can read. */
export type SourceSample = {
  /** What the source is, where that is found out; otherwise the type of the integration. */
  product: string | null
  /** With the name that messages call them by. */
  people: readonly SampledPerson[]
  /** Why entries can't be taken, regardless of the mapping. */
  leftOut: readonly string[]
  groups: readonly JsonObject[]
}

export type SampledPerson = { name: string; record: JsonObject }

/** How one product is read. Every failure of `read` and `sample` is an ImportRefused that says what to do. */
type Definition<S extends TObject> = {
  settings: S
  /** What the schema can't say, by the field at fault. */
  faultsIn: (settings: Static<S>) => Readonly<Record<string, string>>
  /** What it signs in with. */
  secret: SecretKind
  /** Whatever decides who is sent the secret: a change needs the secret again. */
  receiverOf: (settings: Static<S>) => object
  /** The settings of the receiver, as a message names them. */
  receiver: string
  /** What the list of runs calls it. */
  nameOf: (settings: Static<S>) => string
  /** People before groups. Nothing is asked before the first record is read. */
  read: (settings: Static<S>, options: PullOptions) => PulledRecords
  /** Reads a little. */
  sample: (settings: Static<S>, tools: PullTools) => Promise<SourceSample>
}

/** A stored connection, bound to its connector. */
export type Connection = {
  settings: object
  name: string
  secret: SecretKind
  receiver: object
  faults: readonly string[]
  read: (options: PullOptions) => PulledRecords
  sample: (tools: PullTools) => Promise<SourceSample>
}

export type Connector = Pick<Definition<TObject>, 'settings' | 'secret' | 'receiver'> & {
  /** Null if these are no settings of it. */
  connectionOf: (stored: unknown) => Connection | null
}

export function connector<S extends TObject>(definition: Definition<S>): Connector {
  const { settings: schema, secret, receiver } = definition
  return {
    settings: schema,
    secret,
    receiver,
    connectionOf: (stored) =>
      Value.Check(schema, stored) ? bind<S>(definition, Value.Clone(stored)) : null,
  }
}

function bind<S extends TObject>(definition: Definition<S>, settings: Static<S>): Connection {
  const { secret, faultsIn, receiverOf, nameOf, read, sample } = definition
  return {
    settings: Object(settings),
    secret,
    // An address that is at fault can't be read.
    get name() {
      return nameOf(settings)
    },
    get receiver() {
      return receiverOf(settings)
    },
    faults: Object.entries(faultsIn(settings)).map(([field, fault]) => `${field} ${fault}`),
    read: (options) => read(settings, options),
    sample: (tools) => sample(settings, tools),
  }
}
