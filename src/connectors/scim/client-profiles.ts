import type { ScimProfile } from '../../contract/states.ts'

/** In what a client differs from RFC 7644 where a request could mean something else (docs/scim.md). */
export type ClientProfile = {
  /** What is read-only in the value of a PATCH is passed over, as in a PUT. */
  sendsReadOnly: boolean
  /** `replace` of a filtered value that is not there adds it. */
  replacesMissing: boolean
  /** An attribute of an extension without the URN before it: `manager eq "17"`. */
  takesNamesWithoutUrn: boolean
  /** A filter may compare a part of what brackets choose, `emails[type eq "work"].value eq "x"`, and texts without quotes. */
  takesLooseFilters: boolean
  /** PATCH answers 204 unless attributes are asked for. */
  answersPatchWithNothing: boolean
}

const strict: ClientProfile = {
  sendsReadOnly: false,
  replacesMissing: false,
  takesNamesWithoutUrn: false,
  takesLooseFilters: false,
  answersPatchWithNothing: false,
}

export const clientProfiles: Readonly<Record<ScimProfile, ClientProfile>> = {
  strict,
  // https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups and
  // …/application-provisioning-config-problem-scim-compatibility
  entra: {
    ...strict,
    replacesMissing: true,
    takesNamesWithoutUrn: true,
    takesLooseFilters: true,
    answersPatchWithNothing: true,
  },
  // https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
  okta: { ...strict, sendsReadOnly: true },
  // https://developers.onelogin.com/scim
  onelogin: { ...strict, sendsReadOnly: true },
  // https://docs.goauthentik.io/add-secure-apps/providers/scim and its client, authentik/providers/scim/clients
  authentik: strict,
  // Keycloak pushes by an extension: https://github.com/mitodl/keycloak-scim, which sends PatchOps by SCIM-SDK
  keycloak: { ...strict, sendsReadOnly: true },
}
