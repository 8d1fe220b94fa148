import { presentRefusals } from './remedy-fields.ts'
import { settingsOf, type Interpretation } from './interpret-export.ts'
import { probedState } from './summarise-records.ts'

/** No more are listed. */
export const mostBindings = 2000

/** An interpretation as the API and `--json` give it. */
export function presentInterpretation(read: Interpretation) {
  const settings = settingsOf(read)
  return {
    product: read.product.name,
    vendor: read.product.vendor,
    type: read.product.type,
    format: read.format,
    encoding: read.encoding.encoding,
    is_encoding_assumed: read.encoding.isAssumed,
    shape: read.shape,
    rows: read.rows,
    is_all: read.isAll,
    count: read.counts,
    columns: read.columns,
    bindings: read.bindings.slice(0, mostBindings),
    ...presentRecords(read),
    is_identified: read.isIdentified,
    managers: {
      profile_key: read.managers.key,
      holds: read.managers.holds,
      named: read.managers.named,
      found: read.managers.found,
      by_name: read.managers.byName,
    },
    address_columns: read.addressColumns,
    unknown_states: read.unknownStates,
    states: read.stateValues,
    refusals: presentRefusals(read.refusals),
    left_out: read.leftOut,
    keys: {
      badge_id_profile_key: settings.badgeIdProfileKey,
      employee_id_profile_key: settings.employeeIdProfileKey,
      manager_profile_key: settings.managerProfileKey,
      manager_profile_holds: settings.managerProfileHolds,
      policy_keys: [...settings.policyKeys],
    },
    mapping: read.mapping,
    questions: read.questions,
  }
}

/** Some of its records. */
function presentRecords(read: Interpretation) {
  return {
    people: read.people.map((each) => ({
      line: each.line,
      vendor_id: each.vendorId,
      handle: each.handle,
      email: each.email,
      first_name: each.firstName,
      last_name: each.lastName,
      state: probedState(each),
      profile: each.profile,
      notes: each.notes,
    })),
    groups: read.groups.map((each) => ({
      line: each.line,
      type: each.resourceType,
      vendor_id: each.vendorId,
      parent_vendor_id: each.parentVendorId,
      name: each.name,
      handle: each.handle,
      members: each.members,
    })),
    memberships: read.memberships.map((each) => ({
      line: each.line,
      type: each.resourceType,
      group_vendor_id: each.groupVendorId,
      account_vendor_id: each.accountVendorId,
      account_email: each.accountEmail,
      role: each.role,
    })),
  }
}
