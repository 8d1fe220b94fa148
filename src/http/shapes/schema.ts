import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { unprocessable } from '../refusals/problem.ts'
import { idPrefixes, type IdKind } from '../../contract/ids.ts'

/** An object that refuses unknown keys. Every body, query and answer is one. */
export function Shape<P extends TProperties>(
  properties: P,
  options: { description?: string; $id?: string; examples?: object[] } = {},
): TObject<P> {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

const Abilities = Type.Record(Type.String(), Type.Boolean(), {
  description:
    'With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the ' +
    'operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, ' +
    'replaced or deleted there, such as `create_token`.',
  examples: [{ update: true, delete: false }],
})

/** The shape of a record in an answer. */
export function RecordShape<P extends TProperties>(
  properties: P,
  options: { description?: string; $id?: string } = {},
) {
  return Shape({ ...properties, abilities: Type.Optional(Abilities) }, options)
}

/** The id of any record. */
export const AnyId = Type.String({
  pattern: '^[a-z]{5}_[0-7][0-9a-hjkmnp-tv-z]{25}$',
  maxLength: 32,
  examples: ['drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

const { attribute, resource } = idPrefixes

/** The id of a policy resource: an attribute, or a resource of a vendor. */
export const PolicyResourceId = Type.String({
  pattern: `^(?:${attribute}|${resource})_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
  maxLength: 32,
  examples: [`${resource}_01kaf7m2t4e8j9p3q5r7s9v1wx`],
})

export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/**
 * Any object. The document shows it as one of `variants`: the handler knows which one it has to be, and says by name what is
 * wrong with it, where a union of shapes would name the faults against each of them.
 */
export function CheckedByHandler(
  variants: readonly TSchema[],
  options: { description: string; examples: object[] },
) {
  const shownAs = { anyOf: variants, ...options }
  return Type.Record(Type.String(), Type.Unknown(), { ...options, shownAs })
}

/** One of a vocabulary. */
export function OneOf<const V extends readonly string[]>(
  values: V,
  options: { description?: string; default?: string } = {},
) {
  // Type.Enum would lose the literal names.
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })
}

export function Id(kind: IdKind) {
  const prefix = idPrefixes[kind]
  return Type.String({
    pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    maxLength: 32,
    examples: [`${prefix}_01kaf7m2t4e8j9p3q5r7s9v1wx`],
  })
}

/** The pattern of a text that is not blank. */
export const somethingVisible = String.raw`\S`

/** The pattern of an e-mail address; its local part and domain are not checked further. */
export const emailPattern = String.raw`^[^\s@]+@[^\s@]+$`

export function Text(
  maxLength: number,
  options: {
    minLength?: number
    pattern?: string
    description?: string
    examples?: string[]
  } = {},
) {
  return Type.String({ maxLength, ...options })
}

/** A display name: not blank, and without surrounding blanks. */
export function Name(maxLength: number, examples: string[]) {
  return Type.String({ minLength: 1, maxLength, pattern: '^\\S(.*\\S)?$', examples })
}

/** ISO 8601 UTC with milliseconds and Z. */
export const Instant = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
  maxLength: 24,
  description: 'ISO 8601 in UTC, with milliseconds',
  examples: ['2026-11-20T09:30:00.000Z'],
})

/** An instant as a client may send it: any ISO 8601 date-time with an offset. */
export const InstantInput = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$`,
  maxLength: 35,
  description: 'ISO 8601 date and time with an offset',
  examples: ['2027-01-31T00:00:00Z'],
})

export const Count = Type.Integer({ minimum: 0, examples: [3] })

export const Empty = Shape({})

/** The error bodies of the contract. */
export const Message = Shape({ message: Type.String({ maxLength: 2000 }) }, { $id: 'Message' })
export const ValidationMessage = Shape(
  {
    message: Type.String({ maxLength: 2000 }),
    errors: Type.Record(
      Type.String(),
      Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 100 }),
    ),
  },
  { $id: 'ValidationMessage' },
)

/** {@link Message} where OAuth defines a code. */
export const GrantMessage = Shape(
  {
    message: Type.String({ maxLength: 2000 }),
    error: Type.Optional(
      Type.String({ maxLength: 40, description: 'The code of RFC 6749, 5.2, or RFC 8693' }),
    ),
  },
  { $id: 'GrantMessage' },
)

/**
 * The instant that a client sent, cut to the millisecond. Undefined for a day or an hour that does not exist, which JavaScript
 * would roll over, and after the year 9999.
 */
export function readInstant(text: string): Date | undefined {
  const [, year, month, day, hour] = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}))?/.exec(text) ?? []
  const at = new Date(text)
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const isDay = Number(day) <= lastDay && hour !== '24' && at.getUTCFullYear() <= 9999
  return Number.isNaN(at.getTime()) || !isDay ? undefined : at
}

/** A time as the API shows it. */
export function instant(at: Date): string {
  return at.toISOString()
}

export function instantOrNull(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}

/**
 * The instant that was sent as `field`; 422 for a day that does not exist, and for one that is not in the future.
 */
export function requireFuture(field: string, sent: string, now: Date): Date {
  const instant = readInstant(sent)
  if (instant === undefined) throw unprocessable({ [field]: ['is no date of the calendar'] })
  if (instant <= now) throw unprocessable({ [field]: ['must be in the future'] })
  return instant
}
