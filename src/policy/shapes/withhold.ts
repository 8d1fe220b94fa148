import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import type { ConditionOperator, ConditionType } from '../../contract/states.ts'
import { describeCondition, describeWithheld } from '../stored-rules/describe-condition.ts'

/** A viewer of rules and conditions. `seesPeople`: may see the names of the people in conditions. */
export type PolicyViewer = { seesProfileValues: boolean; seesPeople: boolean }

export function policyViewer(may: (permission: Permission) => boolean): PolicyViewer {
  return {
    seesProfileValues: may(profileValuePermission),
    seesPeople: may('directory.user.view'),
  }
}

/** Distinguishes the answers of viewers with different rights in an ETag. */
export function viewerMark({ seesProfileValues, seesPeople }: PolicyViewer): string {
  return `${seesProfileValues ? '' : 'W'}${seesPeople ? '' : 'N'}`
}

/** A condition as columns.ts builds it for what is said of it in words. */
export type SaidCondition = {
  type: ConditionType
  description: string
  profile_key: string | null
  profile_operator: ConditionOperator | null
  profile_value: string | null
  or_absent: boolean
  /** The person that it is about, if any. */
  directory_user_id: string | null
  /** The handle of the integration that it names, if any. */
  integration: string | null
}

const maximumDescription = 1000

/** The conditions of a rule in words, each as {@link sayTo} returns it. */
export function sayAllTo(said: readonly SaidCondition[], viewer: PolicyViewer): string {
  return clip(said.map((one) => sayTo(one, viewer)).join(' and '), maximumDescription - 1)
}

/** Whether the words of a condition hold something that the viewer may not see. */
export function isWithheld(said: SaidCondition, viewer: PolicyViewer): boolean {
  return (
    (said.profile_value !== null && !viewer.seesProfileValues) ||
    (said.directory_user_id !== null && !viewer.seesPeople)
  )
}

/** A condition in words, without its value or with an id for a name, if the viewer may not see them. */
export function sayTo(said: SaidCondition, viewer: PolicyViewer): string {
  if (!isWithheld(said, viewer)) return said.description
  const { profile_key: profileKey, profile_operator: operator, integration } = said
  if (profileKey !== null)
    return describeWithheld({ profileKey, operator, integration, orAbsent: said.or_absent })
  return describeCondition({
    type: said.type,
    operator,
    referent: { person: encodeId('directoryUser', said.directory_user_id ?? '') },
    integration: null,
    profileKey: null,
    profileValue: null,
    orAbsent: false,
  })
}
