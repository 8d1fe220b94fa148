import type { ScimProfile } from '../../contract/states.ts'

/** In what a client differs from RFC 7644, as its documentation describes it (docs/scim.md). */
export type ClientProfile = {
  /** `"True"` and `"false"` are booleans. */
  takesBooleansAsText: boolean
  /** `Add`, `Replace` and `Remove` are operations. */
  takesOperationsInAnyCase: boolean
  /** A body needs no `schemas`. */
  takesMissingSchemas: boolean
  /** A text where an object with a `value` belongs: `"manager": "17"`, `"members": ["17"]`. */
  takesTextForValue: boolean
  /** An operation without a path names attributes by paths, such as `name.givenName`. */
  takesPathsAsKeys: boolean
  /** `remove` with the values to remove, instead of a path with a filter. */
  removesByValue: boolean
  /** What is read-only in the value of a PATCH is passed over, as in a PUT. */
  sendsReadOnly: boolean
  /** `replace` of a filtered value that is not there adds it. */
  replacesMissing: boolean
  /** An attribute of an extension without the URN before it: `manager eq "17"`. */
  takesNamesWithoutUrn: boolean
  /** A filter may compare a part of what brackets choose, `emails[type eq "work"].value eq "x"`, and texts without quotes. */
  takesLooseFilters: boolean
  /** A list of one value for an attribute that has one: `"manager": [{"value": "17"}]`. */
  takesListForSingle: boolean
  /** PATCH answers 204 unless attributes are asked for. */
  answersPatchWithNothing: boolean
}

const strict: ClientProfile = {
  takesBooleansAsText: false,
  takesOperationsInAnyCase: false,
  takesMissingSchemas: false,
  takesTextForValue: false,
  takesPathsAsKeys: false,
  removesByValue: false,
  sendsReadOnly: false,
  replacesMissing: false,
  takesNamesWithoutUrn: false,
  takesLooseFilters: false,
  takesListForSingle: false,
  answersPatchWithNothing: false,
}

export const clientProfiles: Readonly<Record<ScimProfile, ClientProfile>> = {
  strict,
  // https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups and
  // …/application-provisioning-config-problem-scim-compatibility
  entra: {
    ...strict,
    takesBooleansAsText: true,
    takesOperationsInAnyCase: true,
    takesMissingSchemas: true,
    takesTextForValue: true,
    takesPathsAsKeys: true,
    removesByValue: true,
    replacesMissing: true,
    takesNamesWithoutUrn: true,
    takesLooseFilters: true,
    takesListForSingle: true,
    answersPatchWithNothing: true,
  },
  // https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
  okta: { ...strict, sendsReadOnly: true, removesByValue: true },
  // https://developers.onelogin.com/scim
  onelogin: {
    ...strict,
    takesOperationsInAnyCase: true,
    takesMissingSchemas: true,
    removesByValue: true,
    sendsReadOnly: true,
  },
  // https://docs.goauthentik.io/add-secure-apps/providers/scim and its client, authentik/providers/scim/clients
  authentik: { ...strict, takesMissingSchemas: true, removesByValue: true },
  // Keycloak pushes by an extension: https://github.com/mitodl/keycloak-scim, which sends PatchOps by SCIM-SDK
  keycloak: { ...strict, takesListForSingle: true, sendsReadOnly: true },
}
