import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { Document, isCollection, isPair, isSeq, parse, visit } from 'yaml'
import { integrationTypes } from '../../contract/gen/vendors.ts'
import { integrationVendors, managerReferences } from '../../contract/states.ts'
import { settingsOf, type Interpretation } from '../probe/interpret-export.ts'
import { completeGiven, shortMapping } from '../file/complete-mapping.ts'
import { Mapping } from '../file/mapping.ts'
import type { IntegrationDefaults } from '../pull/describe-vendor.ts'
import { InvalidMapping, type Vendor } from './connect-vendor.ts'

const closed = { additionalProperties: false } as const
const Key = Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()])

/** How a source is read, in a file that people edit: `muster connect` writes it, `muster import --mapping` takes it. */
const MappingFile = Type.Object(
  {
    vendor: Type.Enum(integrationVendors),
    type: Type.Enum(integrationTypes),
    keys: Type.Object(
      {
        badge_id_profile_key: Type.Optional(Key),
        employee_id_profile_key: Type.Optional(Key),
        employee_alt_id_profile_key: Type.Optional(Key),
        manager_profile_key: Type.Optional(Key),
        manager_profile_holds: Type.Optional(Type.Enum(managerReferences)),
        parent_profile_key: Type.Optional(Key),
        policy_keys: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000 }),
        ),
      },
      closed,
    ),
    dimensions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            handle: Type.String({ pattern: '^[a-z0-9][a-z0-9_]{0,62}$' }),
            name: Type.String({ minLength: 1, maxLength: 200 }),
            profile_key: Type.String({ minLength: 1, maxLength: 200 }),
          },
          closed,
        ),
        { maxItems: 50 },
      ),
    ),
    mapping: Mapping,
  },
  closed,
)

/** The settings of an integration that a mapping file gives. */
export type MappingSettings = Pick<Vendor, 'vendor' | 'type' | 'mapping' | 'keys' | 'dimensions'>

/** The text of a mapping file, in YAML with remarks: what was decided, and nothing that counts without it. */
export function writeMappingFile(read: Interpretation): string {
  const { product } = read
  const settings = settingsOf(read)
  const isRead = (key: string) =>
    product.name !== 'file' || Object.hasOwn(settings.mapping.account.profile_extra, key)
  const dimensions = settings.dimensions.filter(({ profileKey }) => isRead(profileKey))
  const content = {
    vendor: product.vendor,
    type: product.type,
    keys: keysOf(settings, isRead),
    ...(dimensions.length > 0 && {
      dimensions: dimensions.map(({ handle, name, profileKey }) => ({
        handle,
        name,
        profile_key: profileKey,
      })),
    }),
    mapping: shortMapping(settings.mapping),
  }
  const document = new Document(content, { aliasDuplicateObjects: false })
  visit(document, {
    Collection(_, node) {
      const isFlat = node.items.every((each) => !isCollection(isPair(each) ? each.value : each))
      node.flow = isFlat && (isSeq(node) || node.items.length < 4)
      return undefined
    },
  })
  const text = document.toString({ lineWidth: 120, flowCollectionPadding: false })
  return `${remarksOf(read)
    .map((line) => `# ${line}`.trimEnd())
    .join('\n')}\n${text}`
}

function remarksOf(read: Interpretation): string[] {
  const unused = read.columns.filter(({ becomes }) => becomes.length === 0).map(({ name }) => name)
  return [
    `Read as ${read.product.label}. Edit this file and pass it with --mapping.`,
    'A list of columns means the first that has a value. States are active, suspended or deactivated.',
    ...read.questions.flatMap(({ id, text, answer, proposed }) => {
      // What a value means is in its table.
      if (id.startsWith('means: ')) return []
      const how = answer === null ? 'proposed' : 'answered'
      return [`${text} ${answer ?? proposed ?? 'open'} (${how})`]
    }),
    ...(unused.length === 0
      ? []
      : [`Columns that only become keys of the profile: ${unused.slice(0, 60).join(', ')}`]),
  ].map((line) => line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '))
}

function keysOf(settings: IntegrationDefaults, isRead: (key: string) => boolean) {
  const keys = {
    badge_id_profile_key: settings.badgeIdProfileKey,
    employee_id_profile_key: settings.employeeIdProfileKey,
    employee_alt_id_profile_key: settings.employeeAltIdProfileKey,
    manager_profile_key: settings.managerProfileKey,
    manager_profile_holds: settings.managerProfileHolds,
    parent_profile_key: settings.parentProfileKey,
    policy_keys: settings.policyKeys.filter(isRead),
  }
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== null))
}

/** What a mapping file has, under the names that it has in the API too; of a mapping alone, only that. */
export type MappingFileContents = Partial<Omit<Static<typeof MappingFile>, 'mapping'>> & {
  mapping: unknown
}

/**
 * Reads a mapping file, in YAML or JSON; a mapping alone is one too. The mapping itself is checked where it is used.
 * `name`: of the file. @throws InvalidMapping
 */
export function parseMappingFile(text: string, name: string): MappingFileContents {
  const given: unknown = parseText(text, name)
  if (typeof given !== 'object' || given === null || !('mapping' in given))
    return { mapping: completeGiven(given) }
  const whole = { ...given, mapping: completeGiven(given.mapping) }
  if (Value.Check(MappingFile, whole)) return whole
  throw new InvalidMapping(`The mapping ${name} is not valid: ${faultOf(whole)}.`)
}

/** {@link parseMappingFile}, as settings of an integration. */
export function readMappingFile(text: string, name: string): MappingSettings {
  const { vendor, type, keys, dimensions, mapping } = parseMappingFile(text, name)
  if (vendor === undefined || type === undefined || keys === undefined) return { mapping }
  return {
    vendor,
    type,
    mapping,
    keys: Object.fromEntries(
      Object.entries(keys).map(([key, value]) => [
        key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
    dimensions: dimensions?.map(({ handle, name, profile_key: profileKey }) => ({
      handle,
      name,
      profileKey,
    })),
  }
}

function faultOf(given: unknown): string {
  const [fault] = Value.Errors(MappingFile, given)
  return fault === undefined ? 'it is no mapping' : `${fault.instancePath || '/'} ${fault.message}`
}

/** JSON is YAML. */
function parseText(text: string, name: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0, prettyErrors: false })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new InvalidMapping(`The mapping ${name} is not JSON or YAML: ${why}`)
  }
}
