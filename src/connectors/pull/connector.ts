import type { Calendar } from '../../contract/days.ts'
import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { Value } from 'typebox/value'
import type { JsonObject } from '../../contract/json.ts'
import type { Mapping } from '../file/mapping.ts'
import type { SourceRecords } from '../records/record-source.ts'
import type { ListedHost } from '../../outgoing/listed-hosts.ts'
import type { RestTools } from '../rest/transport.ts'
import type { KnownRecords } from './known-records.ts'
import type { AccountReader } from './read-accounts.ts'
import { restFaults, restReceiver } from '../rest/rest-settings.ts'

/** The secrets that connectors sign in with; each connector needs one. */
export const secretKinds = ['password', 'token', 'client_secret', 'service_account_key'] as const
export type SecretKind = (typeof secretKinds)[number]

/** A field of a form for one setting. */
export type FormField = {
  label: string
  hint?: string
  /** A flag that is set unless something else is said. */
  isUsual?: boolean
}

/** The fields by their settings, in their order. */
export type Form = Readonly<Record<string, FormField>>

/** The secret in a form and in a dialogue. */
export type SecretField = {
  kind: SecretKind
  label: string
  /** Whether the source can be read without it. */
  isOptional?: boolean
}

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

/** How a source is read. Every failure is an ImportRefused that says what to do. */
export type Reading<Settings> = {
  /** People before groups. Nothing is asked before the first record is read. */
  read: (settings: Settings, options: PullOptions) => PulledRecords
  /** Reads a little. */
  sample: (settings: Settings, tools: PullTools) => Promise<SourceSample>
  /** How the records of accounts are read. */
  accounts: AccountReader
}

/** How one product is connected and read. */
export type Definition<S extends TObject> = {
  settings: S
  /** Where it usually is. */
  url?: string
  /** What everyone fills in, before the secret. */
  form: Form
  /** What most leave as it is. */
  moreForm?: Form
  secret: SecretField
  /** The secrets that it takes, each with what they may read there. */
  rights: readonly Right[]
  /** What the schema can't say, by the field at fault. */
  faultsIn: (settings: Static<S>) => Readonly<Record<string, string>>
  /** Whatever decides who is sent the secret: a change needs the secret again. */
  receiverOf: (settings: Static<S>) => object
  /** The settings of the receiver, as a message names them. */
  receiver: string
  /** What the list of runs calls it. */
  nameOf: (settings: Static<S>) => string
  /** What a preview finds out about the product, and what people call it. */
  flavours?: Readonly<Record<string, string>>
  /** Loads what reads it: a description alone is light. */
  load: () => Promise<Reading<Static<S>>>
}

type Right = { secret: string; may: string; where?: string }

/** A stored connection, bound to its connector. */
export type Connection = {
  settings: object
  name: string
  secret: SecretKind
  receiver: object
  faults: readonly string[]
  read: (options: PullOptions) => Promise<PulledRecords>
  sample: (tools: PullTools) => Promise<SourceSample>
  accounts: () => Promise<AccountReader>
}

export type Connector = Pick<
  Definition<TObject>,
  'settings' | 'url' | 'form' | 'moreForm' | 'secret' | 'rights' | 'receiver' | 'flavours'
> & {
  /** Null if these are no settings of it. */
  connectionOf: (stored: unknown) => Connection | null
  accounts: () => Promise<AccountReader>
}

export function connector<S extends TObject>(definition: Definition<S>): Connector {
  const { settings, url, form, moreForm, secret, rights, receiver, flavours, load } = definition
  return {
    settings,
    form,
    secret,
    rights,
    receiver,
    ...(url !== undefined && { url }),
    ...(moreForm !== undefined && { moreForm }),
    ...(flavours !== undefined && { flavours }),
    connectionOf: (stored) =>
      Value.Check(settings, stored) ? bind<S>(definition, Value.Clone(stored)) : null,
    accounts: async () => (await load()).accounts,
  }
}

function bind<S extends TObject>(definition: Definition<S>, settings: Static<S>): Connection {
  const { secret, faultsIn, receiverOf, nameOf, load } = definition
  return {
    settings: Object(settings),
    secret: secret.kind,
    // An address that is at fault can't be read.
    get name() {
      return nameOf(settings)
    },
    get receiver() {
      return receiverOf(settings)
    },
    faults: Object.entries(faultsIn(settings)).map(([field, fault]) => `${field} ${fault}`),
    read: async (options) => (await load()).read(settings, options),
    sample: async (tools) => (await load()).sample(settings, tools),
    accounts: async () => (await load()).accounts,
  }
}

/** What most sources by REST have in common: a token, which is sent to their address alone. */
export const byToken = {
  faultsIn: restFaults,
  receiver: 'the address or `ca`',
  receiverOf: restReceiver,
} as const

/** The settings of a connection by the type of the integration. Nothing else may be among them. */
export function ConnectionSettings<P extends TProperties>(
  type: string,
  properties: P,
  about: { title: string; examples?: object[] },
): TObject<P> {
  return Type.Object(properties, {
    ...about,
    $id: `${type.charAt(0).toUpperCase()}${type.slice(1)}Connection`,
    description: `Of an integration of type \`${type}\``,
    additionalProperties: false,
  })
}
