import { Problem, unprocessable } from '../../http/refusals/problem.ts'
import type { ReceivedFile } from '../../http/bodies/received-file.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { interpretExport, type Interpreting, type StoredKeys } from '../probe/interpret-export.ts'
import type { Answers } from '../probe/question.ts'
import { presentInterpretation } from '../probe/present-interpretation.ts'
import { describeAbsent } from '../file/absent-columns.ts'
import { usualMappings } from '../vendors.ts'
import type { Mapping } from '../file/mapping.ts'
import type { OpenExport } from '../file/read-export.ts'
import { asParameters } from '../file/option-names.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { mappingOf } from '../import/integration-mapping.ts'
import { managerHolds } from '../import/merge-accounts.ts'
import { ImportRefused } from '../records/record-source.ts'

/** Records that a request reads. */
const mostRows = 1000

type Reading = Pick<Interpreting, 'shape' | 'group' | 'calendar'> & {
  /** In place of the integration's. */
  mapping: Mapping | undefined
  answers: Answers | undefined
  file: Pick<ReceivedFile, 'read'>
  /** For its extension. */
  name: string
  options: Pick<OpenExport, 'format' | 'encoding'>
  /** Null for the mapping of the product that the file shows. */
  integration: Source | null
}

type Source = Pick<
  Integration,
  | 'handle'
  | 'mapping'
  | 'badge_id_profile_key'
  | 'employee_id_profile_key'
  | 'employee_alt_id_profile_key'
  | 'manager_profile_key'
  | 'manager_profile_holds'
  | 'policy_keys'
  | 'vendor'
  | 'type'
>

function storedKeysOf(integration: Source): StoredKeys {
  return {
    badgeIdProfileKey: integration.badge_id_profile_key,
    employeeIdProfileKey: integration.employee_id_profile_key,
    employeeAltIdProfileKey: integration.employee_alt_id_profile_key,
    managerProfileKey: integration.manager_profile_key,
    managerProfileHolds: managerHolds(integration.manager_profile_holds),
    policyKeys: integration.policy_keys,
  }
}

/** How a file that was sent is understood. Nothing is written. */
export async function probeFile({
  file,
  name,
  options,
  mapping,
  answers,
  integration,
  shape,
  group,
  calendar,
}: Reading) {
  try {
    const read = await interpretExport({
      source: { stream: file.read(), name, ...options },
      mapping: mapping ?? (integration === null ? undefined : mappingOf(integration)),
      stored: integration === null ? undefined : storedKeysOf(integration),
      answers,
      usual: integration === null ? undefined : usualMappings(integration),
      shape,
      group,
      most: mostRows,
      calendar,
    })
    if (read.absent.length > 0) throw unprocessable({ mapping: [describeAbsent(read.absent)] })
    const { left_out: leftOut, ...answer } = presentInterpretation(read)
    return {
      ...answer,
      left_out: leftOut.map(({ reason, rows, line, shape: readAs }) => ({
        reason: asParameters(reason),
        rows,
        line,
        shape: readAs,
      })),
      mapping: integration === null ? answer.mapping : null,
    }
  } catch (error) {
    if (error instanceof UnreadableExport) throw unreadable(asParameters(error.message))
    if (error instanceof ImportRefused) throw unprocessable({ mapping: [error.message] })
    throw error
  }
}

/** The message is a sentence, which the name of the field does not begin. */
function unreadable(message: string): Problem {
  return new Problem(422, message, { errors: { file: [message] } })
}
