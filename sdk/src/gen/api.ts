// Written by `npm run gen` from the OpenAPI document.
export interface paths {
    "/auth/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask whether the API answers */
        get: operations["ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask which version answers */
        get: operations["version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask whose token this is */
        get: operations["testToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/issuers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List where people can sign in */
        get: operations["listIssuers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/role-givers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who can give you a role */
        get: operations["listRoleGivers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out of this browser */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link that signs a user in once */
        post: operations["createSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm the login of a command */
        post: operations["createLoginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login-codes/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange the code of a login for a token */
        post: operations["exchangeLoginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token-exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange the identity of a workload for a token of a service */
        post: operations["exchangeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your sessions */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** End all your sessions */
        delete: operations["deleteSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List directory users */
        get: operations["listDirectoryUsers"];
        put?: never;
        /** Create a directory user */
        post: operations["createDirectoryUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a directory user */
        get: operations["describeDirectoryUser"];
        put?: never;
        post?: never;
        /** Delete a directory user */
        delete: operations["deleteDirectoryUser"];
        options?: never;
        head?: never;
        /** Change a directory user */
        patch: operations["updateDirectoryUser"];
        trace?: never;
    };
    "/directory/users/{user}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate a directory user */
        post: operations["activateDirectoryUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the end of a directory user */
        post: operations["expireDirectoryUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Suspend a directory user */
        post: operations["suspendDirectoryUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate a directory user */
        post: operations["deactivateDirectoryUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted directory user */
        post: operations["restoreDirectoryUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erase the data of a deleted directory user */
        post: operations["eraseDirectoryUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/secondary-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the secondary users of a directory user */
        get: operations["listSecondaryUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/direct-report-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the direct reports of a directory user */
        get: operations["listDirectReportUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/directory-identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the identities of a directory user */
        get: operations["listIdentitiesOfDirectoryUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/workspace-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe the workspace user of a directory user */
        get: operations["describeWorkspaceUserOfDirectoryUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/integration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe the integration that governs a directory user */
        get: operations["describeIntegrationOfDirectoryUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the resources of a directory user */
        get: operations["listResourcesOfDirectoryUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/audit-logs/parent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the audit rows that name a directory user as parent */
        get: operations["listDirectoryUserAuditLogsParent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/audit-logs/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the audit rows that name a directory user as record */
        get: operations["listDirectoryUserAuditLogsRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/audit-logs/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the audit rows that name a directory user as related */
        get: operations["listDirectoryUserAuditLogsRelated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/audit-logs/subject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the audit rows that name a directory user as subject */
        get: operations["listDirectoryUserAuditLogsSubject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a directory user has access to */
        get: operations["listAccessOfDirectoryUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain why a directory user is in a manifest, or why not */
        get: operations["explainDirectoryUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/what-if": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask what a directory user would have */
        get: operations["whatIfDirectoryUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare what a directory user has access to */
        get: operations["compareDirectoryUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/users/{user}/compare-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare what the people below a directory user have access to */
        get: operations["compareTeamOfDirectoryUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List identities */
        get: operations["listDirectoryIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/identities/{identity}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe an identity */
        get: operations["describeDirectoryIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/identities/{identity}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Link an identity to a person */
        post: operations["linkDirectoryIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/identities/{identity}/unlink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an identity from its person */
        post: operations["unlinkDirectoryIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/dimensions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List dimensions */
        get: operations["listDimensions"];
        put?: never;
        /** Govern by a profile key */
        post: operations["createDimension"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/dimensions/{dimension}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a dimension */
        get: operations["describeDimension"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a dimension */
        patch: operations["updateDimension"];
        trace?: never;
    };
    "/directory/dimensions/{dimension}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate a dimension */
        post: operations["activateDimension"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/dimensions/{dimension}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate a dimension */
        post: operations["deactivateDimension"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List attributes */
        get: operations["listAttributes"];
        put?: never;
        /** Make an attribute */
        post: operations["createAttribute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/attributes/{attribute}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe an attribute */
        get: operations["describeAttribute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename an attribute */
        patch: operations["updateAttribute"];
        trace?: never;
    };
    "/directory/attributes/{attribute}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate an attribute */
        post: operations["activateAttribute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/attributes/{attribute}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate an attribute */
        post: operations["deactivateAttribute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/attributes/{attribute}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who qualifies for an attribute */
        get: operations["listAttributeUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List resources */
        get: operations["listDirectoryResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/resources/{resource}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a resource */
        get: operations["describeDirectoryResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/resources/{resource}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of a resource */
        get: operations["listResourceMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/resources/{resource}/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare who should have a resource with who has it */
        get: operations["listResourceDrift"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/directory/resources/{resource}/suggested-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Suggest rules for the members of a resource */
        get: operations["listSuggestedRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the roles that rules can grant */
        get: operations["listPolicyRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe the settings of policy */
        get: operations["describePolicySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the settings of policy */
        patch: operations["updatePolicySettings"];
        trace?: never;
    };
    "/policy/rulesets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List rulesets */
        get: operations["listRulesets"];
        put?: never;
        /** Make the ruleset of a resource */
        post: operations["createRuleset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a ruleset */
        get: operations["describeRuleset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a ruleset */
        patch: operations["updateRuleset"];
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rules of a ruleset */
        get: operations["listRulesOfRuleset"];
        put?: never;
        /** Draft a rule */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/exceptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the exceptions of a ruleset */
        get: operations["listExceptionsOfRuleset"];
        put?: never;
        /** Let one person in for a while */
        post: operations["createException"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/manifest-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who is in a manifest */
        get: operations["listManifestUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare a manifest on two dates */
        get: operations["compareManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/qualified-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who qualifies for rules of a ruleset */
        get: operations["listQualifiedUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/staged-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who is staged for a ruleset */
        get: operations["listStagedUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a rule */
        post: operations["previewRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/admins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the admins of a ruleset */
        get: operations["listRulesetAdmins"];
        put?: never;
        /** Give someone a role on a ruleset */
        post: operations["addRulesetAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/admins/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe someone’s role on a ruleset */
        get: operations["describeRulesetAdmin"];
        put?: never;
        post?: never;
        /** Take someone’s role on a ruleset away */
        delete: operations["removeRulesetAdmin"];
        options?: never;
        head?: never;
        /** Change someone’s role on a ruleset */
        patch: operations["updateRulesetAdmin"];
        trace?: never;
    };
    "/policy/rules/{rule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a rule */
        get: operations["describeRule"];
        put?: never;
        post?: never;
        /** Delete a rule */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        /** Change a rule */
        patch: operations["updateRule"];
        trace?: never;
    };
    "/policy/rules/{rule}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a rule in force */
        post: operations["activateRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rules/{rule}/deprecate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a rule an end */
        post: operations["deprecateRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rules/{rule}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a rule now */
        post: operations["deactivateRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rules/{rule}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draft a copy of a rule */
        post: operations["duplicateRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rules/{rule}/conditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the conditions of a rule */
        get: operations["listConditionsOfRule"];
        put?: never;
        /** Add a condition to a rule */
        post: operations["createPolicyCondition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/conditions/{condition}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a condition */
        get: operations["describePolicyCondition"];
        put?: never;
        post?: never;
        /** Take a condition away from a rule */
        delete: operations["deletePolicyCondition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/suggestions/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Suggest profile keys for a condition */
        get: operations["listSuggestedKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/suggestions/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Suggest values for a condition */
        get: operations["listSuggestedValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/users/{policy_user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a policy user */
        get: operations["describePolicyUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether a directory user has access to a resource */
        get: operations["checkAccess"];
        put?: never;
        /** Check many pairs of a directory user and a resource */
        post: operations["checkAccessOfMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Export the policy as files */
        post: operations["exportPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run the tests of policy files */
        post: operations["testPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List plans */
        get: operations["listPlans"];
        put?: never;
        /** Plan changes of the policy */
        post: operations["createPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/plans/{plan}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a plan for another person to apply */
        post: operations["approvePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/plans/{plan}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Plan to undo a plan */
        post: operations["revertPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rules/{rule}/put-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Plan to put an ended rule in force again */
        post: operations["putBackRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/rulesets/{ruleset}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of rules */
        get: operations["listRuleVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/plans/{plan}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a plan */
        get: operations["describePlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/plans/{plan}/effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a plan changes */
        get: operations["listPlanEffects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/plans/{plan}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apply a plan */
        post: operations["applyPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List incidents */
        get: operations["listIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/incidents/{incident}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe an incident */
        get: operations["describeIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/incidents/{incident}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe what the source of an incident said */
        get: operations["describeIncidentChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/incidents/{incident}/effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what would follow from approving an incident */
        get: operations["listIncidentEffects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/incidents/{incident}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve an incident */
        post: operations["approveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policy/incidents/{incident}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject an incident */
        post: operations["rejectIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe what happens in the workspace */
        get: operations["describeWorkspaceSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search the workspace */
        get: operations["searchWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Name records by their ids */
        get: operations["listNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people who sign in */
        get: operations["listWorkspaceUsers"];
        put?: never;
        /** Create a person who signs in */
        post: operations["createWorkspaceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/users/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a person who signs in */
        get: operations["describeWorkspaceUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a person who signs in */
        patch: operations["updateWorkspaceUser"];
        trace?: never;
    };
    "/workspace/users/{user}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate a person who signs in */
        post: operations["deactivateWorkspaceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/users/{user}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deactivated person */
        post: operations["restoreWorkspaceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/users/{user}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a person’s tokens */
        get: operations["listWorkspaceUserTokens"];
        put?: never;
        post?: never;
        /** Revoke all of a person’s tokens */
        delete: operations["revokeWorkspaceUserTokens"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/users/{user}/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a person’s token */
        get: operations["describeWorkspaceUserToken"];
        put?: never;
        post?: never;
        /** Revoke a person’s token */
        delete: operations["revokeWorkspaceUserToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/users/{user}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a person’s sessions */
        get: operations["listWorkspaceUserSessions"];
        put?: never;
        post?: never;
        /** End all of a person’s sessions */
        delete: operations["endWorkspaceUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/users/{user}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a person’s session */
        get: operations["describeWorkspaceUserSession"];
        put?: never;
        post?: never;
        /** End a person’s session */
        delete: operations["endWorkspaceUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/users/{user}/sign-in-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the links that sign a person in */
        get: operations["listWorkspaceUserSignInLinks"];
        put?: never;
        post?: never;
        /** End the links that would sign a person in */
        delete: operations["endWorkspaceUserSignInLinks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List services */
        get: operations["listServices"];
        put?: never;
        /** Create a service */
        post: operations["createService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a service */
        get: operations["describeService"];
        put?: never;
        post?: never;
        /** Delete a service */
        delete: operations["deleteService"];
        options?: never;
        head?: never;
        /** Change a service */
        patch: operations["updateService"];
        trace?: never;
    };
    "/workspace/services/{service}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate a service */
        post: operations["activateService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate a service */
        post: operations["deactivateService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm that a service is still needed */
        post: operations["confirmService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/deprecate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a service an end */
        post: operations["deprecateService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/admins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who has a role on a service */
        get: operations["listServiceAdmins"];
        put?: never;
        /** Give someone a role on a service */
        post: operations["addServiceAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/admins/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe someone’s role on a service */
        get: operations["describeServiceAdmin"];
        put?: never;
        post?: never;
        /** Take someone’s role on a service away */
        delete: operations["removeServiceAdmin"];
        options?: never;
        head?: never;
        /** Change the role of an admin on a service */
        patch: operations["updateServiceAdmin"];
        trace?: never;
    };
    "/workspace/services/{service}/admins/{user}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the end of someone’s role on a service */
        post: operations["expireServiceAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens of a service */
        get: operations["listServiceTokens"];
        put?: never;
        /** Issue a token of a service */
        post: operations["issueServiceToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a token of a service */
        get: operations["describeServiceToken"];
        put?: never;
        post?: never;
        /** Revoke a token of a service */
        delete: operations["revokeServiceToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the permissions of a service */
        get: operations["readServicePermissions"];
        /** Replace the permissions of a service */
        put: operations["replaceServicePermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/shrink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take unused permissions away from a service */
        post: operations["shrinkService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the changes of a service */
        get: operations["listServiceChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/services/{service}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the logs of a service */
        get: operations["listServiceLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your tokens */
        get: operations["listTokens"];
        put?: never;
        /** Make a token of your own */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a token of your own */
        get: operations["describeToken"];
        put?: never;
        post?: never;
        /** Revoke a token of your own */
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List every permission */
        get: operations["listPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List roles */
        get: operations["listRoles"];
        put?: never;
        /** Create a role */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a role */
        get: operations["describeRole"];
        put?: never;
        post?: never;
        /** Delete a role */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /** Change a role */
        patch: operations["updateRole"];
        trace?: never;
    };
    "/workspace/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List integrations */
        get: operations["listIntegrations"];
        put?: never;
        /** Connect an integration */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe an integration */
        get: operations["describeIntegration"];
        put?: never;
        post?: never;
        /** Delete an integration */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        /** Change an integration */
        patch: operations["updateIntegration"];
        trace?: never;
    };
    "/workspace/integrations/{integration}/make-primary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an integration the primary */
        post: operations["makePrimaryIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import a file into an integration */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sync an integration */
        post: operations["startSync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Preview a sync */
        get: operations["previewIntegration"];
        put?: never;
        /** Preview a mapping */
        post: operations["previewMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the runs of an integration */
        get: operations["listImportRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/runs/{run}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a run */
        get: operations["describeImportRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/runs/{run}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rows that a run left out */
        get: operations["listImportRunRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/runs/{run}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people that a planned run would change */
        get: operations["listImportRunPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/runs/{run}/effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List whose access a planned run would change */
        get: operations["listImportRunEffects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/scim-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the SCIM secrets of an integration */
        get: operations["listScimSecrets"];
        put?: never;
        /** Make a SCIM secret */
        post: operations["createScimSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/integrations/{integration}/scim-secrets/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a SCIM secret */
        get: operations["describeScimSecret"];
        put?: never;
        post?: never;
        /** Revoke a SCIM secret */
        delete: operations["revokeScimSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /** Create a webhook */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a webhook */
        get: operations["describeWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/workspace/webhooks/{webhook}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause a webhook */
        post: operations["pauseWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/webhooks/{webhook}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a webhook */
        post: operations["resumeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/webhooks/{webhook}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of a webhook */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/webhooks/{webhook}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a ping to a webhook */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/webhooks/{webhook}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send past events again */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/webhooks/{webhook}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was sent to a webhook */
        get: operations["listWebhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/webhooks/{webhook}/attempts/{attempt}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe an event at a webhook */
        get: operations["describeWebhookAttempt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/webhooks/{webhook}/attempts/{attempt}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event again */
        post: operations["retryWebhookAttempt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/notice-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what people are told by notices, and where */
        get: operations["listNoticeSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/notice-settings/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe what a person is told by notices, and where */
        get: operations["describeNoticeSetting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change what a person is told by notices, and where */
        patch: operations["updateNoticeSetting"];
        trace?: never;
    };
    "/workspace/notice-settings/{user}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test notice to a person */
        post: operations["testNoticeSetting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what people were told by notices */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspace/notices/{notice}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a notice */
        get: operations["describeNotice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read events */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List changes of the audit log */
        get: operations["listAuditChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the audit log */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the audit log */
        get: operations["exportAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/logs/{log}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe a row of the audit log */
        get: operations["describeAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Access: {
            id: string;
            /**
             * @description While in the manifest, `active` or `expiring`: expiring in grace, or because the rule has an end. Afterwards `expired` if an end came, of the stay or of the person, else `deactivated`
             * @enum {string}
             */
            state: "active" | "expiring" | "expired" | "deactivated";
            /** @enum {string} */
            type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            policy_resource: components["schemas"]["PolicyResource"];
            role_name: string;
            role_handle: string;
            /** @description Since when they should have this role */
            since: string;
            until: string | null;
            has?: {
                role_handle: string;
                /** @description When Muster first saw the member with this role */
                since: string;
            } | null;
            why: string;
            policy_ruleset_id: string;
            policy_rule_id: string;
            phase: {
                /** @description ISO 8601 in UTC, with milliseconds */
                since: string;
                until: string | null;
            };
            links: {
                policy_user: string;
                policy_ruleset: string;
                policy_rule: string | null;
                explain: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        AccessComparison: {
            here: {
                id: string;
                full_name: string;
                /**
                 * @description The state that the person has now
                 * @enum {string}
                 */
                state: "staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated";
                /** @description ISO 8601 in UTC, with milliseconds */
                at: string;
            };
            there: {
                id: string;
                full_name: string;
                /**
                 * @description The state that the person has now
                 * @enum {string}
                 */
                state: "staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated";
                /** @description ISO 8601 in UTC, with milliseconds */
                at: string;
            };
            count: {
                only_here: number;
                only_there: number;
                differs: number;
                same: number;
            };
            /** @description By kind, then by name; at most 1000. `count` has them all */
            data: {
                /**
                 * @description `differs`: another role, or grace on one side only
                 * @enum {string}
                 */
                kind: "only_here" | "only_there" | "differs" | "same";
                /** @enum {string} */
                type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
                policy_resource: components["schemas"]["PolicyResource"];
                policy_ruleset_id: string;
                here: components["schemas"]["OneAccess"] | null;
                there: components["schemas"]["OneAccess"] | null;
                why: string;
                cause: {
                    /** @description ISO 8601 in UTC, with milliseconds */
                    at: string;
                    event: string;
                    audit_log_id: string;
                } | null;
            }[];
        };
        AuditChange: {
            id: string;
            /** @description ISO 8601 in UTC, with milliseconds */
            at: string;
            actor: {
                /** @enum {string} */
                type: "user" | "service" | "integration" | "system";
                id: string | null;
                /** @enum {string} */
                via: "api" | "console" | "cli" | "sync";
            };
            request_id: string | null;
            /** @description The first rows of each event, in their order. The one that says what the change was is among them */
            rows: components["schemas"]["AuditLog"][];
            row_count: number;
            /** @description There are more rows, and the numbers are of the first 10,000. `events` names those of plans, incidents, rules and sources after them too */
            row_count_is_capped: boolean;
            /** @description How many rows each event has */
            events: {
                [key: string]: number;
            };
            /** @description How many people gained access somewhere */
            people_gained: number;
            /** @description How many people lost access somewhere */
            people_lost: number;
            links: {
                /** @description All its rows, in the log that was asked */
                rows: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        AuditLog: {
            id: string;
            /** @description ISO 8601 in UTC, with milliseconds */
            at: string;
            /** @description `area.resource.action` */
            event: string;
            actor: {
                /** @enum {string} */
                type: "user" | "service" | "integration" | "system";
                id: string | null;
                /** @enum {string} */
                via: "api" | "console" | "cli" | "sync";
            };
            request_id: string | null;
            record: {
                /** @enum {string} */
                type: "directory_user" | "workspace_user" | "directory_identity" | "policy_condition" | "policy_ruleset" | "policy_rule" | "directory_attribute" | "directory_dimension" | "directory_resource" | "policy_user" | "ruleset_admin" | "policy_plan" | "policy_incident" | "policy_settings" | "integration" | "service" | "service_admin" | "token" | "session" | "sign_in_attempt" | "role" | "import_run" | "scim_secret" | "secret_key" | "webhook" | "webhook_attempt" | "notice_setting" | "notice" | "audit_log";
                id: string;
            };
            parent: {
                /** @enum {string} */
                type: "directory_user" | "workspace_user" | "directory_identity" | "policy_condition" | "policy_ruleset" | "policy_rule" | "directory_attribute" | "directory_dimension" | "directory_resource" | "policy_user" | "ruleset_admin" | "policy_plan" | "policy_incident" | "policy_settings" | "integration" | "service" | "service_admin" | "token" | "session" | "sign_in_attempt" | "role" | "import_run" | "scim_secret" | "secret_key" | "webhook" | "webhook_attempt" | "notice_setting" | "notice" | "audit_log";
                id: string;
            } | null;
            related: {
                /** @enum {string} */
                type: "directory_user" | "workspace_user" | "directory_identity" | "policy_condition" | "policy_ruleset" | "policy_rule" | "directory_attribute" | "directory_dimension" | "directory_resource" | "policy_user" | "ruleset_admin" | "policy_plan" | "policy_incident" | "policy_settings" | "integration" | "service" | "service_admin" | "token" | "session" | "sign_in_attempt" | "role" | "import_run" | "scim_secret" | "secret_key" | "webhook" | "webhook_attempt" | "notice_setting" | "notice" | "audit_log";
                id: string;
            } | null;
            subject_id: string | null;
            changes: {
                [key: string]: {
                    /** @description null where there was no value */
                    old: unknown;
                    /** @description null where there is none any more */
                    new: unknown;
                };
            };
            /** @description Facts about the event that are not values of the record */
            details: {
                [key: string]: unknown;
            };
            /** @description The changed keys that `changes` leaves out, because you may not see this personal data */
            withheld: string[];
            /** @description The changed keys whose personal values are not those that the log recorded: someone has changed them in the database. `changes` leaves them out */
            altered: string[];
            /** @description The personal values of this row were erased with the person */
            is_erased: boolean;
            links: {
                self: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ChangedAccess: {
            /**
             * @description `gain` or `lose`: only then, or only now. `role`: another role. `grace`: they no longer qualify and stay for a while. `end`: another end
             * @enum {string}
             */
            kind: "gain" | "lose" | "role" | "grace" | "end";
            /** @enum {string} */
            type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            policy_resource: components["schemas"]["PolicyResource"];
            policy_ruleset_id: string;
            before: components["schemas"]["OneAccess"] | null;
            after: components["schemas"]["OneAccess"] | null;
            why: string;
        };
        CheckedAccess: {
            user_id: string;
            resource_id: string;
            /** @description Whether the manifest of the resource has the person now */
            is_in: boolean;
            role_name: string | null;
            role_handle: string | null;
            until: string | null;
        };
        CheckedAccessOfMany: {
            data: components["schemas"]["CheckedAccess"][];
        };
        CloudEvent: {
            /** @constant */
            specversion: "1.0";
            id: string;
            source: string;
            /** @enum {string} */
            type: "muster.policy.user.create" | "muster.policy.user.change" | "muster.policy.user.end" | "muster.directory.user.change" | "muster.directory.user.create" | "muster.directory.user.activate" | "muster.directory.user.activated" | "muster.directory.user.deactivate" | "muster.directory.user.delete" | "muster.directory.user.due" | "muster.directory.user.erase" | "muster.directory.user.expire" | "muster.directory.user.expired" | "muster.directory.user.restore" | "muster.directory.user.suspend" | "muster.policy.incident.alert" | "muster.policy.incident.apply" | "muster.policy.incident.approve" | "muster.policy.incident.close" | "muster.policy.incident.join" | "muster.policy.incident.open" | "muster.policy.incident.reject" | "muster.policy.incident.release" | "muster.policy.plan.apply" | "muster.policy.plan.approve" | "muster.policy.plan.begin" | "muster.policy.plan.create" | "muster.policy.plan.fail" | "muster.policy.plan.ready" | "muster.policy.plan.replace" | "muster.policy.rule.due" | "muster.policy.user.due" | "muster.workspace.integration.run" | "muster.workspace.integration.run_failed" | "muster.workspace.service.activate" | "muster.workspace.service.confirm" | "muster.workspace.service.deactivate" | "muster.workspace.service.delete" | "muster.workspace.service.deprecate" | "muster.workspace.service.due" | "muster.workspace.service.expired" | "muster.workspace.service.sponsor" | "muster.workspace.service.unconfirmed" | "muster.workspace.webhook.test";
            subject: string;
            /** @description ISO 8601 in UTC, with milliseconds */
            time: string;
            /** @constant */
            datacontenttype: "application/json";
            /** @description The number of the event among all events of its subject, from 1: a number that is left out is an event that was not received, or filtered out */
            sequence: string;
            /** @constant */
            sequencetype: "Integer";
            /** @description The position in the audit log. Positions have gaps */
            position: string;
            data: {
                user: {
                    id: string;
                    name: string | null;
                } | null;
                record: {
                    /** @enum {string} */
                    type: "directory_user" | "workspace_user" | "directory_identity" | "policy_condition" | "policy_ruleset" | "policy_rule" | "directory_attribute" | "directory_dimension" | "directory_resource" | "policy_user" | "ruleset_admin" | "policy_plan" | "policy_incident" | "policy_settings" | "integration" | "service" | "service_admin" | "token" | "session" | "sign_in_attempt" | "role" | "import_run" | "scim_secret" | "secret_key" | "webhook" | "webhook_attempt" | "notice_setting" | "notice" | "audit_log";
                    id: string;
                };
                resource: {
                    /** @enum {string} */
                    type: "directory_resource" | "directory_attribute";
                    id: string;
                    name: string | null;
                } | null;
                ruleset_id: string | null;
                rule_id: string | null;
                integration_id: string | null;
                role: {
                    from: string | null;
                    to: string | null;
                } | null;
                state: {
                    from: string | null;
                    to: string | null;
                } | null;
                reason: ("rule_met" | "other_rule" | "ending" | "kept" | "expired" | "removed" | "other_end") | null;
                due_at: string | null;
                /** @description The keys of the record that changed, without their values */
                changed: string[];
                actor: {
                    /** @enum {string} */
                    type: "user" | "service" | "integration" | "system";
                    id: string | null;
                };
                request_id: string | null;
            };
        };
        CountedPolicyRule: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
            role_name: string;
            role_handle: string;
            is_imported: boolean;
            description: string | null;
            /** @description The grace that the rule gives now, in days. A person who is in grace keeps the end that they got when it began */
            expires_after_days: number;
            expires_after_days_inherited: boolean;
            priority: number;
            ruleset_id: string;
            key: string | null;
            reason: string | null;
            /** @description All of its conditions may be negative */
            everyone_else: boolean;
            replaces_rule_id: string | null;
            /** @description At most 100 findings about rules that have not ended. `referent_gone`, what they name although it is gone: a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that people can write themselves at the vendor */
            findings: components["schemas"]["PolicyRuleFinding"][];
            /** @description The limits that the rule would have exceeded when its date came; other rulesets have no id. It has not begun. A plan that activates it, applied by a holder of `policy.change.approve`, puts it in force */
            begin_exceeds: {
                /**
                 * @description `ruleset`: people in one ruleset; `source`: accounts of a source; `overall`: people that one source or caller moves anywhere; `caller`: people that one caller ends or gives exceptions to; `settings`: limits, or `requires_second_approval`, that are loosened while two people decide, without numbers
                 * @enum {string}
                 */
                scope: "ruleset" | "source" | "overall" | "caller" | "settings";
                ruleset_id: string | null;
                /** @enum {string} */
                direction: "lose" | "gain" | "change_role" | "accounts" | "named" | "loosen";
                people: number;
                size: number;
                percent: number;
                least: number;
            }[];
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                activates_at: string | null;
                activated_at: string | null;
                expires_at: string | null;
            };
            links: {
                self: string;
                policy_ruleset: string;
                conditions: string;
            };
            /** @description With `include=count`: people who meet it while it is in force, and who are in by it, each at most 10,000 */
            count?: {
                qualified_users: number;
                manifest_users: number;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        CountedPolicyRuleset: {
            id: string;
            /** @enum {string} */
            state: "unmanaged" | "monitored" | "managed";
            /** @enum {string} */
            type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            resource_id: string;
            is_authoritative: boolean;
            expires_after_days: number;
            /** @description The grace is the workspace’s; an attribute’s ruleset gives none */
            expires_after_days_inherited: boolean;
            removal_limit_percent: number | null;
            removal_limit_people: number | null;
            addition_limit_percent: number | null;
            addition_limit_people: number | null;
            role_change_limit_percent: number | null;
            role_change_limit_people: number | null;
            /** @description More than two people who lose access, gain it or change role within 24 hours exceed the limit, regardless of the share */
            is_sensitive: boolean;
            /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
            requires_second_approval: boolean;
            /** @description A change of many is being worked out; until it is there, what stood before stands whole */
            recalculating: boolean;
            /** @description At most 100 findings about rules that have not ended. `referent_gone`, what they name although it is gone: a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that people can write themselves at the vendor */
            findings: components["schemas"]["PolicyRuleFinding"][];
            policy_resource: components["schemas"]["PolicyResource"];
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                policy_resource: string;
                rules: string;
                manifest_users: string;
                qualified_users: string;
                staged_users: string;
                admins: string;
            };
            /** @description With `include=count`: what is in it, each at most 10,000 */
            count?: {
                manifest_users: number;
                expiring_users: number;
                /** @description Rules in force, those with an end included */
                active_rules: number;
                staged_rules: number;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        CreateWorkspaceServiceAdminData: {
            /**
             * @description `admin` manages the service, its admins, permissions and tokens and sees its logs; `audit` sees it and its logs; `permission` changes its permissions; `token` sees, issues and revokes its tokens.
             * @enum {string}
             */
            admin_role: "admin" | "audit" | "permission" | "token";
        };
        DescribedDirectoryIdentity: {
            id: string;
            integration_id: string;
            /** @enum {string} */
            integration_type: "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "file";
            directory_user_id: string | null;
            /** @enum {string} */
            integration_vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            integration_handle: string;
            vendor_id: string;
            full_name: string;
            email: string | null;
            org: {
                [key: string]: string;
            };
            /** @enum {string} */
            state: "active" | "suspended" | "deactivated" | "orphan";
            handle: string | null;
            /**
             * @description The state at the vendor, also of an account that belongs to no one
             * @enum {string}
             */
            vendor_state: "active" | "suspended" | "deactivated";
            suggested_directory_user_id: string | null;
            /** @description What the account has in common with that person */
            suggestion_evidence: ("email" | "employee_id" | "full_name")[];
            /** @description Whose the account may be, while it waits for a decision */
            waiting_for: {
                directory_user_id: string;
                agrees: ("number" | "address" | "name")[];
                contradicts: ("number" | "address" | "name")[];
            }[];
            linked_by: ("created" | "email" | "evidence" | "vendor_id" | "replaced" | "administrator") | null;
            link_evidence: string | null;
            /** @description An administrator decided whose the account of no one is: `unlink` with `undo` makes it what it was */
            is_undoable: boolean;
            pending: {
                /** @enum {string} */
                state: "active" | "suspended" | "deactivated";
                full_name: string;
                email: string | null;
                manager: string | null;
                profile: {
                    [key: string]: unknown;
                } | null;
                incident_id: string | null;
                /** @description Someone rejected that the account ends, and its source still says so */
                is_rejected_account_end: boolean;
                /** @description ISO 8601 in UTC, with milliseconds */
                since: string;
            } | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                linked_at: string | null;
                vendor_created_at: string | null;
            };
            links: {
                self: string;
                directory_user: string | null;
                integration: string | null;
            };
            /** @description For an unlinked account: the suggested person, then those who have its address. For a linked one: the others who have its address, or an account with it here. Each with what they have in common with the account */
            candidates: {
                directory_user_id: string;
                /** @description What the account has in common with that person */
                evidence: ("email" | "employee_id" | "full_name")[];
            }[];
            profile: {
                [key: string]: unknown;
            } | null;
            /** @description Names `profile` where it is null because you may not see it */
            withheld: "profile"[];
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        DescribedPolicyRule: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
            role_name: string;
            role_handle: string;
            is_imported: boolean;
            description: string | null;
            /** @description The grace that the rule gives now, in days. A person who is in grace keeps the end that they got when it began */
            expires_after_days: number;
            expires_after_days_inherited: boolean;
            priority: number;
            ruleset_id: string;
            key: string | null;
            reason: string | null;
            /** @description All of its conditions may be negative */
            everyone_else: boolean;
            replaces_rule_id: string | null;
            /** @description At most 100 findings about rules that have not ended. `referent_gone`, what they name although it is gone: a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that people can write themselves at the vendor */
            findings: components["schemas"]["PolicyRuleFinding"][];
            /** @description The limits that the rule would have exceeded when its date came; other rulesets have no id. It has not begun. A plan that activates it, applied by a holder of `policy.change.approve`, puts it in force */
            begin_exceeds: {
                /**
                 * @description `ruleset`: people in one ruleset; `source`: accounts of a source; `overall`: people that one source or caller moves anywhere; `caller`: people that one caller ends or gives exceptions to; `settings`: limits, or `requires_second_approval`, that are loosened while two people decide, without numbers
                 * @enum {string}
                 */
                scope: "ruleset" | "source" | "overall" | "caller" | "settings";
                ruleset_id: string | null;
                /** @enum {string} */
                direction: "lose" | "gain" | "change_role" | "accounts" | "named" | "loosen";
                people: number;
                size: number;
                percent: number;
                least: number;
            }[];
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                activates_at: string | null;
                activated_at: string | null;
                expires_at: string | null;
            };
            links: {
                self: string;
                policy_ruleset: string;
                conditions: string;
            };
            count: {
                policy_conditions: number;
                qualified_users: number;
                manifest_users: number;
            };
            included: {
                /** @description By id, at most 200 */
                policy_conditions: components["schemas"]["ListedPolicyCondition"][];
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        DescribedPolicyRuleset: {
            id: string;
            /** @enum {string} */
            state: "unmanaged" | "monitored" | "managed";
            /** @enum {string} */
            type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            resource_id: string;
            is_authoritative: boolean;
            expires_after_days: number;
            /** @description The grace is the workspace’s; an attribute’s ruleset gives none */
            expires_after_days_inherited: boolean;
            removal_limit_percent: number | null;
            removal_limit_people: number | null;
            addition_limit_percent: number | null;
            addition_limit_people: number | null;
            role_change_limit_percent: number | null;
            role_change_limit_people: number | null;
            /** @description More than two people who lose access, gain it or change role within 24 hours exceed the limit, regardless of the share */
            is_sensitive: boolean;
            /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
            requires_second_approval: boolean;
            /** @description A change of many is being worked out; until it is there, what stood before stands whole */
            recalculating: boolean;
            /** @description At most 100 findings about rules that have not ended. `referent_gone`, what they name although it is gone: a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that people can write themselves at the vendor */
            findings: components["schemas"]["PolicyRuleFinding"][];
            policy_resource: components["schemas"]["PolicyResource"];
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                policy_resource: string;
                rules: string;
                manifest_users: string;
                qualified_users: string;
                staged_users: string;
                admins: string;
            };
            count: {
                rules: number;
                staged_rules: number;
                active_rules: number;
                expiring_rules: number;
                expired_rules: number;
                deactivated_rules: number;
                manifest_users: number;
                expiring_users: number;
                qualified_users: number;
                /** @description People whose access here an open incident holds back */
                held_users: number;
                staged_users: number | null;
            };
            /** @description With `include=incidents`: the open incidents that hold access here */
            incidents?: components["schemas"]["PolicyIncidentRef"][];
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        DescribedPolicyUser: {
            id: string;
            /**
             * @description While in the manifest, `active` or `expiring`: expiring in grace, or because the rule has an end. Afterwards `expired` if an end came, of the stay or of the person, else `deactivated`
             * @enum {string}
             */
            state: "active" | "expiring" | "expired" | "deactivated";
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                activated_at: string;
                expires_at: string | null;
                deleted_at: string | null;
            };
            included: {
                directory_user: components["schemas"]["DirectoryUserSummary"];
                policy_ruleset: components["schemas"]["PolicyRuleset"];
                policy_rule: components["schemas"]["PolicyRule"];
                policy_resource: components["schemas"]["PolicyResource"];
            };
            expires_by: ("grace" | "rule") | null;
            /** @description The latest first, at most 500 */
            phases: {
                policy_rule_id: string;
                /**
                 * @description While in the manifest, `active` or `expiring`: expiring in grace, or because the rule has an end. Afterwards `expired` if an end came, of the stay or of the person, else `deactivated`
                 * @enum {string}
                 */
                state: "active" | "expiring" | "expired" | "deactivated";
                /** @description ISO 8601 in UTC, with milliseconds */
                since: string;
                until: string | null;
                /** @description ISO 8601 in UTC, with milliseconds */
                recorded_at: string;
            }[];
            former_id: string | null;
            links: {
                self: string;
                directory_user: string;
                policy_ruleset: string;
                policy_rule: string | null;
                explain: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        DirectoryAttribute: {
            id: string;
            /** @enum {string} */
            state: "active" | "deactivated";
            parent: string;
            name: string;
            handle: string;
            /** @description The same for the same vendor object or value in every workspace: a digest of what identifies it there */
            blueprint_signature: string;
            profile_value: string;
            dimension_handle: string;
            ruleset_id: string | null;
            absorbed_by_id: string | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                dimension: string;
                ruleset: string | null;
                users: string;
            };
            count: {
                users: number;
                policy_rules: number;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        DirectoryDimension: {
            id: string;
            /** @enum {string} */
            state: "active" | "deactivated";
            handle: string;
            name: string;
            integration_id: string;
            integration_handle: string;
            profile_key: string;
            attributes_enabled: boolean;
            expires_after_days: number | null;
            /** @description Values that identities have and that become no attributes, because the dimension has as many as it may have (2,000) */
            surplus_values: number;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                integration: string;
                attributes: string;
            };
            count: {
                attributes: number;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        DirectoryIdentity: {
            id: string;
            integration_id: string;
            /** @enum {string} */
            integration_type: "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "file";
            directory_user_id: string | null;
            /** @enum {string} */
            integration_vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            integration_handle: string;
            vendor_id: string;
            full_name: string;
            email: string | null;
            org: {
                [key: string]: string;
            };
            /** @enum {string} */
            state: "active" | "suspended" | "deactivated" | "orphan";
        };
        DirectoryResource: {
            id: string;
            /** @enum {string} */
            state: "active" | "deactivated";
            /** @enum {string} */
            type: "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            integration_id: string;
            /** @enum {string} */
            integration_vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            integration_handle: string;
            vendor_id: string;
            parent_id: string | null;
            name: string;
            handle: string | null;
            ruleset_id: string | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                integration: string;
                parent: string | null;
                members: string;
                ruleset: string | null;
            };
            external_id: string | null;
            count: {
                members: number;
                child_resources: number;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        DirectoryUserDetailedResponseData: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated";
            manager_id: string | null;
            is_manager: boolean;
            first_name: string;
            last_name: string;
            full_name: string;
            email: string | null;
            username: string | null;
            badge_id: string | null;
            employee_id: string | null;
            employee_alt_id: string | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                deleted_at: string | null;
                expires_at: string | null;
                /** @description ISO 8601 in UTC, with milliseconds */
                provisioned_at: string;
                deprovisioned_at: string | null;
            };
            org: {
                [key: string]: string;
            };
            metadata: {
                [key: string]: string;
            };
            count: {
                secondary_users: number;
                direct_report_users: number;
                directory_identities: number;
                policy_conditions: number;
                policy_users: number;
                policy_rulesets: number;
                manifest_rules: number;
                qualified_rules: number;
                staged_rules: number;
                audit_logs_parent: number;
                audit_logs_record: number;
                audit_logs_related: number;
                audit_logs_subject: number;
                directory_attributes: number;
                codehost_groups: number;
                codehost_projects: number;
                suite_drive_docs: number;
                suite_drive_files: number;
                suite_drive_folders: number;
                suite_drive_decks: number;
                suite_drive_sheets: number;
                suite_identity_groups: number;
                suite_workspace_drives: number;
                suite_workspace_groups: number;
                idp_groups: number;
                chat_public_channels: number;
                chat_private_channels: number;
                chat_groups: number;
            };
            included: {
                user_manager: components["schemas"]["DirectoryUserSummary"] | null;
                parent_user: components["schemas"]["DirectoryUserSummary"] | null;
                /** @description At most 200; the count and the link lead to the rest */
                direct_report_users: components["schemas"]["DirectoryUserSummary"][];
                workspace_user: components["schemas"]["WorkspaceUserRef"] | null;
                integration: components["schemas"]["IntegrationRef"] | null;
                /** @description At most 200; the count and the link lead to the rest */
                directory_identities: components["schemas"]["DirectoryIdentity"][];
                /** @description At most 200; the count and the link lead to the rest */
                secondary_users?: components["schemas"]["DirectoryUserSummary"][];
                secondary_users_count?: number;
                secondary_users_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_conditions?: components["schemas"]["PolicyCondition"][];
                policy_conditions_count?: number;
                policy_conditions_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_users?: components["schemas"]["PolicyUser"][];
                policy_users_count?: number;
                policy_users_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_rules_manifest?: components["schemas"]["PolicyRule"][];
                policy_rules_manifest_count?: number;
                policy_rules_manifest_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_rules_qualified?: components["schemas"]["PolicyRule"][];
                policy_rules_qualified_count?: number;
                policy_rules_qualified_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_rules_staged?: components["schemas"]["PolicyRule"][];
                policy_rules_staged_count?: number;
                policy_rules_staged_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_rulesets?: components["schemas"]["PolicyRuleset"][];
                policy_rulesets_count?: number;
                policy_rulesets_exists?: boolean;
            };
            links: {
                self: string;
                workspace_user: string;
                integration: string;
                secondary_users: string;
                direct_report_users: string;
                directory_identities: string;
                audit_logs_parent: string;
                audit_logs_record: string;
                audit_logs_related: string;
                audit_logs_subject: string;
            };
            state_source?: components["schemas"]["DirectoryUserStateSource"];
            /** @description The open incidents that hold an account of this person */
            incidents?: components["schemas"]["PolicyIncidentRef"][];
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        /** @description Who decides about the state, and by which day */
        DirectoryUserStateSource: {
            /** @enum {string} */
            by: "source" | "administrator";
            integration_handle: string | null;
            day: ("first_day" | "last_day") | null;
            date: string | null;
        };
        DirectoryUserSummary: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated";
            manager_id: string | null;
            is_manager: boolean;
            full_name: string;
            email: string | null;
            username: string | null;
            badge_id: string | null;
            employee_id: string | null;
            employee_alt_id: string | null;
            org: {
                [key: string]: string;
            };
            metadata: {
                [key: string]: string;
            };
        };
        Drift: {
            /** @description The id of the person, or of the account that belongs to no one */
            id: string;
            /**
             * @description `missing`: should have it, and no account is a member. `extra`: a member who should not be one. `role_differs`: should have it, and an account is a member in another role. `unmanaged`: a member that no rule concerns. `in_sync`: every account that is a member has the role that it should have
             * @enum {string}
             */
            status: "missing" | "extra" | "role_differs" | "unmanaged" | "in_sync";
            /** @description What a source says of them waits for the decision on an incident */
            is_held: boolean;
            /** @description With `rules=staged`: is not in the manifest, and would enter it */
            enters: boolean;
            should: {
                role_handle: string;
                role_name: string;
                since: string | null;
                until: string | null;
                why: string;
                policy_user_id: string | null;
                policy_rule_id: string;
            } | null;
            outside: string | null;
            has: {
                role_handle: string;
                /** @description When Muster first saw the member with this role */
                since: string;
            } | null;
            /** @description The accounts of the person that are members, those in another role than they should have first. If the person is `missing`: the accounts at the source of the resource that could become members */
            accounts: {
                id: string;
                vendor_id: string | null;
                external_id: string | null;
                handle: string | null;
                full_name: string;
                email: string | null;
                /** @enum {string} */
                state: "active" | "suspended" | "deactivated" | "orphan";
                has: {
                    role_handle: string;
                    /** @description When Muster first saw the member with this role */
                    since: string;
                } | null;
                /** @description The fields that are empty because you may not see them */
                withheld: ("vendor_id" | "external_id" | "handle" | "full_name" | "email")[];
            }[];
            included: {
                directory_user: components["schemas"]["DirectoryUserSummary"] | null;
            };
            links: {
                directory_user: string | null;
                explain: string | null;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        /**
         * Microsoft Entra
         * @description Of an integration of type `entra`
         */
        EntraConnection: {
            /** @description The certificates (PEM) that the server’s is verified by, instead of those that the system trusts */
            ca?: string;
            /** @description False leaves groups out */
            reads_groups?: boolean;
            /** @description Of Microsoft Graph; `https://graph.microsoft.com` by default */
            url?: string;
            /** @description The id of the tenant, or one of its domains */
            tenant: string;
            /** @description The application (client) id */
            client_id: string;
            /** @description True reads the last day of people (`employeeLeaveDateTime`), which needs the permission User-LifeCycleInfo.Read.All */
            reads_leave_dates?: boolean;
        };
        ExplainedRule: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
            role_name: string;
            role_handle: string;
            is_imported: boolean;
            description: string | null;
            /** @description The grace that the rule gives now, in days. A person who is in grace keeps the end that they got when it began */
            expires_after_days: number;
            expires_after_days_inherited: boolean;
            priority: number;
            ruleset_id: string;
            is_in_force: boolean;
            is_met: boolean;
            /** @description At most 100 findings about rules that have not ended. `referent_gone`, what they name although it is gone: a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that people can write themselves at the vendor */
            findings: components["schemas"]["PolicyRuleFinding"][];
            conditions: {
                id: string;
                is_imported: boolean;
                /** @enum {string} */
                type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
                ruleset_id: string;
                rule_id: string;
                resource_id: string | null;
                profile_key: string | null;
                profile_operator: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
                profile_value: string | null;
                /** @description True where the condition also holds without a value; otherwise left out */
                or_absent?: boolean;
                description: string;
                is_met: boolean | null;
                saw: {
                    identities: {
                        id: string;
                        integration_id: string;
                        integration_handle: string;
                        /** @enum {string} */
                        state: "active" | "suspended" | "deactivated";
                        /** @description The account is deactivated and not of the primary integration, so conditions ignore it */
                        is_ignored: boolean;
                        values: string[] | null;
                        /** @description ISO 8601 in UTC, with milliseconds */
                        changed_at: string;
                    }[] | null;
                    managers: {
                        id: string;
                        full_name: string;
                    }[] | null;
                    attribute: {
                        holds: boolean | null;
                        rule: {
                            id: string;
                            /** @enum {string} */
                            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                            role_name: string;
                            role_handle: string;
                            is_imported: boolean;
                            description: string | null;
                            /** @description The grace that the rule gives now, in days. A person who is in grace keeps the end that they got when it began */
                            expires_after_days: number;
                            expires_after_days_inherited: boolean;
                            priority: number;
                            ruleset_id: string;
                            is_in_force: boolean;
                            is_met: boolean;
                            /** @description At most 100 findings about rules that have not ended. `referent_gone`, what they name although it is gone: a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that people can write themselves at the vendor */
                            findings: components["schemas"]["PolicyRuleFinding"][];
                            conditions: {
                                id: string;
                                is_imported: boolean;
                                /** @enum {string} */
                                type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
                                ruleset_id: string;
                                rule_id: string;
                                resource_id: string | null;
                                profile_key: string | null;
                                profile_operator: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
                                profile_value: string | null;
                                /** @description True where the condition also holds without a value; otherwise left out */
                                or_absent?: boolean;
                                description: string;
                                is_met: boolean | null;
                                saw: {
                                    identities: {
                                        id: string;
                                        integration_id: string;
                                        integration_handle: string;
                                        /** @enum {string} */
                                        state: "active" | "suspended" | "deactivated";
                                        /** @description The account is deactivated and not of the primary integration, so conditions ignore it */
                                        is_ignored: boolean;
                                        values: string[] | null;
                                        /** @description ISO 8601 in UTC, with milliseconds */
                                        changed_at: string;
                                    }[] | null;
                                    managers: {
                                        id: string;
                                        full_name: string;
                                    }[] | null;
                                    attribute: {
                                        holds: boolean | null;
                                        rule: {
                                            id: string;
                                            /** @enum {string} */
                                            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                                            role_name: string;
                                            role_handle: string;
                                            is_imported: boolean;
                                            description: string | null;
                                            /** @description The grace that the rule gives now, in days. A person who is in grace keeps the end that they got when it began */
                                            expires_after_days: number;
                                            expires_after_days_inherited: boolean;
                                            priority: number;
                                            ruleset_id: string;
                                            is_in_force: boolean;
                                            is_met: boolean;
                                            /** @description At most 100 findings about rules that have not ended. `referent_gone`, what they name although it is gone: a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that people can write themselves at the vendor */
                                            findings: components["schemas"]["PolicyRuleFinding"][];
                                            conditions: {
                                                id: string;
                                                is_imported: boolean;
                                                /** @enum {string} */
                                                type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
                                                ruleset_id: string;
                                                rule_id: string;
                                                resource_id: string | null;
                                                profile_key: string | null;
                                                profile_operator: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
                                                profile_value: string | null;
                                                /** @description True where the condition also holds without a value; otherwise left out */
                                                or_absent?: boolean;
                                                description: string;
                                                is_met: boolean | null;
                                                saw: {
                                                    identities: {
                                                        id: string;
                                                        integration_id: string;
                                                        integration_handle: string;
                                                        /** @enum {string} */
                                                        state: "active" | "suspended" | "deactivated";
                                                        /** @description The account is deactivated and not of the primary integration, so conditions ignore it */
                                                        is_ignored: boolean;
                                                        values: string[] | null;
                                                        /** @description ISO 8601 in UTC, with milliseconds */
                                                        changed_at: string;
                                                    }[] | null;
                                                    managers: {
                                                        id: string;
                                                        full_name: string;
                                                    }[] | null;
                                                    attribute: {
                                                        holds: boolean | null;
                                                        rule: null;
                                                        /** @description There is a rule to show, but too deep, too large, or not yours to see */
                                                        is_cut: boolean;
                                                    } | null;
                                                };
                                            }[];
                                        } | null;
                                        /** @description There is a rule to show, but too deep, too large, or not yours to see */
                                        is_cut: boolean;
                                    } | null;
                                };
                            }[];
                        } | null;
                        /** @description There is a rule to show, but too deep, too large, or not yours to see */
                        is_cut: boolean;
                    } | null;
                };
            }[];
        };
        Explanation: {
            /** @enum {string} */
            verdict: "in" | "in_grace" | "out";
            why: string;
            policy_user: {
                id: string;
                /**
                 * @description While in the manifest, `active` or `expiring`: expiring in grace, or because the rule has an end. Afterwards `expired` if an end came, of the stay or of the person, else `deactivated`
                 * @enum {string}
                 */
                state: "active" | "expiring" | "expired" | "deactivated";
                policy_rule_id: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                since: string;
                until: string | null;
            } | null;
            eligibility: {
                is_eligible: boolean;
                /** @enum {string} */
                state: "staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated";
                parent: {
                    id: string;
                    full_name: string;
                    /** @enum {string} */
                    state: "staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated";
                } | null;
                reasons: string[];
            };
            grace: {
                expires_after_days: number;
                until: string | null;
            } | null;
            /** @description Every rule that has not ended, in admission order, at most 200; the first one in force that is met admits */
            policy_rules: components["schemas"]["ExplainedRule"][];
            /** @description Accounts of which policy does not read what the source said last: an incident holds it, or, without one, some values were rejected */
            pending: {
                identity_id: string;
                integration_handle: string;
                incident_id: string | null;
                /**
                 * @description The accepted one
                 * @enum {string}
                 */
                state: "active" | "suspended" | "deactivated" | "orphan";
                /** @enum {string} */
                pending_state: "active" | "suspended" | "deactivated";
                /** @description Someone rejected that the account ends, and its source still says so */
                is_rejected_account_end: boolean;
                /** @description The keys that policy may read and whose values differ; the values are null without the permission on profiles */
                changes: {
                    profile_key: string;
                    accepted: string | null;
                    pending: string | null;
                }[];
                /** @description ISO 8601 in UTC, with milliseconds */
                since: string;
            }[];
            nearest: {
                policy_rule_id: string;
                unmet_conditions: number;
                would_match_if: string[];
            } | null;
            /** @description Names what is left out because you may not see it: values of profiles, and what conditions want of them */
            withheld: "profile_values"[];
            included: {
                directory_user: components["schemas"]["DirectoryUserSummary"];
                policy_ruleset: components["schemas"]["PolicyRuleset"];
                policy_resource: components["schemas"]["PolicyResource"];
            };
            links: {
                directory_user: string;
                policy_ruleset: string;
                policy_user: string | null;
            };
        };
        FileInterpretation: {
            /**
             * @description Whose export it is; `file` is any table of people
             * @enum {string}
             */
            product: "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "keycloak" | "onelogin" | "muster" | "file";
            /** @enum {string} */
            vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            /** @enum {string} */
            type: "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "file";
            /** @enum {string} */
            format: "jsonl" | "json" | "csv" | "ldif";
            /** @enum {string} */
            encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "windows-1254" | "iso-8859-2" | "macintosh" | "shift_jis" | "euc-kr" | "gb18030" | "big5";
            /** @description Nothing in the file says its encoding */
            is_encoding_assumed: boolean;
            shape: ("accounts" | "groups" | "memberships") | null;
            /** @description Records that were read */
            rows: number;
            /** @description The file has no more records */
            is_all: boolean;
            count: {
                accounts: number;
                groups: number;
                memberships: number;
                refused: number;
                left_out: number;
                staged: number;
                active: number;
                suspended: number;
                deactivated: number;
                bots: number;
                guests: number;
                service_accounts: number;
                without_name: number;
                without_email: number;
                without_department: number;
            };
            /** @description Each column or key, and what is read from it; nothing where it only becomes a key of the profile. `badge_id`, `employee_id` and `employee_alt_id` are columns that the keys of the integration name */
            columns: {
                name: string;
                filled: number;
                becomes: string[];
            }[];
            /** @description Which column each path of the mapping is read from, where the file has one. Names are compared without case, spaces and punctuation, so they may differ */
            bindings: {
                path: string;
                column: string;
            }[];
            /** @description Three people as they would be imported */
            people: {
                line: number;
                vendor_id: string;
                handle: string | null;
                email: string | null;
                first_name: string;
                last_name: string;
                /** @enum {string} */
                state: "staged" | "active" | "suspended" | "deactivated";
                profile: {
                    [key: string]: unknown;
                };
                notes: string[];
            }[];
            /** @description Three groups as they would be imported */
            groups: {
                line: number;
                /** @enum {string} */
                type: "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
                vendor_id: string;
                parent_vendor_id: string | null;
                name: string;
                handle: string | null;
                members: number;
            }[];
            /** @description Three memberships as they would be imported */
            memberships: {
                line: number;
                /** @enum {string} */
                type: "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
                group_vendor_id: string;
                account_vendor_id: string | null;
                account_email: string | null;
                role: string | null;
            }[];
            /** @description False for accounts if no column is known as a name, an address or an id of a person: name them in the mapping */
            is_identified: boolean;
            managers: {
                profile_key: string | null;
                /** @enum {string} */
                holds: "vendor_id" | "email" | "employee_id";
                named: number;
                /** @description Those who are in the file */
                found: number;
                /** @description Those who are named only by name: found if one person has it, ambiguous if several do, unknown if none does */
                by_name: {
                    found: number;
                    ambiguous: number;
                    unknown: number;
                };
            };
            /** @description Columns of addresses, where none is known to hold those of the accounts */
            address_columns: string[];
            /** @description States without a meaning in the mapping: their accounts would stay as they are, and new ones would be staged */
            unknown_states: {
                path: string;
                value: string;
                rows: number;
            }[];
            /** @description What the first records have where states are read, most frequent first */
            states: {
                path: string;
                value: string;
                rows: number;
            }[];
            /** @description The three most frequent reasons for refusal, by what to do */
            refusals: {
                /** @description What to do */
                remedy: string;
                mapping_path: string | null;
                rows: number;
                reasons: {
                    reason: string;
                    rows: number;
                    line: number | null;
                }[];
            }[];
            /** @description Why records are left out on purpose, most frequent first */
            left_out: {
                reason: string;
                rows: number;
                line: number | null;
                shape: ("accounts" | "groups" | "memberships") | null;
            }[];
            keys: {
                badge_id_profile_key: string | null;
                employee_id_profile_key: string | null;
                manager_profile_key: string | null;
                /** @enum {string} */
                manager_profile_holds: "vendor_id" | "email" | "employee_id";
                policy_keys: string[];
            };
            /** @description With `by=product`: what a table that is of no known product does not say by itself. Send the file again with `answers_bytes`, until each question has an answer or a proposal */
            questions: {
                id: string;
                text: string;
                /** @description The answers that it has, with how many rows each is about, and some of their values */
                choices: {
                    value: string;
                    label: string;
                    rows: number;
                    examples: string[];
                }[];
                proposed: string | null;
                answer: string | null;
            }[];
            mapping: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * GitHub
         * @description Of an integration of type `github`
         */
        GithubConnection: {
            /** @description Of the API: `https://api.github.com`, or `https://host/api/v3` of GitHub Enterprise Server */
            url: string;
            /** @description The certificates (PEM) that the server’s is verified by, instead of those that the system trusts */
            ca?: string;
            /** @description False leaves groups out */
            reads_groups?: boolean;
            /** @description Its login, as in its address */
            organization: string;
            /** @description False leaves out repositories and who may use them */
            reads_repositories?: boolean;
        };
        /**
         * GitLab
         * @description Of an integration of type `gitlab`
         */
        GitlabConnection: {
            /** @description Of the instance, such as `https://gitlab.com` */
            url: string;
            /** @description The certificates (PEM) that the server’s is verified by, instead of those that the system trusts */
            ca?: string;
            /** @description False leaves groups out */
            reads_groups?: boolean;
            /** @description The path of a group: only it, what is in it and their members are read. Without it everything is, which needs the token of an administrator */
            group?: string;
            /** @description False leaves projects out */
            reads_projects?: boolean;
        };
        /**
         * Google Workspace
         * @description Of an integration of type `google`
         */
        GoogleConnection: {
            /** @description `https://admin.googleapis.com`, or a proxy that has all of Google’s hosts */
            url: string;
            /** @description The certificates (PEM) that the server’s is verified by, instead of those that the system trusts */
            ca?: string;
            /** @description False leaves groups out */
            reads_groups?: boolean;
            /** @description The address of the administrator that the service account impersonates */
            administrator: string;
            /** @description The id of the customer; by default that of the administrator */
            customer?: string;
            /** @description True reads shared drives and their members too. That needs a scope that can read files */
            reads_drives?: boolean;
        };
        GrantMessage: {
            message: string;
            /** @description The code of RFC 6749, 5.2, or RFC 8693 */
            error?: string;
        };
        ImportRun: {
            id: string;
            /**
             * @description `waiting` for another run of the integration; `failed` and `interrupted` runs wrote nothing
             * @enum {string}
             */
            state: "waiting" | "running" | "succeeded" | "failed" | "interrupted";
            integration_id: string;
            /** @description What was read */
            source: string;
            /** @description It was declared to list everything of its source */
            is_complete: boolean;
            /** @description It worked out the effect, and changed nothing */
            is_plan: boolean;
            plan: {
                has_changes: boolean;
                totals: {
                    people: number;
                    added: number;
                    removed: number;
                    role_changed: number;
                    grace_started: number;
                    grace_ended: number;
                    end_changed: number;
                };
                resources: {
                    ruleset_id: string | null;
                    ruleset_key: string | null;
                    resource: string;
                    name: string;
                    resource_handle: string | null;
                    is_new: boolean;
                    totals: {
                        added: number;
                        removed: number;
                        role_changed: number;
                        grace_started: number;
                        grace_ended: number;
                        end_changed: number;
                    };
                }[];
            } | null;
            failure: string | null;
            progress: {
                /** @enum {string} */
                phase: "reading" | "matching" | "policy" | "done";
                bytes_read: number;
                /** @description 0 if unknown */
                bytes_total: number;
                percent: number | null;
            };
            count: {
                /** @description Rows that were read */
                rows_read: number;
                /** @description Rows that could not be taken */
                rows_rejected: number;
                /** @description Remarks about rows that were taken, and about the run */
                notes: number;
                /** @description Accounts that the source has not reported before */
                accounts_created: number;
                /** @description Accounts whose facts changed */
                accounts_changed: number;
                /** @description Accounts that stayed as they were */
                accounts_unchanged: number;
                /** @description Accounts that ended */
                accounts_deactivated: number;
                /** @description Accounts that belong to no one */
                accounts_orphaned: number;
                /** @description Accounts that were linked to a person who was there */
                accounts_linked: number;
                /** @description Accounts of this run that an incident holds */
                accounts_held: number;
                /** @description Accounts with a state that the mapping does not have. They stay as they were, and new ones have not begun */
                states_unknown: number;
                /** @description People who are new */
                people_created: number;
                /** @description People whose facts changed */
                people_changed: number;
                /** @description People who became active */
                people_activated: number;
                /** @description People who were suspended */
                people_suspended: number;
                /** @description People who were deactivated */
                people_deactivated: number;
                /** @description Groups that are new */
                groups_created: number;
                /** @description Groups that changed */
                groups_changed: number;
                /** @description Groups that are gone */
                groups_deactivated: number;
                /** @description Members who joined */
                memberships_added: number;
                /** @description Members whose role changed */
                memberships_changed: number;
                /** @description Members who left */
                memberships_removed: number;
                /** @description Rows that entered manifests */
                manifests_entered: number;
                /** @description Rows of manifests that changed */
                manifests_changed: number;
                /** @description Rows that left manifests */
                manifests_ended: number;
            };
            /** @description What is left to look at among all people after a run of the primary; `filter[review]` of `GET /directory/users` finds them. Of other sources, and of runs that wrote nothing, all are 0 */
            review: {
                /** @description People whose manager is not known, or not unique */
                managers_unresolved: number;
                /** @description People whose manager this run left out, because of a cycle */
                manager_cycles: number;
                /** @description Addresses that several people have */
                shared_emails: number;
                /** @description Usernames that people with different addresses have */
                shared_usernames: number;
                /** @description People with an address that had another holder */
                recycled_addresses: number;
                /** @description New people with the address of somebody else who is here */
                addresses_of_others: number;
                /** @description Accounts whose end was rejected and is still reported */
                rejected_account_ends: number;
            };
            left_alone: {
                /**
                 * @description `bad_rows`: it was declared complete, but a row whose id could not be read may be one of them. `partial`: it was not declared complete
                 * @enum {string}
                 */
                because: "bad_rows" | "partial";
                /** @description The lines of the first rows whose id could not be read */
                lines: number[];
                /** @description Would have ended */
                accounts: number;
                /** @description Would have been deactivated with them */
                people: number;
                /** @description Would be gone */
                groups: number;
                /** @description Would have ended */
                memberships: number;
            } | null;
            incident: {
                id: string | null;
                closed_as: ("approved" | "rejected" | "released" | "applied") | null;
                people: number;
                accounts: number;
                account_ends: number;
                /** @description The limits that this run would have exceeded, without the names of rulesets for callers without `policy.rule.view` */
                reasons: {
                    /**
                     * @description `ruleset`: one ruleset; `source`: accounts of the source; `overall`: people over all rulesets; `manager_cycle`: managers would be in a cycle with others that are held; `lost_column`: accounts would lose their value of `key`, which policy reads
                     * @enum {string}
                     */
                    scope: "ruleset" | "source" | "overall" | "manager_cycle" | "lost_column";
                    key: string | null;
                    direction: ("lose" | "gain" | "change_role" | "accounts") | null;
                    ruleset_id: string | null;
                    ruleset_name: string | null;
                    /** @description Distinct people in 24 hours */
                    people: number;
                    /** @description Before those 24 hours */
                    size: number;
                    percent: number;
                    least: number;
                }[];
                /** @description What it takes to approve or reject what is held */
                decision_permissions: ("directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export")[];
                /** @description What to do if the source is wrong: it depends on how its facts come in */
                correction: string;
            } | null;
            duration_seconds: number | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                started_at: string;
                finished_at: string | null;
            };
            links: {
                self: string;
                rows: string;
                people: string;
                effects: string;
                integration: string;
                incident: string | null;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ImportRunEffect: {
            directory_user: {
                id: string | null;
                full_name: string;
                email: string | null;
            };
            ruleset_id: string | null;
            /** @description Tells the rulesets of a plan apart, and `filter[ruleset_id]` of its effects takes it: the id, or of a ruleset that the plan would make, one that leads nowhere */
            ruleset_key: string;
            ruleset_name: string;
            resource_handle: string | null;
            kinds: ("added" | "removed" | "role_changed" | "grace_started" | "grace_ended" | "end_changed")[];
            before: {
                role: string;
                /** @enum {string} */
                state: "active" | "expiring";
                expires_at: string | null;
            } | null;
            after: {
                role: string;
                /** @enum {string} */
                state: "active" | "expiring";
                expires_at: string | null;
            } | null;
        };
        ImportRunPerson: {
            directory_user: {
                id: string | null;
                full_name: string;
                email: string | null;
            };
            /** @enum {string} */
            change: "created" | "changed" | "activated" | "suspended" | "deactivated";
            /**
             * @description Their state after the run
             * @enum {string}
             */
            state_after: "staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated";
        };
        ImportRunRow: {
            line: number | null;
            /** @enum {string} */
            kind: "rejected" | "note";
            field: string | null;
            reason: string;
            remedy: string | null;
            mapping_path: string | null;
        };
        IncludingDirectoryUser: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated";
            manager_id: string | null;
            parent_user_id: string | null;
            is_manager: boolean;
            first_name: string;
            last_name: string;
            full_name: string;
            email: string | null;
            username: string | null;
            badge_id: string | null;
            employee_id: string | null;
            employee_alt_id: string | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                deleted_at: string | null;
                expires_at: string | null;
                /** @description ISO 8601 in UTC, with milliseconds */
                provisioned_at: string;
                deprovisioned_at: string | null;
                activates_at: string | null;
            };
            org: {
                [key: string]: string;
            };
            metadata: {
                [key: string]: string;
            };
            links: {
                self: string;
                workspace_user: string;
                integration: string;
                secondary_users: string;
                direct_report_users: string;
                directory_identities: string;
                audit_logs_parent: string;
                audit_logs_record: string;
                audit_logs_related: string;
                audit_logs_subject: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
            state_source: components["schemas"]["DirectoryUserStateSource"];
            included?: {
                user_manager?: components["schemas"]["DirectoryUserSummary"] | null;
                parent_user?: components["schemas"]["DirectoryUserSummary"] | null;
                /** @description At most 200; the count and the link lead to the rest */
                direct_report_users?: components["schemas"]["DirectoryUserSummary"][];
                workspace_user?: components["schemas"]["WorkspaceUserRef"] | null;
                integration?: components["schemas"]["IntegrationRef"] | null;
                /** @description At most 200; the count and the link lead to the rest */
                directory_identities?: components["schemas"]["DirectoryIdentity"][];
                /** @description At most 200; the count and the link lead to the rest */
                secondary_users?: components["schemas"]["DirectoryUserSummary"][];
                secondary_users_count?: number;
                secondary_users_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_conditions?: components["schemas"]["PolicyCondition"][];
                policy_conditions_count?: number;
                policy_conditions_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_users?: components["schemas"]["PolicyUser"][];
                policy_users_count?: number;
                policy_users_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_rules_manifest?: components["schemas"]["PolicyRule"][];
                policy_rules_manifest_count?: number;
                policy_rules_manifest_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_rules_qualified?: components["schemas"]["PolicyRule"][];
                policy_rules_qualified_count?: number;
                policy_rules_qualified_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_rules_staged?: components["schemas"]["PolicyRule"][];
                policy_rules_staged_count?: number;
                policy_rules_staged_exists?: boolean;
                /** @description At most 200; the count and the link lead to the rest */
                policy_rulesets?: components["schemas"]["PolicyRuleset"][];
                policy_rulesets_count?: number;
                policy_rulesets_exists?: boolean;
            };
            /** @description The open incidents that hold an account of this person */
            incidents?: components["schemas"]["PolicyIncidentRef"][];
        };
        Integration: {
            id: string;
            /** @enum {string} */
            state: "active" | "deactivated";
            /** @enum {string} */
            vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            /** @enum {string} */
            type: "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "file";
            handle: string;
            name: string;
            is_primary: boolean;
            trusts_email: boolean;
            trusts_employee_id: boolean;
            badge_id_profile_key: string | null;
            employee_id_profile_key: string | null;
            employee_alt_id_profile_key: string | null;
            manager_profile_key: string | null;
            /** @enum {string} */
            manager_profile_holds: "vendor_id" | "email" | "employee_id";
            /** @description Where a profile of the primary names a main account of the same source, by its id there: the person is a secondary user of that one’s */
            parent_profile_key: string | null;
            /** @description Where the first and last days of its people begin and end, as named by IANA. From the next run on */
            time_zone: string;
            /** @description The key of profiles with the time zone of each person. Where it is empty or unknown, `time_zone` counts */
            time_zone_profile_key: string | null;
            policy_keys: string[];
            /** @description Those of `policy_keys` that people can write themselves at the vendor: a rule on one lets in everyone who writes it */
            self_service_keys: string[];
            /**
             * @description Whose differences from RFC 7644 its SCIM endpoint takes
             * @enum {string}
             */
            scim_profile: "strict" | "entra" | "okta" | "onelogin" | "authentik" | "keycloak";
            /** @description How many days its runs are kept after their end, with the rows that they left out */
            run_retention_days: number;
            scim_url: string | null;
            /** @description How the vendor’s records are read */
            mapping: {
                [key: string]: unknown;
            };
            connection: {
                [key: string]: unknown;
            } | null;
            /** @description Credentials are never shown */
            credentials: {
                is_set: boolean;
                set_at: string | null;
            };
            sync_every_seconds: number | null;
            /** @description How often everything is read, which shows what is gone; otherwise changes are */
            full_sync_every_seconds: number;
            account_limit_percent: number | null;
            account_limit_people: number | null;
            overall_limit_percent: number | null;
            overall_limit_people: number | null;
            incident_id: string | null;
            last_run: {
                id: string;
                /** @enum {string} */
                state: "waiting" | "running" | "succeeded" | "failed" | "interrupted";
                failure: string | null;
                /** @description Accounts with a state that is not known, which stay as they were; `GET …/rows` of the run names the values */
                states_unknown: number;
                /** @description ISO 8601 in UTC, with milliseconds */
                started_at: string;
                finished_at: string | null;
            } | null;
            count: {
                /** @description People who are held by its open incident */
                held_users: number;
            };
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                directory_identities: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        IntegrationPreview: {
            failure: string | null;
            product: ("active_directory" | "openldap" | "389ds" | "other" | "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "file") | null;
            /** @description Entries of people that were looked at */
            rows: number;
            /** @description Three of them, with different states where there are */
            people: {
                vendor_id: string;
                handle: string | null;
                email: string | null;
                first_name: string;
                last_name: string;
                full_name: string;
                /** @enum {string} */
                state: "active" | "suspended" | "deactivated" | "orphan";
                profile: {
                    [key: string]: unknown;
                } | null;
            }[];
            /** @description Why an entry can’t be taken. The reasons quote values: without `directory.identity.profile.view` each says only that */
            left_out: string[];
            groups: string[];
            /** @description Where the entries have values, as a mapping names it */
            columns: string[];
            /** @description States without a meaning in the mapping; none are shown without `directory.identity.profile.view` */
            unknown_states: {
                path: string;
                value: string;
                rows: number;
            }[];
            sample?: components["schemas"]["SourceSample"] | null;
        };
        IntegrationRef: {
            id: string;
            /** @enum {string} */
            vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            is_primary: boolean;
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        /**
         * LDAP directory
         * @description Of an integration of type `ldap`
         */
        LdapConnection: {
            /** @description `ldaps://host`, or `ldap://host` with `start_tls`; with a port if it isn’t the usual one, and with an IPv6 address in brackets */
            url: string;
            /** @description True encrypts an `ldap://` connection before anything is sent */
            start_tls?: boolean;
            /** @description True sends the password over `ldap://` without encryption */
            allow_unencrypted?: boolean;
            /** @description The certificates (PEM) that the server’s is verified by, instead of those that the system trusts */
            ca?: string;
            /** @description Who reads: a DN, or for Active Directory also `name@domain`; without it nobody signs in */
            bind_dn?: string;
            /** @description Where people are; by default the whole directory */
            base_dns?: string[];
            /** @description Which entries are people; by default what is usual for the product */
            people_filter?: string;
            /** @description Where groups are; by default where people are */
            group_base_dns?: string[];
            /** @description Which entries are groups; by default what is usual for the product */
            group_filter?: string;
            /** @description False leaves groups out */
            reads_groups?: boolean;
            /** @description Attributes of people to read besides the usual ones, for their profiles */
            attributes?: string[];
            /** @description True passes over parts that are on other servers: accounts and groups that were there before stay as they are. Otherwise a reading with such a part fails */
            skips_referrals?: boolean;
            /** @description Entries a page; 500 by default */
            page_size?: number;
        };
        ListedDirectoryAttribute: {
            id: string;
            /** @enum {string} */
            state: "active" | "deactivated";
            parent: string;
            name: string;
            handle: string;
            /** @description The same for the same vendor object or value in every workspace: a digest of what identifies it there */
            blueprint_signature: string;
            profile_value: string;
            dimension_handle: string;
            ruleset_id: string | null;
            absorbed_by_id: string | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                dimension: string;
                ruleset: string | null;
                users: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ListedDirectoryDimension: {
            id: string;
            /** @enum {string} */
            state: "active" | "deactivated";
            handle: string;
            name: string;
            integration_id: string;
            integration_handle: string;
            profile_key: string;
            attributes_enabled: boolean;
            expires_after_days: number | null;
            /** @description Values that identities have and that become no attributes, because the dimension has as many as it may have (2,000) */
            surplus_values: number;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                integration: string;
                attributes: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ListedDirectoryIdentity: {
            id: string;
            integration_id: string;
            /** @enum {string} */
            integration_type: "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "file";
            directory_user_id: string | null;
            /** @enum {string} */
            integration_vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            integration_handle: string;
            vendor_id: string;
            full_name: string;
            email: string | null;
            org: {
                [key: string]: string;
            };
            /** @enum {string} */
            state: "active" | "suspended" | "deactivated" | "orphan";
            handle: string | null;
            /**
             * @description The state at the vendor, also of an account that belongs to no one
             * @enum {string}
             */
            vendor_state: "active" | "suspended" | "deactivated";
            suggested_directory_user_id: string | null;
            /** @description What the account has in common with that person */
            suggestion_evidence: ("email" | "employee_id" | "full_name")[];
            /** @description Whose the account may be, while it waits for a decision */
            waiting_for: {
                directory_user_id: string;
                agrees: ("number" | "address" | "name")[];
                contradicts: ("number" | "address" | "name")[];
            }[];
            linked_by: ("created" | "email" | "evidence" | "vendor_id" | "replaced" | "administrator") | null;
            link_evidence: string | null;
            /** @description An administrator decided whose the account of no one is: `unlink` with `undo` makes it what it was */
            is_undoable: boolean;
            pending: {
                /** @enum {string} */
                state: "active" | "suspended" | "deactivated";
                full_name: string;
                email: string | null;
                manager: string | null;
                profile: {
                    [key: string]: unknown;
                } | null;
                incident_id: string | null;
                /** @description Someone rejected that the account ends, and its source still says so */
                is_rejected_account_end: boolean;
                /** @description ISO 8601 in UTC, with milliseconds */
                since: string;
            } | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                linked_at: string | null;
                vendor_created_at: string | null;
            };
            links: {
                self: string;
                directory_user: string | null;
                integration: string | null;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ListedDirectoryResource: {
            id: string;
            /** @enum {string} */
            state: "active" | "deactivated";
            /** @enum {string} */
            type: "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            integration_id: string;
            /** @enum {string} */
            integration_vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            integration_handle: string;
            vendor_id: string;
            parent_id: string | null;
            name: string;
            handle: string | null;
            ruleset_id: string | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                integration: string;
                parent: string | null;
                members: string;
                ruleset: string | null;
            };
            /** @description With `include=counts` of the list: how many accounts are members, and how many people are in the manifest */
            count?: {
                members: number;
                manifest_users: number | null;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ListedDirectoryUser: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated";
            manager_id: string | null;
            parent_user_id: string | null;
            is_manager: boolean;
            first_name: string;
            last_name: string;
            full_name: string;
            email: string | null;
            username: string | null;
            badge_id: string | null;
            employee_id: string | null;
            employee_alt_id: string | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                deleted_at: string | null;
                expires_at: string | null;
                /** @description ISO 8601 in UTC, with milliseconds */
                provisioned_at: string;
                deprovisioned_at: string | null;
                activates_at: string | null;
            };
            org: {
                [key: string]: string;
            };
            metadata: {
                [key: string]: string;
            };
            links: {
                self: string;
                workspace_user: string;
                integration: string;
                secondary_users: string;
                direct_report_users: string;
                directory_identities: string;
                audit_logs_parent: string;
                audit_logs_record: string;
                audit_logs_related: string;
                audit_logs_subject: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
            state_source: components["schemas"]["DirectoryUserStateSource"];
        };
        ListedPolicyCondition: {
            id: string;
            is_imported: boolean;
            /** @enum {string} */
            type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
            ruleset_id: string;
            rule_id: string;
            resource_id: string | null;
            profile_key: string | null;
            profile_operator: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
            profile_value: string | null;
            /** @description True where the condition also holds without a value; otherwise left out */
            or_absent?: boolean;
            description: string;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
            };
            links: {
                self: string;
                policy_rule: string;
                policy_ruleset: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ListedPolicyIncident: {
            id: string;
            /** @enum {string} */
            state: "open" | "closed";
            closed_as: ("approved" | "rejected" | "released" | "applied") | null;
            integration: {
                id: string;
                handle: string;
                /** @enum {string} */
                vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            };
            /** @description The limits that would have been exceeded, in rulesets that the caller may see */
            reasons: {
                /**
                 * @description `ruleset`: one ruleset; `source`: accounts of the source; `overall`: people over all rulesets; `manager_cycle`: managers would be in a cycle with others that are held; `lost_column`: accounts would lose their value of `key`, which policy reads
                 * @enum {string}
                 */
                scope: "ruleset" | "source" | "overall" | "manager_cycle" | "lost_column";
                key: string | null;
                direction: ("lose" | "gain" | "change_role" | "accounts") | null;
                ruleset_id: string | null;
                ruleset_name: string | null;
                /** @description Distinct people in 24 hours */
                people: number;
                /** @description Before those 24 hours */
                size: number;
                percent: number;
                least: number;
            }[];
            /** @description People who are held now */
            people: number;
            /** @description Accounts that are held now */
            accounts: number;
            /** @description Held accounts that belong to no person yet; only a decision for everyone is about them */
            accounts_without_person: number;
            /** @description Held accounts that would stop being active */
            account_ends: number;
            /** @description Accounts whose end was rejected through it, and whose source still says that they ended */
            rejected_account_ends: number;
            /** @description What it takes to approve or reject what is held */
            decision_permissions: ("directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export")[];
            /** @description What to do if the source is wrong: it depends on how its facts come in */
            correction: string;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                opened_at: string;
                closed_at: string | null;
                alerted_at: string | null;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                effects: string;
                integration: string;
                directory_users: string;
                directory_identities: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ListedPolicyPlan: {
            id: string;
            /**
             * @description `job`: a change that its request left to a job; `incident`: what approving an incident would do
             * @enum {string}
             */
            kind: "change" | "job" | "incident";
            /** @enum {string} */
            state: "planning" | "ready" | "applying" | "applied" | "failed" | "stale" | "expired";
            description: string | null;
            /** @description The kinds of its operations, by name. None once its day is over */
            ops: string[];
            /** @description The first 5 rulesets that it names or moves and the caller may see. None once its day is over */
            ruleset_names: string[];
            author: {
                /** @enum {string} */
                type: "user" | "service";
                id: string;
            } | null;
            /** @description Only a holder of `policy.change.approve` can apply it */
            exceeds_limits: boolean;
            totals: {
                people: number;
                added: number;
                removed: number;
                role_changed: number;
                grace_started: number;
                grace_ended: number;
                end_changed: number;
            } | null;
            failure: string | null;
            replaced_by_id: string | null;
            reverts_plan_id: string | null;
            reverted_by_id: string | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                expires_at: string;
                applied_at: string | null;
            };
            links: {
                self: string;
                effects: string;
                approve: string;
                apply: string;
                revert: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ListedPolicyRuleset: {
            id: string;
            /** @enum {string} */
            state: "unmanaged" | "monitored" | "managed";
            /** @enum {string} */
            type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            resource_id: string;
            is_authoritative: boolean;
            expires_after_days: number;
            /** @description The grace is the workspace’s; an attribute’s ruleset gives none */
            expires_after_days_inherited: boolean;
            removal_limit_percent: number | null;
            removal_limit_people: number | null;
            addition_limit_percent: number | null;
            addition_limit_people: number | null;
            role_change_limit_percent: number | null;
            role_change_limit_people: number | null;
            /** @description More than two people who lose access, gain it or change role within 24 hours exceed the limit, regardless of the share */
            is_sensitive: boolean;
            /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
            requires_second_approval: boolean;
            /** @description A change of many is being worked out; until it is there, what stood before stands whole */
            recalculating: boolean;
            /** @description At most 100 findings about rules that have not ended. `referent_gone`, what they name although it is gone: a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that people can write themselves at the vendor */
            findings: components["schemas"]["PolicyRuleFinding"][];
            policy_resource: components["schemas"]["PolicyResource"];
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                policy_resource: string;
                rules: string;
                manifest_users: string;
                qualified_users: string;
                staged_users: string;
                admins: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ListedPolicyUser: {
            id: string;
            /**
             * @description While in the manifest, `active` or `expiring`: expiring in grace, or because the rule has an end. Afterwards `expired` if an end came, of the stay or of the person, else `deactivated`
             * @enum {string}
             */
            state: "active" | "expiring" | "expired" | "deactivated";
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                activated_at: string;
                expires_at: string | null;
                deleted_at: string | null;
            };
            included: {
                directory_user: components["schemas"]["DirectoryUserSummary"];
                policy_ruleset: components["schemas"]["PolicyRuleset"];
                policy_rule: components["schemas"]["PolicyRule"];
                policy_resource: components["schemas"]["PolicyResource"];
            };
            expires_by: ("grace" | "rule") | null;
            /** @description The stretch under that rule and in that state; without an end it goes on */
            phase: {
                /** @description ISO 8601 in UTC, with milliseconds */
                since: string;
                until: string | null;
            };
            links: {
                self: string;
                directory_user: string;
                policy_ruleset: string;
                policy_rule: string | null;
                explain: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        ManifestDifference: {
            id: string;
            /**
             * @description `only_here`: was in the manifest then, and not later. `only_there`: the other way round. `differs`: another role or state
             * @enum {string}
             */
            kind: "only_here" | "only_there" | "differs";
            here: components["schemas"]["OneAccess"] | null;
            there: components["schemas"]["OneAccess"] | null;
            why: string;
            cause: {
                /** @description ISO 8601 in UTC, with milliseconds */
                at: string;
                event: string;
                audit_log_id: string;
            } | null;
            included: {
                directory_user: components["schemas"]["DirectoryUserSummary"];
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        MappingPreview: {
            /** @description Entries of people that were looked at */
            rows: number;
            /** @description Three of them, with different states where there are */
            people: {
                vendor_id: string;
                handle: string | null;
                email: string | null;
                first_name: string;
                last_name: string;
                full_name: string;
                /** @enum {string} */
                state: "active" | "suspended" | "deactivated" | "orphan";
                profile: {
                    [key: string]: unknown;
                } | null;
            }[];
            /** @description Why an entry can’t be taken. The reasons quote values: without `directory.identity.profile.view` each says only that */
            left_out: string[];
            groups: string[];
            /** @description Where the entries have values, as a mapping names it */
            columns: string[];
            /** @description States without a meaning in the mapping; none are shown without `directory.identity.profile.view` */
            unknown_states: {
                path: string;
                value: string;
                rows: number;
            }[];
        };
        Message: {
            message: string;
        };
        /**
         * Okta
         * @description Of an integration of type `okta`
         */
        OktaConnection: {
            /** @description Where it is: `https://` and its host, with a port if it isn’t 443, and with an IPv6 address in brackets */
            url: string;
            /** @description The certificates (PEM) that the server’s is verified by, instead of those that the system trusts */
            ca?: string;
            /** @description False leaves groups out */
            reads_groups?: boolean;
        };
        /** @description What someone has by a manifest, and by which rule */
        OneAccess: {
            role_name: string;
            role_handle: string;
            /** @enum {string} */
            state: "active" | "expiring";
            until: string | null;
            policy_rule_id: string;
            rule: string | null;
        };
        PersonResource: {
            id: string;
            /** @enum {string} */
            state: "active" | "deactivated";
            /** @enum {string} */
            type: "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            integration_id: string;
            /** @enum {string} */
            integration_vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            integration_handle: string;
            vendor_id: string;
            parent_id: string | null;
            name: string;
            handle: string | null;
            ruleset_id: string | null;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                integration: string;
                parent: string | null;
                members: string;
                ruleset: string | null;
            };
            /** @description What the person has, as it was last read. If several accounts are members, one with another role than it should have comes first */
            has: {
                role_handle: string;
                /** @description When Muster first saw the member with this role */
                since: string;
            };
            should?: {
                role_handle: string;
                role_name: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                since: string;
            } | null;
            /**
             * @description `extra`: should not be a member. `role_differs`: an account should have another role. `unmanaged`: no rule concerns the membership. `in_sync`: as it should be. Left out without `policy.rule.view`
             * @enum {string}
             */
            drift?: "extra" | "role_differs" | "unmanaged" | "in_sync";
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        PolicyCondition: {
            id: string;
            is_imported: boolean;
            /** @enum {string} */
            type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
            ruleset_id: string;
            rule_id: string;
            resource_id: string | null;
            profile_key: string | null;
            profile_operator: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
            profile_value: string | null;
            /** @description True where the condition also holds without a value; otherwise left out */
            or_absent?: boolean;
            description: string;
        };
        PolicyIncident: {
            id: string;
            /** @enum {string} */
            state: "open" | "closed";
            closed_as: ("approved" | "rejected" | "released" | "applied") | null;
            integration: {
                id: string;
                handle: string;
                /** @enum {string} */
                vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            };
            /** @description The limits that would have been exceeded, in rulesets that the caller may see */
            reasons: {
                /**
                 * @description `ruleset`: one ruleset; `source`: accounts of the source; `overall`: people over all rulesets; `manager_cycle`: managers would be in a cycle with others that are held; `lost_column`: accounts would lose their value of `key`, which policy reads
                 * @enum {string}
                 */
                scope: "ruleset" | "source" | "overall" | "manager_cycle" | "lost_column";
                key: string | null;
                direction: ("lose" | "gain" | "change_role" | "accounts") | null;
                ruleset_id: string | null;
                ruleset_name: string | null;
                /** @description Distinct people in 24 hours */
                people: number;
                /** @description Before those 24 hours */
                size: number;
                percent: number;
                least: number;
            }[];
            /** @description People who are held now */
            people: number;
            /** @description Accounts that are held now */
            accounts: number;
            /** @description Held accounts that belong to no person yet; only a decision for everyone is about them */
            accounts_without_person: number;
            /** @description Held accounts that would stop being active */
            account_ends: number;
            /** @description Accounts whose end was rejected through it, and whose source still says that they ended */
            rejected_account_ends: number;
            /** @description What it takes to approve or reject what is held */
            decision_permissions: ("directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export")[];
            /** @description What to do if the source is wrong: it depends on how its facts come in */
            correction: string;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                opened_at: string;
                closed_at: string | null;
                alerted_at: string | null;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                effects: string;
                integration: string;
                directory_users: string;
                directory_identities: string;
            };
            effect: components["schemas"]["PolicyIncidentEffect"] | null;
            /** @description What the runs that it holds accounts of changed for everyone else, as far as they are kept. A rejection takes none of it back */
            stays_changed: {
                /** @description The first 20 */
                run_ids: string[];
                runs: number;
                accounts_created: number;
                accounts_changed: number;
                accounts_deactivated: number;
                people_created: number;
                people_changed: number;
                people_deactivated: number;
                manifests_entered: number;
                manifests_changed: number;
                manifests_ended: number;
            };
            /** @description The first 200, the oldest first */
            decisions: {
                /** @enum {string} */
                decision: "approved" | "rejected";
                by: {
                    /** @enum {string} */
                    type: "user" | "service";
                    id: string;
                };
                /** @description ISO 8601 in UTC, with milliseconds */
                at: string;
                reason: string;
                digest: string;
                people: number;
                accounts: number;
            }[];
            /** @description The first 200 accounts by name */
            held: {
                directory_user_id: string | null;
                identity_id: string;
                full_name: string | null;
                /** @enum {string} */
                state: "active" | "suspended" | "deactivated" | "orphan";
                /** @enum {string} */
                pending_state: "active" | "suspended" | "deactivated";
                is_account_end: boolean;
                is_new_account: boolean;
                /** @description ISO 8601 in UTC, with milliseconds */
                since: string;
            }[];
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        PolicyIncidentChanges: {
            data: {
                /**
                 * @description `account`: an account that the source has not reported before
                 * @enum {string}
                 */
                of: "account" | "state" | "email" | "profile";
                key: string | null;
                before: string | null;
                after: string | null;
                accounts: number;
            }[];
            /** @description There are more than 100 */
            is_capped: boolean;
            withheld: ("email" | "profile")[];
        };
        /** @description What would follow from accepting everything that is held; null where nothing is, and in answers of writes */
        PolicyIncidentEffect: {
            /**
             * @description `planning`: it is being worked out; read it again. `failed`: `failure` says why
             * @enum {string}
             */
            state: "planning" | "ready" | "failed";
            failure: string | null;
            plan_id: string | null;
            /** @description The people whose approval counts: of just this effect, and with the right still */
            approvals: {
                user_id: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                approved_at: string;
            }[];
            /** @description By `requires_second_approval` another person has to approve it before the caller can apply it */
            needs_approval_by_another: boolean;
            digest: string | null;
            totals: {
                people: number;
                added: number;
                removed: number;
                role_changed: number;
                grace_started: number;
                grace_ended: number;
                end_changed: number;
            } | null;
            /** @description Those that the caller may see, by name, at most 500 */
            rulesets: {
                ruleset_id: string | null;
                /** @description Tells the rulesets of a plan apart, and `filter[ruleset_id]` of its effects takes it: the id, or of a ruleset that the plan would make, one that leads nowhere */
                ruleset_key: string;
                name: string;
                resource_handle: string | null;
                /** @enum {string} */
                type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
                totals: {
                    added: number;
                    removed: number;
                    role_changed: number;
                    grace_started: number;
                    grace_ended: number;
                    end_changed: number;
                };
            }[];
        };
        PolicyIncidentRef: {
            id: string;
            /** @enum {string} */
            state: "open" | "closed";
            integration: {
                id: string;
                handle: string;
                /** @enum {string} */
                vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            };
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                opened_at: string;
            };
        };
        PolicyPlan: {
            id: string;
            /** @enum {string} */
            state: "planning" | "ready" | "applying" | "applied" | "failed" | "stale" | "expired";
            description: string | null;
            author: {
                /** @enum {string} */
                type: "user" | "service";
                id: string;
            } | null;
            /** @description None once its day is over */
            operations: Record<string, never>[];
            totals: {
                people: number;
                added: number;
                removed: number;
                role_changed: number;
                grace_started: number;
                grace_ended: number;
                end_changed: number;
            } | null;
            /** @description The rulesets that it names or moves and the caller may see, by name, at most 500. One that it makes has no id */
            rulesets: {
                ruleset_id: string | null;
                /** @description Tells the rulesets of a plan apart, and `filter[ruleset_id]` of its effects takes it: the id, or of a ruleset that the plan would make, one that leads nowhere */
                ruleset_key: string;
                name: string;
                resource_handle: string | null;
                /** @enum {string} */
                type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
                totals: {
                    added: number;
                    removed: number;
                    role_changed: number;
                    grace_started: number;
                    grace_ended: number;
                    end_changed: number;
                };
                added_members: number | null;
            }[];
            findings: {
                /**
                 * @description `begins_later`: the rule is put in force at a date, before which it moves no one, and what else is said of it is so then. `people_created`, `people_ungoverned`, `accounts_unmatched`, `numbers_lost`, `numbers_changed` and `facts_pending` are about the change as a whole; `test_failed` is a test of its files that fails
                 * @enum {string}
                 */
                kind: "never_matches" | "shadowed" | "referent_gone" | "self_service_key" | "person_left" | "matches_nobody" | "matches_everybody" | "begins_later" | "people_created" | "people_ungoverned" | "accounts_unmatched" | "numbers_lost" | "numbers_changed" | "facts_pending" | "test_failed";
                rule_id: string | null;
                operation: number | null;
                ruleset_id: string | null;
                by: {
                    rule_id: string | null;
                    operation: number | null;
                } | null;
                /** @description Which of its conditions, from 0 */
                conditions: number[];
                message: string;
            }[];
            /** @description The limits that it exceeds, as far as the caller may see their rulesets. While there are any, only a holder of `policy.change.approve` can apply it */
            exceeds: {
                /**
                 * @description `ruleset`: people in one ruleset; `source`: accounts of a source; `overall`: people that one source or caller moves anywhere; `caller`: people that one caller ends or gives exceptions to; `settings`: limits, or `requires_second_approval`, that are loosened while two people decide, without numbers
                 * @enum {string}
                 */
                scope: "ruleset" | "source" | "overall" | "caller" | "settings";
                ruleset_id: string | null;
                /** @enum {string} */
                direction: "lose" | "gain" | "change_role" | "accounts" | "named" | "loosen";
                people: number;
                size: number;
                percent: number;
                least: number;
            }[];
            /** @description The people whose approval counts: of just this effect, and with the right still */
            approvals: {
                user_id: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                approved_at: string;
            }[];
            /** @description By `requires_second_approval` another person has to approve it before the caller can apply it */
            needs_approval_by_another: boolean;
            progress: {
                rows_done: number;
                rows_total: number | null;
            };
            failure: string | null;
            replaced_by_id: string | null;
            reverts_plan_id: string | null;
            reverted_by_id: string | null;
            /** @description Of a plan that reverts another one: what it leaves as it is, and why. None once its day is over */
            not_reverted: {
                /** @description What was done, as the audit log calls it */
                event: string;
                record_id: string | null;
                ruleset_id: string | null;
                reason: string;
            }[];
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                expires_at: string;
                applied_at: string | null;
            };
            links: {
                self: string;
                effects: string;
                approve: string;
                apply: string;
                revert: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        PolicyPlanEffect: {
            directory_user: {
                id: string;
                full_name: string;
                email: string | null;
            };
            ruleset_id: string | null;
            /** @description Tells the rulesets of a plan apart, and `filter[ruleset_id]` of its effects takes it: the id, or of a ruleset that the plan would make, one that leads nowhere */
            ruleset_key: string;
            ruleset_name: string;
            resource_handle: string | null;
            kinds: ("added" | "removed" | "role_changed" | "grace_started" | "grace_ended" | "end_changed")[];
            before: {
                role: string;
                /** @enum {string} */
                state: "active" | "expiring";
                expires_at: string | null;
            } | null;
            after: {
                role: string;
                /** @enum {string} */
                state: "active" | "expiring";
                expires_at: string | null;
            } | null;
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        PolicyResource: {
            id: string;
            /** @enum {string} */
            state: "active" | "deactivated";
            parent: string | null;
            name: string;
            handle: string | null;
            /** @description The same for the same vendor object or value in every workspace: a digest of what identifies it there */
            blueprint_signature: string;
            profile_value: string | null;
        };
        PolicyRole: {
            /** @enum {string} */
            resource_type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            handle: string;
            name: string;
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        PolicyRule: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
            role_name: string;
            role_handle: string;
            is_imported: boolean;
            description: string | null;
            /** @description The grace that the rule gives now, in days. A person who is in grace keeps the end that they got when it began */
            expires_after_days: number;
            expires_after_days_inherited: boolean;
            priority: number;
        };
        PolicyRuleFinding: {
            /** @enum {string} */
            kind: "referent_gone" | "self_service_key";
            rule_id: string;
            condition_id: string | null;
            referent: {
                /** @enum {string} */
                type: "directory_user" | "directory_attribute" | "directory_dimension" | "integration" | "directory_resource";
                id: string;
                /** @enum {string} */
                state: "deleted" | "expired" | "deactivated";
            } | null;
            message: string;
        };
        PolicyRulePreview: {
            /** @description Undeleted people in any state who meet all conditions */
            matching: number;
            /** @description Those who may be in a manifest now */
            eligible: number;
            /** @description Those who are not in the manifest */
            entering: number;
            /** @description People who are in the manifest by `rule_id`, meet neither these conditions nor another rule in force, and would leave, at once or after their grace */
            leaving: number;
            is_capped: boolean;
            examples: {
                directory_user: components["schemas"]["DirectoryUserSummary"];
                enters: boolean;
            }[] | null;
            person: {
                /** @description All conditions hold */
                is_met: boolean;
                /** @description May be in a manifest now */
                is_eligible: boolean;
                /** @description In the order in which they were sent */
                conditions: {
                    is_met: boolean;
                    saw: string[] | null;
                }[];
            } | null;
        };
        PolicyRuleVersion: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
            role_name: string;
            role_handle: string;
            is_imported: boolean;
            description: string | null;
            /** @description The grace that the rule gives now, in days. A person who is in grace keeps the end that they got when it began */
            expires_after_days: number;
            expires_after_days_inherited: boolean;
            priority: number;
            ruleset_id: string;
            key: string | null;
            reason: string | null;
            /** @description All of its conditions may be negative */
            everyone_else: boolean;
            replaces_rule_id: string | null;
            /** @description At most 100 findings about rules that have not ended. `referent_gone`, what they name although it is gone: a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that people can write themselves at the vendor */
            findings: components["schemas"]["PolicyRuleFinding"][];
            /** @description The limits that the rule would have exceeded when its date came; other rulesets have no id. It has not begun. A plan that activates it, applied by a holder of `policy.change.approve`, puts it in force */
            begin_exceeds: {
                /**
                 * @description `ruleset`: people in one ruleset; `source`: accounts of a source; `overall`: people that one source or caller moves anywhere; `caller`: people that one caller ends or gives exceptions to; `settings`: limits, or `requires_second_approval`, that are loosened while two people decide, without numbers
                 * @enum {string}
                 */
                scope: "ruleset" | "source" | "overall" | "caller" | "settings";
                ruleset_id: string | null;
                /** @enum {string} */
                direction: "lose" | "gain" | "change_role" | "accounts" | "named" | "loosen";
                people: number;
                size: number;
                percent: number;
                least: number;
            }[];
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                activates_at: string | null;
                activated_at: string | null;
                expires_at: string | null;
            };
            links: {
                self: string;
                policy_ruleset: string;
                conditions: string;
            };
            came_from: {
                rule_id: string;
                /** @enum {string} */
                how: "replaced" | "copied";
            } | null;
            /** @description How it differs from that rule; a condition that it has not, or has besides, is on one side only */
            changes: {
                field: string;
                before: string | null;
                after: string | null;
            }[];
            /** @description What happened to it, the latest first */
            steps: {
                event: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                at: string;
                actor_id: string | null;
                plan_id: string | null;
            }[];
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        PolicyRuleset: {
            id: string;
            /** @enum {string} */
            state: "unmanaged" | "monitored" | "managed";
            /** @enum {string} */
            type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
            resource_id: string;
            is_authoritative: boolean;
            expires_after_days: number;
        };
        PolicyRulesetAdmin: {
            id: string;
            ruleset_id: string;
            workspace_user_id: string;
            name: string | null;
            /**
             * @description `audit` sees the ruleset and its rules; `create` drafts rules too; `activate` puts them in force and ends them too; `admin` administers the ruleset and its admins too
             * @enum {string}
             */
            role: "audit" | "create" | "activate" | "admin";
            /** @description True while the person may act: active or expiring */
            is_active: boolean;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
                policy_ruleset: string;
                workspace_user: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        PolicySettings: {
            id: string;
            expires_after_days: number;
            /** @description Rules that name a person rest while the person is expired or deactivated, and end after so many days, if the same account does not bring the person back before */
            exceptions_end_after_days: number;
            /** @description A change exceeds the limit if more than this percentage of the people lose access, or get an end or a sooner one, within 24 hours, and more than the number beside it */
            removal_limit_percent: number;
            /** @description As many people may lose access, or get an end or a sooner one, within 24 hours, regardless of the share */
            removal_limit_people: number;
            /** @description A change exceeds the limit if more than this percentage of the people gain access within 24 hours, and more than the number beside it */
            addition_limit_percent: number;
            /** @description As many people may gain access within 24 hours, regardless of the share */
            addition_limit_people: number;
            /** @description A change exceeds the limit if more than this percentage of the people change role within 24 hours, and more than the number beside it */
            role_change_limit_percent: number;
            /** @description As many people may change role within 24 hours, regardless of the share */
            role_change_limit_people: number;
            /** @description A source exceeds the limit if more than this percentage of its active accounts stop being active within 24 hours, and more than `account_limit_people` */
            account_limit_percent: number;
            /** @description As many people may lose an active account of one source within 24 hours, regardless of the share */
            account_limit_people: number;
            /** @description One source or one caller exceeds the limit if more than this percentage of the eligible people lose, gain or change access anywhere within 24 hours, and more than `overall_limit_people` */
            overall_limit_percent: number;
            /** @description As many people may lose, gain or change access by one source or caller within 24 hours, regardless of the share */
            overall_limit_people: number;
            /** @description As many people may one caller suspend, expire, deactivate, delete, link, unlink or give exceptions to within 24 hours; more need a plan */
            named_people_limit: number;
            /** @description The most staged rules that a ruleset may have. A lower limit leaves existing ones in place */
            draft_limit_per_ruleset: number;
            /** @description The most conditions that a rule may have. A lower limit leaves existing ones in place */
            condition_limit_per_rule: number;
            /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
            requires_second_approval: boolean;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
            };
            links: {
                self: string;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        PolicyTestReport: {
            passed: number;
            failures: {
                file: string;
                line: number;
                column: number;
                path: string;
                /** @description What is not so, and why */
                message: string;
            }[];
        };
        PolicyUser: {
            id: string;
            /**
             * @description While in the manifest, `active` or `expiring`: expiring in grace, or because the rule has an end. Afterwards `expired` if an end came, of the stay or of the person, else `deactivated`
             * @enum {string}
             */
            state: "active" | "expiring" | "expired" | "deactivated";
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                created_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                updated_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                activated_at: string;
                expires_at: string | null;
                deleted_at: string | null;
            };
            included: {
                directory_user: components["schemas"]["DirectoryUserSummary"];
                policy_ruleset: components["schemas"]["PolicyRuleset"];
                policy_rule: components["schemas"]["PolicyRule"];
                policy_resource: components["schemas"]["PolicyResource"];
            };
        };
        RecordNames: {
            data: {
                id: string;
                /** @enum {string} */
                type: "directory_user" | "workspace_user" | "directory_resource" | "directory_attribute" | "directory_dimension" | "integration" | "role" | "directory_identity" | "service" | "policy_ruleset" | "policy_rule";
                name: string;
            }[];
        };
        ResourceMember: {
            id: string;
            integration_id: string;
            /** @enum {string} */
            integration_type: "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "file";
            directory_user_id: string | null;
            /** @enum {string} */
            integration_vendor: "idp" | "suite" | "codehost" | "chat" | "file";
            integration_handle: string;
            vendor_id: string | null;
            full_name: string;
            email: string | null;
            org: {
                [key: string]: string;
            };
            /** @enum {string} */
            state: "active" | "suspended" | "deactivated" | "orphan";
            /** @description The fields that are empty because you may not see them */
            withheld: ("vendor_id" | "full_name" | "email" | "org")[];
            role_handle: string;
            timestamp: {
                /** @description ISO 8601 in UTC, with milliseconds */
                first_seen_at: string;
            };
            links: {
                directory_identity: string;
                directory_user: string | null;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        RulesetPerson: {
            id: string;
            /** @description The rules of the ruleset that they meet, in admission order, at most 200 */
            policy_rule_ids: string[];
            policy_user_id: string | null;
            included: {
                directory_user: components["schemas"]["DirectoryUserSummary"];
            };
            links: {
                directory_user: string;
                explain: string;
                policy_user: string | null;
            };
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
        /**
         * Slack
         * @description Of an integration of type `slack`
         */
        SlackConnection: {
            /** @description Of the API: `https://slack.com/api`, or a proxy of it */
            url: string;
            /** @description The certificates (PEM) that the server’s is verified by, instead of those that the system trusts */
            ca?: string;
            /** @description False leaves groups out */
            reads_groups?: boolean;
            /** @description The workspace that is read, where the token is of an organisation */
            team_id?: string;
        };
        /** @description With `include=sample`: entries that were read */
        SourceSample: {
            product: ("active_directory" | "openldap" | "389ds" | "other" | "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "file") | null;
            people: {
                /** @description What messages call it */
                name: string;
                /** @description As the source gives it, without secrets */
                record: {
                    [key: string]: unknown;
                };
            }[];
            /** @description Why further entries can’t be taken, regardless of the mapping */
            left_out: string[];
            groups: {
                [key: string]: unknown;
            }[];
        };
        SuggestedRules: {
            /** @description False where no rules admit half of the members, or fewer than 5 people are members */
            is_explained: boolean;
            message: string;
            role_handle: string | null;
            /** @description People, and accounts that belong to no one */
            count: {
                members: number;
                accounts_without_person: number;
                missing: number;
                extra: number;
            };
            data: {
                description: string;
                /** @description As drafting a rule takes them */
                conditions: {
                    /**
                     * @description `attribute` asks whether a person qualifies for an attribute, `entitled_to` whether they qualify for a rule in force of a vendor’s resource (grace does not count), `identity` what an identity’s profile holds, the others who a person is or reports to
                     * @enum {string}
                     */
                    type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
                    resource_id: string | null;
                    profile_key: string | null;
                    profile_operator?: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
                    profile_value: string | null;
                }[];
                /** @description How many people the rule would admit, and how many of them are members */
                count: {
                    people: number;
                    members: number;
                };
            }[];
            /** @description Members whom no rule admits, by name; at most 500 */
            missing: {
                id: string;
                full_name: string;
                why: string;
            }[];
            /** @description People whom a rule admits and who are no members, by name; at most 500 */
            extra: {
                id: string;
                full_name: string;
            }[];
            /** @description Of the missing who are named, those who could be let in, as creating an exception takes it */
            exceptions: {
                user_id: string;
                role: string;
                reason: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                expires_at: string;
            }[];
        };
        TeamComparison: {
            count: {
                people: number;
                some: number;
                differs: number;
                common: number;
            };
            /** @description By kind, then by name; at most 1000. `count` has them all */
            data: {
                /**
                 * @description `some`: only some have it. `differs`: all have it, in different roles or some by grace. `common`: all have it in the same role
                 * @enum {string}
                 */
                kind: "some" | "differs" | "common";
                /** @enum {string} */
                type: "directory_attribute" | "codehost_group" | "codehost_project" | "suite_drive_doc" | "suite_drive_file" | "suite_drive_folder" | "suite_drive_deck" | "suite_drive_sheet" | "suite_identity_group" | "suite_workspace_drive" | "suite_workspace_group" | "idp_group" | "chat_public_channel" | "chat_private_channel" | "chat_group";
                policy_resource: components["schemas"]["PolicyResource"];
                policy_ruleset_id: string;
                count: {
                    having: number;
                    lacking: number;
                };
                /** @description By role and rule, the most frequent first */
                roles: {
                    role_name: string;
                    role_handle: string;
                    /** @description They no longer qualify and stay for a while */
                    is_by_grace: boolean;
                    policy_rule_id: string;
                    rule: string | null;
                    count: number;
                }[];
                /** @description The first 3 by name */
                having: {
                    id: string;
                    full_name: string;
                }[];
                /** @description The first 3 by name */
                lacking: {
                    id: string;
                    full_name: string;
                    why: string | null;
                }[];
            }[];
        };
        ValidationMessage: {
            message: string;
            errors: {
                [key: string]: string[];
            };
        };
        WhatIf: {
            /** @description ISO 8601 in UTC, with milliseconds */
            at: string;
            assumed: {
                state: ("staged" | "active" | "expiring" | "expired" | "suspended" | "deactivated") | null;
                manager: {
                    id: string | null;
                    full_name: string | null;
                } | null;
                values: {
                    identity_id: string;
                    integration_handle: string;
                    profile_key: string;
                    values: string[];
                }[];
            };
            eligibility: {
                is_eligible: boolean;
                reasons: string[];
            };
            count: {
                gain: number;
                lose: number;
                role: number;
                grace: number;
                end: number;
                unchanged: number;
            };
            /** @description By kind, then by name; at most 1000. `count` has them all */
            data: components["schemas"]["ChangedAccess"][];
        };
        WorkspaceSearch: {
            directory_users: components["schemas"]["ListedDirectoryUser"][] | null;
            resources: components["schemas"]["ListedDirectoryResource"][] | null;
            rulesets: components["schemas"]["ListedPolicyRuleset"][] | null;
            services: {
                id: string;
                /** @enum {string} */
                state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                name: string;
                /** @description Unique among services that are not deleted */
                handle: string;
                description: string;
                /**
                 * @description `agent` for an AI agent, which lists tell apart by it
                 * @enum {string}
                 */
                kind: "service" | "agent";
                environment: ("production" | "staging" | "test" | "development") | null;
                /** @description What those who look after it should know */
                notes: string;
                allowed_networks: string[] | null;
                /** @description Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own */
                workload_identities: {
                    /** @description The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS */
                    issuer: string;
                    /** @description What `aud` of its tokens contains */
                    audience: string;
                    /** @description The `sub` of its tokens; each `*` stands for any characters */
                    subject: string;
                    /** @description Names of permissions that the service held when this was set */
                    scopes: string[];
                    /** @description Who trusts it. It leads what the job does */
                    set_by: string;
                    /** @description ISO 8601 in UTC, with milliseconds */
                    set_at: string;
                }[];
                last_used_address: string | null;
                /** @description True when none of its admins is an active person */
                is_unattended: boolean;
                /** @description The directory user who answers for it */
                sponsor: {
                    id: string;
                    name: string | null;
                } | null;
                /** @description Who answers for it while the sponsor is suspended: the nearest active manager above */
                represented_by: {
                    id: string;
                    name: string | null;
                } | null;
                /** @description True when nobody has confirmed in time that it is still needed */
                is_unconfirmed: boolean;
                /** @description True when nobody answers for it: it has no sponsor, or nobody who represents them */
                is_unsponsored: boolean;
                /** @description Of a service without a sponsor: the active admin who has been one longest, as a directory user */
                suggested_sponsor: {
                    id: string;
                    name: string | null;
                } | null;
                /** @description How often its sponsor confirms that it is still needed */
                confirm_every_days: number;
                timestamp: {
                    /** @description ISO 8601 in UTC, with milliseconds */
                    created_at: string;
                    /** @description ISO 8601 in UTC, with milliseconds */
                    updated_at: string;
                    expires_at: string | null;
                    last_used_at: string | null;
                    /** @description When someone last confirmed that it is still needed */
                    confirmed_at: string;
                    /** @description Until when someone has to confirm it again; 30 days after that the service gets an end */
                    confirm_by: string;
                    deleted_at: string | null;
                };
                links: {
                    self: string;
                    admins: string;
                    tokens: string;
                    permissions: string;
                    logs: string;
                };
                /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                abilities?: {
                    [key: string]: boolean;
                };
            }[] | null;
            integrations: components["schemas"]["Integration"][] | null;
        };
        WorkspaceSummary: {
            /** @description The instant of the answer */
            at: string;
            decisions: {
                incidents: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                plans: {
                    count: number;
                    /** @description There are more than 100 */
                    is_capped: boolean;
                    /** @description The newest of them */
                    plan_ids: string[];
                } | null;
                rulesets_with_findings: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                dimensions_with_surplus: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                rejected_account_ends: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                orphans: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                waiting_accounts: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                failing_sources: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                sources_with_unknown_states: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                unattended_services: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                unsponsored_services: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                unconfirmed_services: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                } | null;
                services_to_confirm: {
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                    /** @description Those that are due first */
                    services: {
                        service_id: string;
                        name: string;
                        /** @description ISO 8601 in UTC, with milliseconds */
                        confirm_by: string;
                    }[];
                } | null;
            };
            /** @description How many things wait, each counted once: an account that waits and is an orphan, or a source that is failing and has unknown states, is one */
            waiting_count: {
                count: number;
                /** @description There are more than 1000 */
                is_capped: boolean;
            };
            /** @description What waits for a decision, by severity: the level, then memberships, people and count */
            waiting: {
                /** @enum {string} */
                kind: "incidents" | "plans" | "rejected_account_ends" | "rulesets_with_findings" | "failing_sources" | "sources_with_unknown_states" | "waiting_accounts" | "orphans" | "unattended_services" | "unsponsored_services" | "unconfirmed_services" | "dimensions_with_surplus";
                /** @enum {string} */
                level: "access" | "doubt" | "upkeep";
                id: string | null;
                count: number;
                /** @description People that it concerns, up to 10000; null if it concerns no one directly */
                people: number | null;
                /** @description Memberships that it moves, holds or leaves in doubt, up to 10000; null where none are, or the caller may not see them */
                memberships: number | null;
                sources: {
                    id: string;
                    /** @description Its handle for callers without `workspace.integration.view` */
                    name: string;
                }[];
                since: string | null;
                author: string | null;
                may_decide: boolean;
                /** @description What deciding takes everywhere */
                permissions: ("directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export")[];
                /** @description People who hold these permissions, if the caller is a person who may not decide. Not the author of a plan that takes two people */
                deciders: string[];
            }[];
            first_steps: {
                /** @description Those that the caller may see */
                steps: {
                    /** @enum {string} */
                    step: "people" | "groups" | "rule" | "sign_in" | "backup";
                    is_done: boolean;
                    may_do: boolean;
                    /** @description What the step takes */
                    permissions: ("directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export")[];
                    /** @description People who hold these permissions, if the caller does not and the step is not done */
                    doers: string[];
                }[];
                answer: {
                    directory_user_id: string;
                    full_name: string;
                    ruleset_id: string;
                    /** @description Of the resource or attribute */
                    name: string;
                } | null;
            } | null;
            people: {
                staged: number;
                active: number;
                expiring: number;
                expired: number;
                suspended: number;
                deactivated: number;
            } | null;
            days: {
                date: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                begins_at: string;
                /** @description The beginning of the next day */
                ends_at: string;
                /** @description People with a dated start */
                joiners: number;
                /** @description People with an end who have not been deactivated */
                leavers: number;
            }[] | null;
            changes: {
                /** @description ISO 8601 in UTC, with milliseconds */
                begins_at: string;
                /** @description ISO 8601 in UTC, with milliseconds */
                ends_at: string;
                data: {
                    event: string;
                    /** @description The beginning of an hour */
                    begins_at: string;
                    count: number;
                    /** @description There are more than 1000 */
                    is_capped: boolean;
                }[];
            } | null;
            imports: {
                unfinished: number;
                finished: number;
                /** @description Those that run, then those that wait */
                runs: {
                    id: string;
                    integration_id: string;
                    integration_name: string;
                    /** @description What is read */
                    source: string;
                    /** @enum {string} */
                    state: "waiting" | "running" | "succeeded" | "failed" | "interrupted";
                    /** @enum {string} */
                    phase: "reading" | "matching" | "policy" | "done";
                    percent: number | null;
                }[];
            } | null;
        };
        WorkspaceUserRef: {
            id: string;
            /** @enum {string} */
            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
            provider: string;
            provider_id: string;
            name: string;
            handle: string | null;
            email: string | null;
            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
            abilities?: {
                [key: string]: boolean;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
        };
    };
    version: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        version: string;
                        commit: string | null;
                        schema: string;
                        api_version: string;
                    };
                };
            };
        };
    };
    testToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token_id: string | null;
                        session_id: string | null;
                        /** @enum {string} */
                        owner_type: "user" | "service";
                        owner_id: string;
                        owner_name: string;
                        roles: string[];
                        scopes: string[];
                        permissions: string[];
                        /** @description ISO 8601 in UTC, with milliseconds */
                        expires_at: string;
                    };
                };
            };
        };
    };
    listIssuers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            handle: string;
                            name: string;
                            url: string;
                        }[];
                        links: {
                            self: string;
                            next: null;
                            prev: null;
                        };
                        meta: {
                            page_size: number;
                        };
                    };
                };
            };
        };
    };
    listRoleGivers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            email: string | null;
                        }[];
                        links: {
                            self: string;
                            next: null;
                            prev: null;
                        };
                        meta: {
                            page_size: number;
                        };
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A path of this server */
                        url: string;
                    };
                };
            };
        };
    };
    createSignInLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    user_id?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description It is shown only in this answer */
                        url: string;
                        /** @description ISO 8601 in UTC, with milliseconds */
                        expires_at: string;
                        user_id: string;
                    };
                };
            };
        };
    };
    createLoginCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Names of permissions, or patterns with `*` */
                    scopes?: string[];
                    /** @description ISO 8601 date and time with an offset */
                    expires_at?: string;
                    expires_in_days?: number;
                    /** @description SHA-256 of the verifier, in base64url */
                    challenge: string;
                    redirect_uri?: string;
                    /** @description It comes back with the redirect */
                    state?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description It is shown only in this answer */
                        code: string;
                        url: string | null;
                        /** @description ISO 8601 in UTC, with milliseconds */
                        expires_at: string;
                    };
                };
            };
        };
    };
    exchangeLoginCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    /** @description The text of which the challenge is the SHA-256 */
                    verifier: string;
                    /** @description As in the request that was confirmed */
                    redirect_uri?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The secret. It is shown only in this answer */
                        token: string;
                        id: string;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        name: string;
                        /** @enum {string} */
                        owner_type: "user" | "service";
                        owner_id: string;
                        parent_token_id: string | null;
                        /** @description Names or patterns. For a token of a service: names, fixed when it was issued; there may be none */
                        scopes: string[];
                        issued_by: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                            name: string | null;
                            admin_role: ("admin" | "audit" | "permission" | "token") | null;
                            is_admin: boolean | null;
                        } | null;
                        last_used_address: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            expires_at: string;
                            last_used_at: string | null;
                            revoked_at: string | null;
                        };
                        links: {
                            /** @description The service or the workspace user that it belongs to */
                            owner: string;
                        };
                    };
                };
            };
        };
    };
    exchangeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange";
                    /** @description The OIDC token of the job or workload. It may be sent again while it is valid */
                    subject_token: string;
                    /** @enum {string} */
                    subject_token_type: "urn:ietf:params:oauth:token-type:jwt" | "urn:ietf:params:oauth:token-type:id_token";
                    /** @enum {string} */
                    requested_token_type?: "urn:ietf:params:oauth:token-type:access_token";
                    /** @description The id or handle of the service, which is needed where several trust the identity */
                    audience?: string;
                    /** @description Fewer permissions: names or patterns with `*`, separated by blanks */
                    scope?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @enum {string} */
                    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange";
                    /** @description The OIDC token of the job or workload. It may be sent again while it is valid */
                    subject_token: string;
                    /** @enum {string} */
                    subject_token_type: "urn:ietf:params:oauth:token-type:jwt" | "urn:ietf:params:oauth:token-type:id_token";
                    /** @enum {string} */
                    requested_token_type?: "urn:ietf:params:oauth:token-type:access_token";
                    /** @description The id or handle of the service, which is needed where several trust the identity */
                    audience?: string;
                    /** @description Fewer permissions: names or patterns with `*`, separated by blanks */
                    scope?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The token of the service. It is shown only in this answer */
                        access_token: string;
                        /** @enum {string} */
                        issued_token_type: "urn:ietf:params:oauth:token-type:access_token";
                        /** @enum {string} */
                        token_type: "Bearer";
                        /** @description Seconds */
                        expires_in: number;
                        /** @description Its permissions, separated by blanks */
                        scope: string;
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Any of active, expired, revoked, separated by commas */
                "filter[state]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_before]"?: string;
                sort?: "created_at" | "-created_at" | "expires_at" | "-expires_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            state: "active" | "expired" | "revoked";
                            /** @description True for the one that this request came with */
                            is_current: boolean;
                            user_agent: string | null;
                            opened_by: {
                                /** @enum {string} */
                                type: "user" | "service";
                                id: string;
                                name: string | null;
                            } | null;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                expires_at: string;
                                last_used_at: string | null;
                                revoked_at: string | null;
                            };
                            links: {
                                workspace_user: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    deleteSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDirectoryUsers: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, suspended, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these usernames, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[username]"?: string;
                /** @description Any of these addresses, in upper or lower case, separated by commas. To find a text that has a comma, send it alone */
                "filter[email]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[manager_id]"?: string;
                "filter[is_manager]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[parent_user_id]"?: string;
                /** @description Has an account of which what the source says waits in an incident */
                "filter[is_held]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[incident]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[provisioned_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[provisioned_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deprovisioned_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deprovisioned_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deleted_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deleted_before]"?: string;
                /** @description Any of these full names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[full_name]"?: string;
                /** @description Any of these first names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[first_name]"?: string;
                /** @description Any of these last names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[last_name]"?: string;
                /** @description Any of these badge numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[badge_id]"?: string;
                /** @description Any of these employee numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[employee_id]"?: string;
                /** @description Any of these second employee numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[employee_alt_id]"?: string;
                /** @description Up to 100 times `<key>:<value>`, separated by commas, to the letter: any of the values that are given for a key, and so for every key that is named */
                "filter[metadata]"?: string;
                /** @description Any of these keys of `metadata`, regardless of their values, separated by commas */
                "filter[metadata_key]"?: string;
                /** @description People with an account in any of these integrations: up to 100 ids */
                "filter[integration_id]"?: string;
                /** @description Any of these ids of accounts at their vendors, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[vendor_id]"?: string;
                /** @description Any of recycled_address, shared_address, shared_email, shared_username, manager_unresolved, manager_ambiguous, manager_cycle, rejected_account_end, separated by commas */
                "filter[review]"?: string;
                /** @description Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; fewer are the beginning of full name, last name, e-mail address or username. It also finds who has exactly that badge or employee number, or an account of that id at its vendor */
                "filter[search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[full_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[first_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[last_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[email_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[username_search]"?: string;
                /** @description Deleted people: left out (the default), among the others, or alone */
                "filter[trashed]"?: "without" | "with" | "only";
                /** @description Up to 100 times `<dimension>:<value>`, separated by commas, as `org` shows them, to the letter: any of the values that are given for a dimension, and so for every dimension that is named */
                "filter[org]"?: string;
                sort?: "full_name" | "-full_name" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "username" | "-username";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description What to add: related records, how many there are, or whether there are any */
                include?: ("secondary-users" | "secondary-users-count" | "secondary-users-exists" | "policy-conditions" | "policy-conditions-count" | "policy-conditions-exists" | "policy-users" | "policy-users-count" | "policy-users-exists" | "policy-rules-manifest" | "policy-rules-manifest-count" | "policy-rules-manifest-exists" | "policy-rules-qualified" | "policy-rules-qualified-count" | "policy-rules-qualified-exists" | "policy-rules-staged" | "policy-rules-staged-count" | "policy-rules-staged-exists" | "policy-rulesets" | "policy-rulesets-count" | "policy-rulesets-exists" | "incidents" | "state-source" | "user-manager" | "parent-user" | "direct-report-users" | "workspace-user" | "integration" | "directory-identities" | "abilities")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncludingDirectoryUser"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createDirectoryUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    first_name: string;
                    last_name: string;
                    email?: string;
                    /** @description Overrides the part of the e-mail address before @; null goes back to it */
                    username?: string;
                    manager_id?: string | null;
                    parent_user_id?: string | null;
                    /** @description At most 50 keys of A-Z a-z 0-9 _ . -, with texts of up to 1,000 characters. A change merges; null removes a key */
                    metadata?: {
                        [key: string]: string | null;
                    };
                    /**
                     * @default staged
                     * @enum {string}
                     */
                    state?: "staged" | "active";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryUserDetailedResponseData"];
                };
            };
        };
    };
    describeDirectoryUser: {
        parameters: {
            query?: {
                /** @description What to add: related records, how many there are, or whether there are any */
                include?: ("secondary-users" | "secondary-users-count" | "secondary-users-exists" | "policy-conditions" | "policy-conditions-count" | "policy-conditions-exists" | "policy-users" | "policy-users-count" | "policy-users-exists" | "policy-rules-manifest" | "policy-rules-manifest-count" | "policy-rules-manifest-exists" | "policy-rules-qualified" | "policy-rules-qualified-count" | "policy-rules-qualified-exists" | "policy-rules-staged" | "policy-rules-staged-count" | "policy-rules-staged-exists" | "policy-rulesets" | "policy-rulesets-count" | "policy-rulesets-exists" | "incidents" | "state-source" | "abilities")[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryUserDetailedResponseData"];
                };
            };
        };
    };
    deleteDirectoryUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDirectoryUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    first_name?: string;
                    last_name?: string;
                    email?: string | null;
                    username?: string | null;
                    manager_id?: string | null;
                    parent_user_id?: string | null;
                    /** @description At most 50 keys of A-Z a-z 0-9 _ . -, with texts of up to 1,000 characters. A change merges; null removes a key */
                    metadata?: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryUserDetailedResponseData"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    activateDirectoryUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description ISO 8601 date and time with an offset */
                    at?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryUserDetailedResponseData"];
                };
            };
        };
    };
    expireDirectoryUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ISO 8601 date and time with an offset */
                    at: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryUserDetailedResponseData"];
                };
            };
        };
    };
    suspendDirectoryUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryUserDetailedResponseData"];
                };
            };
        };
    };
    deactivateDirectoryUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryUserDetailedResponseData"];
                };
            };
        };
    };
    restoreDirectoryUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryUserDetailedResponseData"];
                };
            };
        };
    };
    eraseDirectoryUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryUserDetailedResponseData"];
                };
            };
        };
    };
    listSecondaryUsers: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, suspended, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these usernames, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[username]"?: string;
                /** @description Any of these addresses, in upper or lower case, separated by commas. To find a text that has a comma, send it alone */
                "filter[email]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[manager_id]"?: string;
                "filter[is_manager]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[parent_user_id]"?: string;
                /** @description Has an account of which what the source says waits in an incident */
                "filter[is_held]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[incident]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[provisioned_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[provisioned_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deprovisioned_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deprovisioned_before]"?: string;
                /** @description Any of these full names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[full_name]"?: string;
                /** @description Any of these first names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[first_name]"?: string;
                /** @description Any of these last names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[last_name]"?: string;
                /** @description Any of these badge numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[badge_id]"?: string;
                /** @description Any of these employee numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[employee_id]"?: string;
                /** @description Any of these second employee numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[employee_alt_id]"?: string;
                /** @description Up to 100 times `<key>:<value>`, separated by commas, to the letter: any of the values that are given for a key, and so for every key that is named */
                "filter[metadata]"?: string;
                /** @description Any of these keys of `metadata`, regardless of their values, separated by commas */
                "filter[metadata_key]"?: string;
                /** @description People with an account in any of these integrations: up to 100 ids */
                "filter[integration_id]"?: string;
                /** @description Any of these ids of accounts at their vendors, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[vendor_id]"?: string;
                /** @description Any of recycled_address, shared_address, shared_email, shared_username, manager_unresolved, manager_ambiguous, manager_cycle, rejected_account_end, separated by commas */
                "filter[review]"?: string;
                /** @description Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; fewer are the beginning of full name, last name, e-mail address or username. It also finds who has exactly that badge or employee number, or an account of that id at its vendor */
                "filter[search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[full_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[first_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[last_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[email_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[username_search]"?: string;
                /** @description Up to 100 times `<dimension>:<value>`, separated by commas, as `org` shows them, to the letter: any of the values that are given for a dimension, and so for every dimension that is named */
                "filter[org]"?: string;
                sort?: "full_name" | "-full_name" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "username" | "-username";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description What to add: related records, how many there are, or whether there are any */
                include?: ("secondary-users" | "secondary-users-count" | "secondary-users-exists" | "policy-conditions" | "policy-conditions-count" | "policy-conditions-exists" | "policy-users" | "policy-users-count" | "policy-users-exists" | "policy-rules-manifest" | "policy-rules-manifest-count" | "policy-rules-manifest-exists" | "policy-rules-qualified" | "policy-rules-qualified-count" | "policy-rules-qualified-exists" | "policy-rules-staged" | "policy-rules-staged-count" | "policy-rules-staged-exists" | "policy-rulesets" | "policy-rulesets-count" | "policy-rulesets-exists" | "incidents" | "state-source" | "user-manager" | "parent-user" | "direct-report-users" | "workspace-user" | "integration" | "directory-identities" | "abilities")[];
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncludingDirectoryUser"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    listDirectReportUsers: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, suspended, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these usernames, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[username]"?: string;
                /** @description Any of these addresses, in upper or lower case, separated by commas. To find a text that has a comma, send it alone */
                "filter[email]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[manager_id]"?: string;
                "filter[is_manager]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[parent_user_id]"?: string;
                /** @description Has an account of which what the source says waits in an incident */
                "filter[is_held]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[incident]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[provisioned_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[provisioned_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deprovisioned_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deprovisioned_before]"?: string;
                /** @description Any of these full names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[full_name]"?: string;
                /** @description Any of these first names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[first_name]"?: string;
                /** @description Any of these last names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[last_name]"?: string;
                /** @description Any of these badge numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[badge_id]"?: string;
                /** @description Any of these employee numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[employee_id]"?: string;
                /** @description Any of these second employee numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[employee_alt_id]"?: string;
                /** @description Up to 100 times `<key>:<value>`, separated by commas, to the letter: any of the values that are given for a key, and so for every key that is named */
                "filter[metadata]"?: string;
                /** @description Any of these keys of `metadata`, regardless of their values, separated by commas */
                "filter[metadata_key]"?: string;
                /** @description People with an account in any of these integrations: up to 100 ids */
                "filter[integration_id]"?: string;
                /** @description Any of these ids of accounts at their vendors, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[vendor_id]"?: string;
                /** @description Any of recycled_address, shared_address, shared_email, shared_username, manager_unresolved, manager_ambiguous, manager_cycle, rejected_account_end, separated by commas */
                "filter[review]"?: string;
                /** @description Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; fewer are the beginning of full name, last name, e-mail address or username. It also finds who has exactly that badge or employee number, or an account of that id at its vendor */
                "filter[search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[full_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[first_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[last_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[email_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[username_search]"?: string;
                /** @description Up to 100 times `<dimension>:<value>`, separated by commas, as `org` shows them, to the letter: any of the values that are given for a dimension, and so for every dimension that is named */
                "filter[org]"?: string;
                sort?: "full_name" | "-full_name" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "username" | "-username";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description What to add: related records, how many there are, or whether there are any */
                include?: ("secondary-users" | "secondary-users-count" | "secondary-users-exists" | "policy-conditions" | "policy-conditions-count" | "policy-conditions-exists" | "policy-users" | "policy-users-count" | "policy-users-exists" | "policy-rules-manifest" | "policy-rules-manifest-count" | "policy-rules-manifest-exists" | "policy-rules-qualified" | "policy-rules-qualified-count" | "policy-rules-qualified-exists" | "policy-rules-staged" | "policy-rules-staged-count" | "policy-rules-staged-exists" | "policy-rulesets" | "policy-rulesets-count" | "policy-rulesets-exists" | "incidents" | "state-source" | "user-manager" | "parent-user" | "direct-report-users" | "workspace-user" | "integration" | "directory-identities" | "abilities")[];
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncludingDirectoryUser"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    listIdentitiesOfDirectoryUser: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of active, suspended, deactivated, orphan, separated by commas */
                "filter[state]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[integration_id]"?: string;
                /** @description Any of idp, suite, codehost, chat, file, separated by commas */
                "filter[integration_vendor]"?: string;
                /** @description Any of these vendor ids, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[vendor_id]"?: string;
                /** @description Any of these addresses, in upper or lower case, separated by commas. To find a text that has a comma, send it alone */
                "filter[email]"?: string;
                /** @description Any of these handles, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of created, email, evidence, vendor_id, replaced, administrator, separated by commas */
                "filter[linked_by]"?: string;
                /** @description Any of conflict, recycled_address, shared_email, separated by commas */
                "filter[review]"?: string;
                /** @description It belongs to no one, and `suggested_directory_user_id` says whose it may be */
                "filter[has_suggestion]"?: "true" | "false";
                /** @description It waits for a decision whose it is */
                "filter[waits]"?: "true" | "false";
                /** @description It belongs to no one, also if it has ended */
                "filter[without_person]"?: "true" | "false";
                /** @description What its source says waits in an incident */
                "filter[is_held]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[incident]"?: string;
                /** @description Someone rejected that the account ends, and its source still says so */
                "filter[has_rejected_account_end]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[linked_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[linked_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[vendor_created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[vendor_created_before]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[full_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[email_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[handle_search]"?: string;
                sort?: "full_name" | "-full_name";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedDirectoryIdentity"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describeWorkspaceUserOfDirectoryUser: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceUserRef"];
                };
            };
        };
    };
    describeIntegrationOfDirectoryUser: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationRef"];
                };
            };
        };
    };
    listResourcesOfDirectoryUser: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of active, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of codehost_group, codehost_project, suite_drive_doc, suite_drive_file, suite_drive_folder, suite_drive_deck, suite_drive_sheet, suite_identity_group, suite_workspace_drive, suite_workspace_group, idp_group, chat_public_channel, chat_private_channel, chat_group, separated by commas */
                "filter[type]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[integration_id]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent_id]"?: string;
                /** @description Any of these vendor ids, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[vendor_id]"?: string;
                /** @description Any of these handles, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description Has (or lacks) a ruleset */
                "filter[has_ruleset]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[handle_search]"?: string;
                /** @description Any of extra, role_differs, unmanaged, in_sync, separated by commas */
                "filter[drift]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PersonResource"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    listDirectoryUserAuditLogsParent: {
        parameters: {
            query?: {
                /** @description Any of these events, separated by commas */
                "filter[event]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[actor]"?: string;
                "filter[request_id]"?: string;
                /** @description Any of api, console, cli, sync, separated by commas */
                "filter[via]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_before]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[record]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[related]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[subject]"?: string;
                /** @description Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else */
                "filter[history]"?: string;
                /** @description The id of a change: its rows */
                "filter[change]"?: string;
                sort?: "at" | "-at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLog"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                            /** @description Rows before this instant are in files, but for erasures (`muster archive`); absent where all are here */
                            archived_before?: string;
                        };
                    };
                };
            };
        };
    };
    listDirectoryUserAuditLogsRecord: {
        parameters: {
            query?: {
                /** @description Any of these events, separated by commas */
                "filter[event]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[actor]"?: string;
                "filter[request_id]"?: string;
                /** @description Any of api, console, cli, sync, separated by commas */
                "filter[via]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_before]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[record]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[related]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[subject]"?: string;
                /** @description Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else */
                "filter[history]"?: string;
                /** @description The id of a change: its rows */
                "filter[change]"?: string;
                sort?: "at" | "-at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLog"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                            /** @description Rows before this instant are in files, but for erasures (`muster archive`); absent where all are here */
                            archived_before?: string;
                        };
                    };
                };
            };
        };
    };
    listDirectoryUserAuditLogsRelated: {
        parameters: {
            query?: {
                /** @description Any of these events, separated by commas */
                "filter[event]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[actor]"?: string;
                "filter[request_id]"?: string;
                /** @description Any of api, console, cli, sync, separated by commas */
                "filter[via]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_before]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[record]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[related]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[subject]"?: string;
                /** @description Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else */
                "filter[history]"?: string;
                /** @description The id of a change: its rows */
                "filter[change]"?: string;
                sort?: "at" | "-at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLog"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                            /** @description Rows before this instant are in files, but for erasures (`muster archive`); absent where all are here */
                            archived_before?: string;
                        };
                    };
                };
            };
        };
    };
    listDirectoryUserAuditLogsSubject: {
        parameters: {
            query?: {
                /** @description Any of these events, separated by commas */
                "filter[event]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[actor]"?: string;
                "filter[request_id]"?: string;
                /** @description Any of api, console, cli, sync, separated by commas */
                "filter[via]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_before]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[record]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[related]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[subject]"?: string;
                /** @description Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else */
                "filter[history]"?: string;
                /** @description The id of a change: its rows */
                "filter[change]"?: string;
                sort?: "at" | "-at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLog"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                            /** @description Rows before this instant are in files, but for erasures (`muster archive`); absent where all are here */
                            archived_before?: string;
                        };
                    };
                };
            };
        };
    };
    listAccessOfDirectoryUser: {
        parameters: {
            query?: {
                /** @description Any of directory_attribute, codehost_group, codehost_project, suite_drive_doc, suite_drive_file, suite_drive_folder, suite_drive_deck, suite_drive_sheet, suite_identity_group, suite_workspace_drive, suite_workspace_group, idp_group, chat_public_channel, chat_private_channel, chat_group, separated by commas */
                "filter[type]"?: string;
                /** @description Any of active, expiring, separated by commas */
                "filter[state]"?: string;
                /** @description Any of missing, role_differs, in_sync, separated by commas */
                "filter[drift]"?: string;
                /** @description Any of these handles of roles, separated by commas. To find a text that has a comma, send it alone */
                "filter[role_handle]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[ruleset_id]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[search]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[since_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[since_before]"?: string;
                sort?: "name" | "-name" | "since" | "-since";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description An instant that has passed: what was so then. Without it, what is so now */
                at?: string;
                /** @description `abilities`: what the caller may do with each record */
                include?: ("has-only" | "abilities")[];
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Access"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                        /** @description With `include=has-only`: what the person has at the vendors and no manifest gives them (`extra` or `unmanaged`), by name, then id; on the first page, regardless of the filters */
                        has_only?: components["schemas"]["PersonResource"][];
                    };
                };
            };
        };
    };
    explainDirectoryUser: {
        parameters: {
            query: {
                /** @description The ruleset that it is about */
                ruleset: string;
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
        };
    };
    whatIfDirectoryUser: {
        parameters: {
            query?: {
                /** @description `set[department]=Sales`: what an account holds under a key that policy reads, one of the `policy_keys` of its integration; of the primary integration unless the key follows the handle of another, as in `set[chat:title]`, or the id of an account. A JSON array gives several values, an empty text none */
                set?: {
                    [key: string]: string;
                };
                /** @description Whom the person reports to, or `none` */
                manager?: string;
                state?: "staged" | "active" | "suspended" | "deactivated";
                /** @description A later instant; without it, now */
                at?: string;
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhatIf"];
                };
            };
        };
    };
    compareDirectoryUser: {
        parameters: {
            query?: {
                /** @description Another person */
                with?: string;
                /** @description An instant that has passed */
                at?: string;
                /** @description A later one that has passed; without it, now */
                until?: string;
            };
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessComparison"];
                };
            };
        };
    };
    compareTeamOfDirectoryUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the directory user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamComparison"];
                };
            };
        };
    };
    listDirectoryIdentities: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of active, suspended, deactivated, orphan, separated by commas */
                "filter[state]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[integration_id]"?: string;
                /** @description Any of idp, suite, codehost, chat, file, separated by commas */
                "filter[integration_vendor]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[directory_user_id]"?: string;
                /** @description Any of these vendor ids, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[vendor_id]"?: string;
                /** @description Any of these addresses, in upper or lower case, separated by commas. To find a text that has a comma, send it alone */
                "filter[email]"?: string;
                /** @description Any of these handles, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of created, email, evidence, vendor_id, replaced, administrator, separated by commas */
                "filter[linked_by]"?: string;
                /** @description Any of conflict, recycled_address, shared_email, separated by commas */
                "filter[review]"?: string;
                /** @description It belongs to no one, and `suggested_directory_user_id` says whose it may be */
                "filter[has_suggestion]"?: "true" | "false";
                /** @description It waits for a decision whose it is */
                "filter[waits]"?: "true" | "false";
                /** @description It belongs to no one, also if it has ended */
                "filter[without_person]"?: "true" | "false";
                /** @description What its source says waits in an incident */
                "filter[is_held]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[incident]"?: string;
                /** @description Someone rejected that the account ends, and its source still says so */
                "filter[has_rejected_account_end]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[linked_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[linked_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[vendor_created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[vendor_created_before]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[full_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[email_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[handle_search]"?: string;
                sort?: "full_name" | "-full_name";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedDirectoryIdentity"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describeDirectoryIdentity: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the directory identity. */
                identity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedDirectoryIdentity"];
                };
            };
        };
    };
    linkDirectoryIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory identity. */
                identity: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    directory_user_id?: string;
                    /**
                     * @description Instead of `directory_user_id`, for an account of no one: it is none of those whose it may be. At the primary integration a person is created of it; elsewhere it belongs to no one, and no run links it
                     * @constant
                     */
                    new_person?: true;
                    /** @description Why; kept with the account, and in the audit log */
                    reason: string;
                    /** @description True to plan the change only: 202 with the plan. With If-Match, the plan applies to that version of the record only */
                    plan?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedDirectoryIdentity"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    unlinkDirectoryIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory identity. */
                identity: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; kept with the account, and in the audit log */
                    reason: string;
                    /** @description True to undo the link of an administrator: the account is what it was before, with its suggestion, and imports match it as they did */
                    undo?: boolean;
                    /** @description True to plan the change only: 202 with the plan. With If-Match, the plan applies to that version of the record only */
                    plan?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedDirectoryIdentity"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    listDimensions: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of active, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[integration_id]"?: string;
                /** @description Any of these handles, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description Any of these keys of profiles, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[profile_key]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                sort?: "name" | "-name" | "handle" | "-handle" | "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedDirectoryDimension"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createDimension: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The key of its values in a person’s `org`. It stays */
                    handle: string;
                    integration_id?: string;
                    profile_key: string;
                    name: string;
                    /** @description Every value that identities hold becomes an attribute */
                    attributes_enabled?: boolean;
                    expires_after_days?: number | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryDimension"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    describeDimension: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the directory dimension. */
                dimension: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryDimension"];
                };
            };
        };
    };
    updateDimension: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the directory dimension. */
                dimension: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Every value that identities hold becomes an attribute */
                    attributes_enabled?: boolean;
                    expires_after_days?: number | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryDimension"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    activateDimension: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory dimension. */
                dimension: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryDimension"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    deactivateDimension: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory dimension. */
                dimension: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryDimension"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    listAttributes: {
        parameters: {
            query?: {
                /** @description Any of these ids or handles of dimensions, separated by commas. To find a text that has a comma, send it alone */
                "filter[dimension]"?: string;
                /** @description Any of active, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of these handles, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description Any of these values, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[profile_value]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[integration_id]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                sort?: "name" | "-name" | "updated_at" | "-updated_at" | "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedDirectoryAttribute"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createAttribute: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    dimension_id: string;
                    profile_value: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryAttribute"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    describeAttribute: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the directory attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryAttribute"];
                };
            };
        };
    };
    updateAttribute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the directory attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    profile_value?: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryAttribute"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    activateAttribute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryAttribute"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    deactivateAttribute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the directory attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryAttribute"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    listAttributeUsers: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, suspended, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these usernames, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[username]"?: string;
                /** @description Any of these addresses, in upper or lower case, separated by commas. To find a text that has a comma, send it alone */
                "filter[email]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[manager_id]"?: string;
                "filter[is_manager]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[parent_user_id]"?: string;
                /** @description Has an account of which what the source says waits in an incident */
                "filter[is_held]"?: "true" | "false";
                /** @description Up to 100 ids, separated by commas */
                "filter[incident]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[provisioned_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[provisioned_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deprovisioned_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[deprovisioned_before]"?: string;
                /** @description Any of these full names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[full_name]"?: string;
                /** @description Any of these first names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[first_name]"?: string;
                /** @description Any of these last names, blind to case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[last_name]"?: string;
                /** @description Any of these badge numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[badge_id]"?: string;
                /** @description Any of these employee numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[employee_id]"?: string;
                /** @description Any of these second employee numbers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[employee_alt_id]"?: string;
                /** @description Up to 100 times `<key>:<value>`, separated by commas, to the letter: any of the values that are given for a key, and so for every key that is named */
                "filter[metadata]"?: string;
                /** @description Any of these keys of `metadata`, regardless of their values, separated by commas */
                "filter[metadata_key]"?: string;
                /** @description People with an account in any of these integrations: up to 100 ids */
                "filter[integration_id]"?: string;
                /** @description Any of these ids of accounts at their vendors, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[vendor_id]"?: string;
                /** @description Any of recycled_address, shared_address, shared_email, shared_username, manager_unresolved, manager_ambiguous, manager_cycle, rejected_account_end, separated by commas */
                "filter[review]"?: string;
                /** @description Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; fewer are the beginning of full name, last name, e-mail address or username. It also finds who has exactly that badge or employee number, or an account of that id at its vendor */
                "filter[search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[full_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[first_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[last_name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[email_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[username_search]"?: string;
                /** @description Up to 100 times `<dimension>:<value>`, separated by commas, as `org` shows them, to the letter: any of the values that are given for a dimension, and so for every dimension that is named */
                "filter[org]"?: string;
                sort?: "full_name" | "-full_name" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "username" | "-username";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description What to add: related records, how many there are, or whether there are any */
                include?: ("secondary-users" | "secondary-users-count" | "secondary-users-exists" | "policy-conditions" | "policy-conditions-count" | "policy-conditions-exists" | "policy-users" | "policy-users-count" | "policy-users-exists" | "policy-rules-manifest" | "policy-rules-manifest-count" | "policy-rules-manifest-exists" | "policy-rules-qualified" | "policy-rules-qualified-count" | "policy-rules-qualified-exists" | "policy-rules-staged" | "policy-rules-staged-count" | "policy-rules-staged-exists" | "policy-rulesets" | "policy-rulesets-count" | "policy-rulesets-exists" | "incidents" | "state-source" | "user-manager" | "parent-user" | "direct-report-users" | "workspace-user" | "integration" | "directory-identities" | "abilities")[];
            };
            header?: never;
            path: {
                /** @description The id of the directory attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IncludingDirectoryUser"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    listDirectoryResources: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of active, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of codehost_group, codehost_project, suite_drive_doc, suite_drive_file, suite_drive_folder, suite_drive_deck, suite_drive_sheet, suite_identity_group, suite_workspace_drive, suite_workspace_group, idp_group, chat_public_channel, chat_private_channel, chat_group, separated by commas */
                "filter[type]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[integration_id]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent_id]"?: string;
                /** @description Any of these vendor ids, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[vendor_id]"?: string;
                /** @description Any of these handles, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description Has (or lacks) a ruleset */
                "filter[has_ruleset]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[handle_search]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: ("counts" | "abilities")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedDirectoryResource"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describeDirectoryResource: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the directory resource. */
                resource: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "active",
                     *       "type": "codehost_group",
                     *       "integration_id": "wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "integration_vendor": "idp",
                     *       "integration_handle": "codehost",
                     *       "vendor_id": "4711",
                     *       "parent_id": "dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "name": "platform",
                     *       "handle": "acme/platform",
                     *       "ruleset_id": "poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/directory/resources/dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "integration": "https://muster.example/api/v1/directory/resources/dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "parent": "https://muster.example/api/v1/directory/resources/dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "members": "https://muster.example/api/v1/directory/resources/dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "ruleset": "https://muster.example/api/v1/directory/resources/dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       },
                     *       "external_id": "a3f1c2d4-7b9e-4c55-9c1e-0d2f6f1b8a10",
                     *       "count": {
                     *         "members": 3,
                     *         "child_resources": 3
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DirectoryResource"];
                };
            };
        };
    };
    listResourceMembers: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of active, suspended, deactivated, orphan, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these roles at the vendor, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[role_handle]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[first_seen_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[first_seen_before]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[search]"?: string;
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the directory resource. */
                resource: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ResourceMember"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    listResourceDrift: {
        parameters: {
            query?: {
                /** @description Any of missing, extra, role_differs, unmanaged, in_sync, separated by commas */
                "filter[status]"?: string;
                /** @description Any of these handles of roles, that they should have or have, separated by commas. To find a text that has a comma, send it alone */
                "filter[role_handle]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[user_id]"?: string;
                /** @description Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; fewer are the beginning of full name, last name, e-mail address or username */
                "filter[user_search]"?: string;
                /** @description With `rules=staged`: would enter the manifest */
                "filter[enters]"?: "true" | "false";
                sort?: "full_name" | "-full_name" | "status" | "-status";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: ("counts" | "abilities")[];
                /** @description Which rules say who should have it: `in_force`, the default, or `staged` too */
                rules?: "in_force" | "staged";
            };
            header?: never;
            path: {
                /** @description The id of the directory resource. */
                resource: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Drift"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                        /** @description With `include=counts`: how many there are of each status, regardless of the filters */
                        count?: {
                            missing: number;
                            extra: number;
                            role_differs: number;
                            unmanaged: number;
                            in_sync: number;
                            /** @description With `rules=staged`: those who would enter and are members already */
                            entering_members?: number;
                            /** @description With `rules=staged`: those who would enter and are no members */
                            entering_others?: number;
                        };
                        /** @description With `rules=staged`: there are so many people that some were not held against the drafts */
                        is_capped?: boolean;
                    };
                };
            };
        };
    };
    listSuggestedRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the directory resource. */
                resource: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestedRules"];
                };
            };
        };
    };
    listPolicyRoles: {
        parameters: {
            query?: {
                /** @description Any of directory_attribute, codehost_group, codehost_project, suite_drive_doc, suite_drive_file, suite_drive_folder, suite_drive_deck, suite_drive_sheet, suite_identity_group, suite_workspace_drive, suite_workspace_group, idp_group, chat_public_channel, chat_private_channel, chat_group, separated by commas */
                "filter[resource_type]"?: string;
                /** @description Any of these handles, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicyRole"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describePolicySettings: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicySettings"];
                };
            };
        };
    };
    updatePolicySettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    expires_after_days?: number;
                    /** @description Rules that name a person rest while the person is expired or deactivated, and end after so many days, if the same account does not bring the person back before */
                    exceptions_end_after_days?: number;
                    /** @description A change exceeds the limit if more than this percentage of the people lose access, or get an end or a sooner one, within 24 hours, and more than the number beside it */
                    removal_limit_percent?: number;
                    /** @description As many people may lose access, or get an end or a sooner one, within 24 hours, regardless of the share */
                    removal_limit_people?: number;
                    /** @description A change exceeds the limit if more than this percentage of the people gain access within 24 hours, and more than the number beside it */
                    addition_limit_percent?: number;
                    /** @description As many people may gain access within 24 hours, regardless of the share */
                    addition_limit_people?: number;
                    /** @description A change exceeds the limit if more than this percentage of the people change role within 24 hours, and more than the number beside it */
                    role_change_limit_percent?: number;
                    /** @description As many people may change role within 24 hours, regardless of the share */
                    role_change_limit_people?: number;
                    /** @description A source exceeds the limit if more than this percentage of its active accounts stop being active within 24 hours, and more than `account_limit_people` */
                    account_limit_percent?: number;
                    /** @description As many people may lose an active account of one source within 24 hours, regardless of the share */
                    account_limit_people?: number;
                    /** @description One source or one caller exceeds the limit if more than this percentage of the eligible people lose, gain or change access anywhere within 24 hours, and more than `overall_limit_people` */
                    overall_limit_percent?: number;
                    /** @description As many people may lose, gain or change access by one source or caller within 24 hours, regardless of the share */
                    overall_limit_people?: number;
                    /** @description As many people may one caller suspend, expire, deactivate, delete, link, unlink or give exceptions to within 24 hours; more need a plan */
                    named_people_limit?: number;
                    /** @description The most staged rules that a ruleset may have. A lower limit leaves existing ones in place */
                    draft_limit_per_ruleset?: number;
                    /** @description The most conditions that a rule may have. A lower limit leaves existing ones in place */
                    condition_limit_per_rule?: number;
                    /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
                    requires_second_approval?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicySettings"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    listRulesets: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of directory_attribute, codehost_group, codehost_project, suite_drive_doc, suite_drive_file, suite_drive_folder, suite_drive_deck, suite_drive_sheet, suite_identity_group, suite_workspace_drive, suite_workspace_group, idp_group, chat_public_channel, chat_private_channel, chat_group, separated by commas */
                "filter[type]"?: string;
                /** @description Any of unmanaged, monitored, managed, separated by commas */
                "filter[state]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[resource_id]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[dimension_id]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[integration_id]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                "filter[is_authoritative]"?: "true" | "false";
                "filter[is_sensitive]"?: "true" | "false";
                /** @description Any of referent_gone, self_service_key, separated by commas */
                "filter[finding]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[search]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: ("count" | "abilities")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CountedPolicyRuleset"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createRuleset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    resource_id: string;
                    /**
                     * @description Without it `unmanaged`: no one is moved yet
                     * @enum {string}
                     */
                    state?: "unmanaged" | "monitored" | "managed";
                    is_authoritative?: boolean;
                    expires_after_days?: number | null;
                    removal_limit_percent?: number | null;
                    removal_limit_people?: number | null;
                    addition_limit_percent?: number | null;
                    addition_limit_people?: number | null;
                    role_change_limit_percent?: number | null;
                    role_change_limit_people?: number | null;
                    /** @description More than two people who lose access, gain it or change role within 24 hours exceed the limit, regardless of the share */
                    is_sensitive?: boolean;
                    /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
                    requires_second_approval?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "unmanaged",
                     *       "type": "directory_attribute",
                     *       "resource_id": "dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "is_authoritative": false,
                     *       "expires_after_days": 7,
                     *       "expires_after_days_inherited": false,
                     *       "removal_limit_percent": 25,
                     *       "removal_limit_people": 5,
                     *       "addition_limit_percent": 50,
                     *       "addition_limit_people": 10,
                     *       "role_change_limit_percent": 25,
                     *       "role_change_limit_people": 5,
                     *       "is_sensitive": false,
                     *       "requires_second_approval": false,
                     *       "recalculating": false,
                     *       "findings": [
                     *         {
                     *           "kind": "referent_gone",
                     *           "rule_id": "porul_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *           "condition_id": "pocon_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *           "referent": {
                     *             "type": "directory_user",
                     *             "id": "drusr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *             "state": "deleted"
                     *           },
                     *           "message": "The rule names Ada Moreau, who is deactivated."
                     *         }
                     *       ],
                     *       "policy_resource": {
                     *         "id": "dratr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "state": "active",
                     *         "parent": "text",
                     *         "name": "Sales",
                     *         "handle": "sales",
                     *         "blueprint_signature": "9f86d081884c7d659a2feaa0c55ad015",
                     *         "profile_value": "Sales"
                     *       },
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "policy_resource": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "rules": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "manifest_users": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "qualified_users": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "staged_users": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "admins": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       },
                     *       "count": {
                     *         "rules": 3,
                     *         "staged_rules": 3,
                     *         "active_rules": 3,
                     *         "expiring_rules": 3,
                     *         "expired_rules": 3,
                     *         "deactivated_rules": 3,
                     *         "manifest_users": 3,
                     *         "expiring_users": 3,
                     *         "qualified_users": 3,
                     *         "held_users": 0,
                     *         "staged_users": 3
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DescribedPolicyRuleset"];
                };
            };
        };
    };
    describeRuleset: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: ("incidents" | "abilities")[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "unmanaged",
                     *       "type": "directory_attribute",
                     *       "resource_id": "dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "is_authoritative": false,
                     *       "expires_after_days": 7,
                     *       "expires_after_days_inherited": false,
                     *       "removal_limit_percent": 25,
                     *       "removal_limit_people": 5,
                     *       "addition_limit_percent": 50,
                     *       "addition_limit_people": 10,
                     *       "role_change_limit_percent": 25,
                     *       "role_change_limit_people": 5,
                     *       "is_sensitive": false,
                     *       "requires_second_approval": false,
                     *       "recalculating": false,
                     *       "findings": [
                     *         {
                     *           "kind": "referent_gone",
                     *           "rule_id": "porul_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *           "condition_id": "pocon_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *           "referent": {
                     *             "type": "directory_user",
                     *             "id": "drusr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *             "state": "deleted"
                     *           },
                     *           "message": "The rule names Ada Moreau, who is deactivated."
                     *         }
                     *       ],
                     *       "policy_resource": {
                     *         "id": "dratr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "state": "active",
                     *         "parent": "text",
                     *         "name": "Sales",
                     *         "handle": "sales",
                     *         "blueprint_signature": "9f86d081884c7d659a2feaa0c55ad015",
                     *         "profile_value": "Sales"
                     *       },
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "policy_resource": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "rules": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "manifest_users": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "qualified_users": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "staged_users": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "admins": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       },
                     *       "count": {
                     *         "rules": 3,
                     *         "staged_rules": 3,
                     *         "active_rules": 3,
                     *         "expiring_rules": 3,
                     *         "expired_rules": 3,
                     *         "deactivated_rules": 3,
                     *         "manifest_users": 3,
                     *         "expiring_users": 3,
                     *         "qualified_users": 3,
                     *         "held_users": 0,
                     *         "staged_users": 3
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DescribedPolicyRuleset"];
                };
            };
        };
    };
    updateRuleset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    state?: "unmanaged" | "monitored" | "managed";
                    is_authoritative?: boolean;
                    expires_after_days?: number | null;
                    removal_limit_percent?: number | null;
                    removal_limit_people?: number | null;
                    addition_limit_percent?: number | null;
                    addition_limit_people?: number | null;
                    role_change_limit_percent?: number | null;
                    role_change_limit_people?: number | null;
                    /** @description More than two people who lose access, gain it or change role within 24 hours exceed the limit, regardless of the share */
                    is_sensitive?: boolean;
                    /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
                    requires_second_approval?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "unmanaged",
                     *       "type": "directory_attribute",
                     *       "resource_id": "dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "is_authoritative": false,
                     *       "expires_after_days": 7,
                     *       "expires_after_days_inherited": false,
                     *       "removal_limit_percent": 25,
                     *       "removal_limit_people": 5,
                     *       "addition_limit_percent": 50,
                     *       "addition_limit_people": 10,
                     *       "role_change_limit_percent": 25,
                     *       "role_change_limit_people": 5,
                     *       "is_sensitive": false,
                     *       "requires_second_approval": false,
                     *       "recalculating": false,
                     *       "findings": [
                     *         {
                     *           "kind": "referent_gone",
                     *           "rule_id": "porul_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *           "condition_id": "pocon_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *           "referent": {
                     *             "type": "directory_user",
                     *             "id": "drusr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *             "state": "deleted"
                     *           },
                     *           "message": "The rule names Ada Moreau, who is deactivated."
                     *         }
                     *       ],
                     *       "policy_resource": {
                     *         "id": "dratr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "state": "active",
                     *         "parent": "text",
                     *         "name": "Sales",
                     *         "handle": "sales",
                     *         "blueprint_signature": "9f86d081884c7d659a2feaa0c55ad015",
                     *         "profile_value": "Sales"
                     *       },
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "policy_resource": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "rules": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "manifest_users": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "qualified_users": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "staged_users": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "admins": "https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       },
                     *       "count": {
                     *         "rules": 3,
                     *         "staged_rules": 3,
                     *         "active_rules": 3,
                     *         "expiring_rules": 3,
                     *         "expired_rules": 3,
                     *         "deactivated_rules": 3,
                     *         "manifest_users": 3,
                     *         "expiring_users": 3,
                     *         "qualified_users": 3,
                     *         "held_users": 0,
                     *         "staged_users": 3
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DescribedPolicyRuleset"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    listRulesOfRuleset: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these handles of roles, separated by commas. To find a text that has a comma, send it alone */
                "filter[role_handle]"?: string;
                /** @description Any of these keys, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[key]"?: string;
                "filter[is_exception]"?: "true" | "false";
                "filter[is_imported]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description Any of referent_gone, self_service_key, separated by commas */
                "filter[finding]"?: string;
                sort?: "admission" | "-admission" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: ("count" | "abilities")[];
            };
            header?: never;
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CountedPolicyRule"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A role of that type of resource: GET /policy/roles lists them */
                    role: string;
                    description?: string | null;
                    reason?: string | null;
                    /** @description The lowest admits */
                    priority?: number;
                    expires_at?: string | null;
                    expires_after_days?: number | null;
                    /** @description Says that a rule of negative conditions alone is meant so */
                    everyone_else?: boolean;
                    key?: string | null;
                    conditions?: {
                        /**
                         * @description `attribute` asks whether a person qualifies for an attribute, `entitled_to` whether they qualify for a rule in force of a vendor’s resource (grace does not count), `identity` what an identity’s profile holds, the others who a person is or reports to
                         * @enum {string}
                         */
                        type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
                        resource_id?: string | null;
                        profile_key?: string | null;
                        profile_operator?: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
                        profile_value?: string | null;
                        /** @description For `not_equals`, `not_in` and `not_contains`: the condition also holds where the key is absent, if the person has an account there */
                        or_absent?: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedPolicyRule"];
                };
            };
        };
    };
    listExceptionsOfRuleset: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these handles of roles, separated by commas. To find a text that has a comma, send it alone */
                "filter[role_handle]"?: string;
                /** @description Any of these keys, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[key]"?: string;
                "filter[is_exception]"?: "true" | "false";
                "filter[is_imported]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activates_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description Any of referent_gone, self_service_key, separated by commas */
                "filter[finding]"?: string;
                sort?: "admission" | "-admission" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: ("count" | "abilities")[];
            };
            header?: never;
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CountedPolicyRule"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createException: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    user_id: string;
                    /** @description A role of that type of resource: GET /policy/roles lists them */
                    role?: string;
                    /** @description ISO 8601 date and time with an offset */
                    expires_at: string;
                    reason: string;
                    /** @description The lowest admits */
                    priority?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedPolicyRule"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    listManifestUsers: {
        parameters: {
            query?: {
                /** @description Any of active, expiring, separated by commas */
                "filter[state]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[rule_id]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[user_id]"?: string;
                /** @description Any of these handles of roles, separated by commas. To find a text that has a comma, send it alone */
                "filter[role_handle]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[activated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; fewer are the beginning of full name, last name, e-mail address or username */
                "filter[search]"?: string;
                sort?: "full_name" | "-full_name" | "activated_at" | "-activated_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description An instant that has passed: what was so then. Without it, what is so now */
                at?: string;
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedPolicyUser"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    compareManifest: {
        parameters: {
            query: {
                /** @description Any of only_here, only_there, differs, separated by commas */
                "filter[kind]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[user_id]"?: string;
                /** @description Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; fewer are the beginning of full name, last name, e-mail address or username */
                "filter[search]"?: string;
                sort?: "full_name" | "-full_name";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description An instant that has passed */
                at: string;
                /** @description A later one that has passed; without it, now */
                until?: string;
                /** @description `abilities`: what the caller may do with each record */
                include?: ("counts" | "abilities")[];
            };
            header?: never;
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ManifestDifference"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                        /** @description With `include=counts`: how many there are of each, regardless of the filters */
                        count?: {
                            only_here: number;
                            only_there: number;
                            differs: number;
                            same: number;
                        };
                    };
                };
            };
        };
    };
    listQualifiedUsers: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, suspended, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[manager_id]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[rule_id]"?: string;
                /** @description Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; fewer are the beginning of full name, last name, e-mail address or username */
                "filter[search]"?: string;
                sort?: "full_name" | "-full_name";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RulesetPerson"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    listStagedUsers: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, suspended, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[manager_id]"?: string;
                /** @description Blind to case and accents. From three letters or digits on they may be anywhere in full name, e-mail address or username; fewer are the beginning of full name, last name, e-mail address or username */
                "filter[search]"?: string;
                sort?: "full_name" | "-full_name";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RulesetPerson"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    previewRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    conditions: {
                        /**
                         * @description `attribute` asks whether a person qualifies for an attribute, `entitled_to` whether they qualify for a rule in force of a vendor’s resource (grace does not count), `identity` what an identity’s profile holds, the others who a person is or reports to
                         * @enum {string}
                         */
                        type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
                        resource_id?: string | null;
                        profile_key?: string | null;
                        profile_operator?: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
                        profile_value?: string | null;
                        /** @description For `not_equals`, `not_in` and `not_contains`: the condition also holds where the key is absent, if the person has an account there */
                        or_absent?: boolean;
                    }[];
                    rule_id?: string | null;
                    user_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyRulePreview"];
                };
            };
        };
    };
    listRulesetAdmins: {
        parameters: {
            query?: {
                /** @description Any of audit, create, activate, admin, separated by commas */
                "filter[role]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[workspace_user_id]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicyRulesetAdmin"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    addRulesetAdmin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    user_id: string;
                    /**
                     * @description `audit` sees the ruleset and its rules; `create` drafts rules too; `activate` puts them in force and ends them too; `admin` administers the ruleset and its admins too
                     * @enum {string}
                     */
                    role: "audit" | "create" | "activate" | "admin";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyRulesetAdmin"];
                };
            };
        };
    };
    describeRulesetAdmin: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyRulesetAdmin"];
                };
            };
        };
    };
    removeRulesetAdmin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRulesetAdmin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `audit` sees the ruleset and its rules; `create` drafts rules too; `activate` puts them in force and ends them too; `admin` administers the ruleset and its admins too
                     * @enum {string}
                     */
                    role: "audit" | "create" | "activate" | "admin";
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyRulesetAdmin"];
                };
            };
        };
    };
    describeRule: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedPolicyRule"];
                };
            };
        };
    };
    deleteRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A role of that type of resource: GET /policy/roles lists them */
                    role?: string;
                    description?: string | null;
                    reason?: string | null;
                    /** @description The lowest admits */
                    priority?: number;
                    expires_at?: string | null;
                    expires_after_days?: number | null;
                    /** @description Says that a rule of negative conditions alone is meant so */
                    everyone_else?: boolean;
                    key?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedPolicyRule"];
                };
            };
        };
    };
    activateRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    replaces?: string | null;
                    at?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedPolicyRule"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    deprecateRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description ISO 8601 date and time with an offset */
                    at?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedPolicyRule"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    deactivateRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedPolicyRule"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    duplicateRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedPolicyRule"];
                };
            };
        };
    };
    listConditionsOfRule: {
        parameters: {
            query?: {
                /** @description Any of attribute, identity, user, direct_reports_of, all_reports_of, entitled_to, separated by commas */
                "filter[type]"?: string;
                /** @description Any of these keys of profiles, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[profile_key]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedPolicyCondition"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createPolicyCondition: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "attribute",
                 *       "resource_id": "dratr_01kaf7m2t4e8j9p3q5r7s9v1wx"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `attribute` asks whether a person qualifies for an attribute, `entitled_to` whether they qualify for a rule in force of a vendor’s resource (grace does not count), `identity` what an identity’s profile holds, the others who a person is or reports to
                     * @enum {string}
                     */
                    type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
                    resource_id?: string | null;
                    profile_key?: string | null;
                    profile_operator?: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
                    profile_value?: string | null;
                    /** @description For `not_equals`, `not_in` and `not_contains`: the condition also holds where the key is absent, if the person has an account there */
                    or_absent?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pocon_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "is_imported": false,
                     *       "type": "attribute",
                     *       "ruleset_id": "poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "rule_id": "porul_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "resource_id": "drusr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "profile_key": "department",
                     *       "profile_operator": "equals",
                     *       "profile_value": "Sales",
                     *       "description": "department equals Sales",
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/policy/conditions/pocon_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "policy_rule": "https://muster.example/api/v1/policy/conditions/pocon_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "policy_ruleset": "https://muster.example/api/v1/policy/conditions/pocon_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ListedPolicyCondition"];
                };
            };
        };
    };
    describePolicyCondition: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the policy condition. */
                condition: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pocon_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "is_imported": false,
                     *       "type": "attribute",
                     *       "ruleset_id": "poset_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "rule_id": "porul_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "resource_id": "drusr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "profile_key": "department",
                     *       "profile_operator": "equals",
                     *       "profile_value": "Sales",
                     *       "description": "department equals Sales",
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/policy/conditions/pocon_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "policy_rule": "https://muster.example/api/v1/policy/conditions/pocon_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "policy_ruleset": "https://muster.example/api/v1/policy/conditions/pocon_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ListedPolicyCondition"];
                };
            };
        };
    };
    deletePolicyCondition: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the policy condition. */
                condition: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSuggestedKeys: {
        parameters: {
            query?: {
                /** @description Only what contains it, blind to case and accents; first what begins with it */
                q?: string;
                /** @description The integration whose accounts are read */
                integration?: string;
                /** @description 1 to 50, by default 20 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            key: string;
                            integration: {
                                id: string;
                                handle: string;
                                is_primary: boolean;
                            };
                            /** @description People can write the value themselves at the vendor: a rule on it lets in everyone who writes it */
                            is_self_service: boolean;
                            /** @description Undeleted people with an account that has the key */
                            people: number;
                            /** @description When people were counted: at most a minute ago */
                            counted_at: string;
                        }[];
                    };
                };
            };
        };
    };
    listSuggestedValues: {
        parameters: {
            query: {
                /** @description The profile key */
                key: string;
                /** @description Only what contains it, blind to case and accents; first what begins with it */
                q?: string;
                /** @description The integration whose accounts are read */
                integration?: string;
                /** @description 1 to 50, by default 20 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                        integration_id: string;
                        data: {
                            value: string;
                            /** @description Undeleted people with an account that has the value */
                            people: number;
                        }[];
                        is_capped: boolean;
                        /** @description When people were counted: at most a minute ago */
                        counted_at: string;
                    };
                };
            };
        };
    };
    describePolicyUser: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the policy user. */
                policy_user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedPolicyUser"];
                };
            };
        };
    };
    checkAccess: {
        parameters: {
            query: {
                user: string;
                resource: string;
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedAccess"];
                };
            };
        };
    };
    checkAccessOfMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pairs: {
                        user_id: string;
                        resource_id: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedAccessOfMany"];
                };
            };
        };
    };
    exportPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Those of the folder */
                    files?: {
                        /** @description Its name in the folder, with `/`: errors are reported under it */
                        path: string;
                        /** @description YAML, as `muster policy export` writes it */
                        text: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        files: {
                            /** @description Its name in the folder, with `/`: errors are reported under it */
                            path: string;
                            /** @description YAML, as `muster policy export` writes it */
                            text: string;
                        }[];
                    };
                };
            };
        };
    };
    testPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    files: {
                        /** @description Its name in the folder, with `/`: errors are reported under it */
                        path: string;
                        /** @description YAML, as `muster policy export` writes it */
                        text: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyTestReport"];
                };
            };
        };
    };
    listPlans: {
        parameters: {
            query?: {
                /** @description Any of change, job, incident, separated by commas */
                "filter[kind]"?: string;
                /** @description Any of planning, ready, applying, applied, failed, stale, expired, separated by commas */
                "filter[state]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[author_id]"?: string;
                /** @description Exceeds a limit when it was planned */
                "filter[exceeds_limits]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[ruleset_id]"?: string;
                sort?: "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedPolicyPlan"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Or `files` */
                    operations?: ({
                        /** @constant */
                        op: "create_rule";
                        /** @description A name for the new record; later operations of the plan write `$name` for its id */
                        ref?: string;
                        ruleset_id: string;
                        /** @description A role of that type of resource: GET /policy/roles lists them */
                        role: string;
                        description?: string | null;
                        reason?: string | null;
                        /** @description The lowest admits */
                        priority?: number;
                        expires_at?: string | null;
                        expires_after_days?: number | null;
                        /** @description Says that a rule of negative conditions alone is meant so */
                        everyone_else?: boolean;
                        key?: string | null;
                        conditions?: {
                            /**
                             * @description `attribute` asks whether a person qualifies for an attribute, `entitled_to` whether they qualify for a rule in force of a vendor’s resource (grace does not count), `identity` what an identity’s profile holds, the others who a person is or reports to
                             * @enum {string}
                             */
                            type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
                            resource_id?: string | null;
                            profile_key?: string | null;
                            profile_operator?: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
                            profile_value?: string | null;
                            /** @description For `not_equals`, `not_in` and `not_contains`: the condition also holds where the key is absent, if the person has an account there */
                            or_absent?: boolean;
                        }[];
                    } | {
                        /** @constant */
                        op: "change_rule";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        rule_id: string;
                        /** @description A role of that type of resource: GET /policy/roles lists them */
                        role?: string;
                        description?: string | null;
                        reason?: string | null;
                        /** @description The lowest admits */
                        priority?: number;
                        expires_at?: string | null;
                        expires_after_days?: number | null;
                        /** @description Says that a rule of negative conditions alone is meant so */
                        everyone_else?: boolean;
                        key?: string | null;
                    } | {
                        /** @constant */
                        op: "delete_rule";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        rule_id: string;
                    } | {
                        /** @constant */
                        op: "activate_rule";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        rule_id: string;
                        replaces?: string | null;
                        at?: string | null;
                    } | {
                        /** @constant */
                        op: "deprecate_rule";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        rule_id: string;
                        /** @description ISO 8601 date and time with an offset */
                        at?: string;
                    } | {
                        /** @constant */
                        op: "deactivate_rule";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        rule_id: string;
                    } | {
                        /** @constant */
                        op: "duplicate_rule";
                        /** @description A name for the new record; later operations of the plan write `$name` for its id */
                        ref?: string;
                        rule_id: string;
                    } | {
                        /** @constant */
                        op: "create_exception";
                        /** @description A name for the new record; later operations of the plan write `$name` for its id */
                        ref?: string;
                        ruleset_id: string;
                        user_id: string;
                        /** @description A role of that type of resource: GET /policy/roles lists them */
                        role?: string;
                        /** @description ISO 8601 date and time with an offset */
                        expires_at: string;
                        reason: string;
                        /** @description The lowest admits */
                        priority?: number;
                    } | {
                        /** @constant */
                        op: "add_condition";
                        /** @description A name for the new record; later operations of the plan write `$name` for its id */
                        ref?: string;
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        rule_id: string;
                        /**
                         * @description `attribute` asks whether a person qualifies for an attribute, `entitled_to` whether they qualify for a rule in force of a vendor’s resource (grace does not count), `identity` what an identity’s profile holds, the others who a person is or reports to
                         * @enum {string}
                         */
                        type: "attribute" | "identity" | "user" | "direct_reports_of" | "all_reports_of" | "entitled_to";
                        resource_id?: string | null;
                        profile_key?: string | null;
                        profile_operator?: ("equals" | "not_equals" | "in" | "not_in" | "contains" | "not_contains" | "starts_with" | "ends_with" | "matches" | "exists" | "not_exists" | "greater_than" | "less_than") | null;
                        profile_value?: string | null;
                        /** @description For `not_equals`, `not_in` and `not_contains`: the condition also holds where the key is absent, if the person has an account there */
                        or_absent?: boolean;
                    } | {
                        /** @constant */
                        op: "remove_condition";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        condition_id: string;
                    } | {
                        /** @constant */
                        op: "create_ruleset";
                        /** @description A name for the new record; later operations of the plan write `$name` for its id */
                        ref?: string;
                        resource_id: string;
                        /**
                         * @description Without it `unmanaged`: no one is moved yet
                         * @enum {string}
                         */
                        state?: "unmanaged" | "monitored" | "managed";
                        is_authoritative?: boolean;
                        expires_after_days?: number | null;
                        removal_limit_percent?: number | null;
                        removal_limit_people?: number | null;
                        addition_limit_percent?: number | null;
                        addition_limit_people?: number | null;
                        role_change_limit_percent?: number | null;
                        role_change_limit_people?: number | null;
                        /** @description More than two people who lose access, gain it or change role within 24 hours exceed the limit, regardless of the share */
                        is_sensitive?: boolean;
                        /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
                        requires_second_approval?: boolean;
                    } | {
                        /** @constant */
                        op: "change_ruleset";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        ruleset_id: string;
                        /** @enum {string} */
                        state?: "unmanaged" | "monitored" | "managed";
                        is_authoritative?: boolean;
                        expires_after_days?: number | null;
                        removal_limit_percent?: number | null;
                        removal_limit_people?: number | null;
                        addition_limit_percent?: number | null;
                        addition_limit_people?: number | null;
                        role_change_limit_percent?: number | null;
                        role_change_limit_people?: number | null;
                        /** @description More than two people who lose access, gain it or change role within 24 hours exceed the limit, regardless of the share */
                        is_sensitive?: boolean;
                        /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
                        requires_second_approval?: boolean;
                    } | {
                        /** @constant */
                        op: "set_ruleset_admin";
                        ruleset_id: string;
                        user_id: string;
                        /**
                         * @description `audit` sees the ruleset and its rules; `create` drafts rules too; `activate` puts them in force and ends them too; `admin` administers the ruleset and its admins too
                         * @enum {string}
                         */
                        role: "audit" | "create" | "activate" | "admin";
                    } | {
                        /** @constant */
                        op: "remove_ruleset_admin";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        ruleset_id: string;
                        user_id: string;
                    } | {
                        /** @constant */
                        op: "create_dimension";
                        /** @description A name for the new record; later operations of the plan write `$name` for its id */
                        ref?: string;
                        /** @description The key of its values in a person’s `org`. It stays */
                        handle: string;
                        integration_id?: string;
                        profile_key: string;
                        name: string;
                        /** @description Every value that identities hold becomes an attribute */
                        attributes_enabled?: boolean;
                        expires_after_days?: number | null;
                    } | {
                        /** @constant */
                        op: "change_dimension";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        dimension_id: string;
                        name?: string;
                        /** @description Every value that identities hold becomes an attribute */
                        attributes_enabled?: boolean;
                        expires_after_days?: number | null;
                    } | {
                        /** @constant */
                        op: "activate_dimension";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        dimension_id: string;
                    } | {
                        /** @constant */
                        op: "deactivate_dimension";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        dimension_id: string;
                    } | {
                        /** @constant */
                        op: "create_attribute";
                        /** @description A name for the new record; later operations of the plan write `$name` for its id */
                        ref?: string;
                        dimension_id: string;
                        profile_value: string;
                        name?: string;
                    } | {
                        /** @constant */
                        op: "change_attribute";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        attribute_id: string;
                        profile_value?: string;
                        name?: string;
                    } | {
                        /** @constant */
                        op: "activate_attribute";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        attribute_id: string;
                    } | {
                        /** @constant */
                        op: "deactivate_attribute";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        attribute_id: string;
                    } | {
                        /** @constant */
                        op: "change_settings";
                        /** @description The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, also when the plan is applied */
                        if_match?: string;
                        expires_after_days?: number;
                        /** @description Rules that name a person rest while the person is expired or deactivated, and end after so many days, if the same account does not bring the person back before */
                        exceptions_end_after_days?: number;
                        /** @description A change exceeds the limit if more than this percentage of the people lose access, or get an end or a sooner one, within 24 hours, and more than the number beside it */
                        removal_limit_percent?: number;
                        /** @description As many people may lose access, or get an end or a sooner one, within 24 hours, regardless of the share */
                        removal_limit_people?: number;
                        /** @description A change exceeds the limit if more than this percentage of the people gain access within 24 hours, and more than the number beside it */
                        addition_limit_percent?: number;
                        /** @description As many people may gain access within 24 hours, regardless of the share */
                        addition_limit_people?: number;
                        /** @description A change exceeds the limit if more than this percentage of the people change role within 24 hours, and more than the number beside it */
                        role_change_limit_percent?: number;
                        /** @description As many people may change role within 24 hours, regardless of the share */
                        role_change_limit_people?: number;
                        /** @description A source exceeds the limit if more than this percentage of its active accounts stop being active within 24 hours, and more than `account_limit_people` */
                        account_limit_percent?: number;
                        /** @description As many people may lose an active account of one source within 24 hours, regardless of the share */
                        account_limit_people?: number;
                        /** @description One source or one caller exceeds the limit if more than this percentage of the eligible people lose, gain or change access anywhere within 24 hours, and more than `overall_limit_people` */
                        overall_limit_percent?: number;
                        /** @description As many people may lose, gain or change access by one source or caller within 24 hours, regardless of the share */
                        overall_limit_people?: number;
                        /** @description As many people may one caller suspend, expire, deactivate, delete, link, unlink or give exceptions to within 24 hours; more need a plan */
                        named_people_limit?: number;
                        /** @description The most staged rules that a ruleset may have. A lower limit leaves existing ones in place */
                        draft_limit_per_ruleset?: number;
                        /** @description The most conditions that a rule may have. A lower limit leaves existing ones in place */
                        condition_limit_per_rule?: number;
                        /** @description What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves */
                        requires_second_approval?: boolean;
                    })[];
                    /** @description The files of a policy folder, instead of `operations` */
                    files?: {
                        /** @description Its name in the folder, with `/`: errors are reported under it */
                        path: string;
                        /** @description YAML, as `muster policy export` writes it */
                        text: string;
                    }[];
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    approvePlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy plan. */
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    revertPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy plan. */
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    putBackRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy rule. */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    listRuleVersions: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, deactivated, separated by commas */
                "filter[state]"?: string;
                sort?: "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the policy ruleset. */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicyRuleVersion"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describePlan: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the policy plan. */
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    listPlanEffects: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[ruleset_id]"?: string;
                /** @description Any of added, removed, role_changed, grace_started, grace_ended, end_changed, separated by commas */
                "filter[kind]"?: string;
                /** @description Anywhere in full name, e-mail address or username, blind to case and accents */
                "filter[search]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[user_id]"?: string;
                sort?: "position" | "-position";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the policy plan. */
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicyPlanEffect"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    applyPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy plan. */
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of open, closed, separated by commas */
                "filter[state]"?: string;
                /** @description Any of approved, rejected, released, applied, separated by commas */
                "filter[closed_as]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[integration_id]"?: string;
                /** @description The end of an account was rejected through it, and its source still says so */
                "filter[has_rejected_account_ends]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[opened_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[opened_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[closed_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[closed_before]"?: string;
                sort?: "opened_at" | "-opened_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedPolicyIncident"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describeIncident: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the policy incident. */
                incident: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyIncident"];
                };
            };
        };
    };
    describeIncidentChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the policy incident. */
                incident: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyIncidentChanges"];
                };
            };
        };
    };
    listIncidentEffects: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[ruleset_id]"?: string;
                /** @description Any of added, removed, role_changed, grace_started, grace_ended, end_changed, separated by commas */
                "filter[kind]"?: string;
                /** @description Anywhere in full name, e-mail address or username, blind to case and accents */
                "filter[search]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[user]"?: string;
                sort?: "position" | "-position";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the policy incident. */
                incident: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicyPlanEffect"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                            /**
                             * @description `none`: nothing is held of these people. `failed`: `failure` says why
                             * @enum {string}
                             */
                            state: "planning" | "ready" | "failed" | "none";
                            failure: string | null;
                            digest: string | null;
                            totals: {
                                people: number;
                                added: number;
                                removed: number;
                                role_changed: number;
                                grace_started: number;
                                grace_ended: number;
                                end_changed: number;
                            } | null;
                        };
                    };
                };
            };
        };
    };
    approveIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy incident. */
                incident: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Some of the people; without it everyone that the incident holds */
                    users?: string[];
                    /** @description Of the effect for just these people, as it was shown */
                    digest: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyIncident"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    rejectIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the policy incident. */
                incident: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Some of the people; without it everyone that the incident holds */
                    users?: string[];
                    /** @description Of the effect for just these people, as it was shown */
                    digest: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyIncident"];
                };
            };
        };
    };
    describeWorkspaceSummary: {
        parameters: {
            query?: {
                /** @description The IANA name of the zone in which `days` begin and end; by default `UTC` */
                time_zone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceSummary"];
                };
            };
        };
    };
    searchWorkspace: {
        parameters: {
            query: {
                /** @description At least one character */
                q: string;
                /** @description How many of each kind: 1 to 20, by default 8 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceSearch"];
                };
            };
        };
    };
    listNames: {
        parameters: {
            query: {
                /** @description Up to 100 ids of any kinds, separated by commas */
                ids: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordNames"];
                };
            };
        };
    };
    listWorkspaceUsers: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these issuers, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[provider]"?: string;
                /** @description Any of these ids at the issuer, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[provider_id]"?: string;
                /** @description Any of these handles, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of these addresses, to the letter, separated by commas. To find a text that has a comma, send it alone */
                "filter[email]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[directory_user_id]"?: string;
                /** @description Any of these roles, by name, separated by commas. To find a text that has a comma, send it alone */
                "filter[role]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                            /** @description The issuer that they sign in with */
                            provider: string;
                            /** @description Who they are there */
                            provider_id: string;
                            name: string;
                            handle: string | null;
                            email: string | null;
                            directory_user_id: string | null;
                            roles: string[];
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                updated_at: string;
                                expires_at: string | null;
                            };
                            links: {
                                self: string;
                                directory_user: string | null;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createWorkspaceUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    provider: string;
                    provider_id: string;
                    name: string;
                    handle?: string;
                    email?: string;
                    directory_user_id?: string | null;
                    /**
                     * @default active
                     * @enum {string}
                     */
                    state?: "staged" | "active";
                    expires_at?: string | null;
                    roles?: string[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        /** @description The issuer that they sign in with */
                        provider: string;
                        /** @description Who they are there */
                        provider_id: string;
                        name: string;
                        handle: string | null;
                        email: string | null;
                        directory_user_id: string | null;
                        roles: string[];
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                        };
                        links: {
                            self: string;
                            directory_user: string | null;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    describeWorkspaceUser: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        /** @description The issuer that they sign in with */
                        provider: string;
                        /** @description Who they are there */
                        provider_id: string;
                        name: string;
                        handle: string | null;
                        email: string | null;
                        directory_user_id: string | null;
                        roles: string[];
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                        };
                        links: {
                            self: string;
                            directory_user: string | null;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    updateWorkspaceUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    directory_user_id?: string | null;
                    expires_at?: string | null;
                    roles?: string[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        /** @description The issuer that they sign in with */
                        provider: string;
                        /** @description Who they are there */
                        provider_id: string;
                        name: string;
                        handle: string | null;
                        email: string | null;
                        directory_user_id: string | null;
                        roles: string[];
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                        };
                        links: {
                            self: string;
                            directory_user: string | null;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    deactivateWorkspaceUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        /** @description The issuer that they sign in with */
                        provider: string;
                        /** @description Who they are there */
                        provider_id: string;
                        name: string;
                        handle: string | null;
                        email: string | null;
                        directory_user_id: string | null;
                        roles: string[];
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                        };
                        links: {
                            self: string;
                            directory_user: string | null;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    restoreWorkspaceUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        /** @description The issuer that they sign in with */
                        provider: string;
                        /** @description Who they are there */
                        provider_id: string;
                        name: string;
                        handle: string | null;
                        email: string | null;
                        directory_user_id: string | null;
                        roles: string[];
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                        };
                        links: {
                            self: string;
                            directory_user: string | null;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    listWorkspaceUserTokens: {
        parameters: {
            query?: {
                /** @description Any of active, expired, revoked, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these scopes, to the letter: tokens with any of them, separated by commas. To find a text that has a comma, send it alone */
                "filter[scope]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_before]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at" | "expires_at" | "-expires_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            state: "active" | "expired" | "revoked";
                            name: string;
                            /** @enum {string} */
                            owner_type: "user" | "service";
                            owner_id: string;
                            parent_token_id: string | null;
                            /** @description Names or patterns. For a token of a service: names, fixed when it was issued; there may be none */
                            scopes: string[];
                            issued_by: {
                                /** @enum {string} */
                                type: "user" | "service";
                                id: string;
                                name: string | null;
                                admin_role: ("admin" | "audit" | "permission" | "token") | null;
                                is_admin: boolean | null;
                            } | null;
                            last_used_address: string | null;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                expires_at: string;
                                last_used_at: string | null;
                                revoked_at: string | null;
                            };
                            links: {
                                /** @description The service or the workspace user that it belongs to */
                                owner: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    revokeWorkspaceUserTokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    describeWorkspaceUserToken: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
                /** @description The id of the token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        name: string;
                        /** @enum {string} */
                        owner_type: "user" | "service";
                        owner_id: string;
                        parent_token_id: string | null;
                        /** @description Names or patterns. For a token of a service: names, fixed when it was issued; there may be none */
                        scopes: string[];
                        issued_by: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                            name: string | null;
                            admin_role: ("admin" | "audit" | "permission" | "token") | null;
                            is_admin: boolean | null;
                        } | null;
                        last_used_address: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            expires_at: string;
                            last_used_at: string | null;
                            revoked_at: string | null;
                        };
                        links: {
                            /** @description The service or the workspace user that it belongs to */
                            owner: string;
                        };
                        /** @description The permissions that requests with it needed, or showed more because of, since Muster notes uses; the last one first, to the hour */
                        used_permissions: {
                            permission: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            last_used_at: string;
                        }[];
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    revokeWorkspaceUserToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
                /** @description The id of the token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWorkspaceUserSessions: {
        parameters: {
            query?: {
                /** @description Any of active, expired, revoked, separated by commas */
                "filter[state]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_before]"?: string;
                sort?: "created_at" | "-created_at" | "expires_at" | "-expires_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            state: "active" | "expired" | "revoked";
                            /** @description True for the one that this request came with */
                            is_current: boolean;
                            user_agent: string | null;
                            opened_by: {
                                /** @enum {string} */
                                type: "user" | "service";
                                id: string;
                                name: string | null;
                            } | null;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                expires_at: string;
                                last_used_at: string | null;
                                revoked_at: string | null;
                            };
                            links: {
                                workspace_user: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    endWorkspaceUserSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    describeWorkspaceUserSession: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
                /** @description The id of the session. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        /** @description True for the one that this request came with */
                        is_current: boolean;
                        user_agent: string | null;
                        opened_by: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                            name: string | null;
                        } | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            expires_at: string;
                            last_used_at: string | null;
                            revoked_at: string | null;
                        };
                        links: {
                            workspace_user: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    endWorkspaceUserSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
                /** @description The id of the session. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWorkspaceUserSignInLinks: {
        parameters: {
            query?: {
                /** @description Any of active, used, expired, separated by commas */
                "filter[state]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[used_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[used_before]"?: string;
                sort?: "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description `expired` also if it was ended
                             * @enum {string}
                             */
                            state: "active" | "used" | "expired";
                            issued_by: {
                                /** @enum {string} */
                                type: "user" | "service";
                                id: string;
                                name: string | null;
                            } | null;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                expires_at: string;
                                used_at: string | null;
                            };
                            links: {
                                workspace_user: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    endWorkspaceUserSignInLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listServices: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of staged, active, expiring, expired, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of service, agent, separated by commas */
                "filter[kind]"?: string;
                /** @description Any of production, staging, test, development, separated by commas */
                "filter[environment]"?: string;
                /** @description Any of these handles, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[sponsor_id]"?: string;
                /** @description Those that nobody answers for, or someone does */
                "filter[unsponsored]"?: "true" | "false";
                /** @description Those that nobody has confirmed in time, or someone has */
                "filter[unconfirmed]"?: "true" | "false";
                /** @description Those without (or with) an admin who is an active person */
                "filter[unattended]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[confirm_by_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[confirm_by_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_before]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                            name: string;
                            /** @description Unique among services that are not deleted */
                            handle: string;
                            description: string;
                            /**
                             * @description `agent` for an AI agent, which lists tell apart by it
                             * @enum {string}
                             */
                            kind: "service" | "agent";
                            environment: ("production" | "staging" | "test" | "development") | null;
                            /** @description What those who look after it should know */
                            notes: string;
                            allowed_networks: string[] | null;
                            /** @description Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own */
                            workload_identities: {
                                /** @description The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS */
                                issuer: string;
                                /** @description What `aud` of its tokens contains */
                                audience: string;
                                /** @description The `sub` of its tokens; each `*` stands for any characters */
                                subject: string;
                                /** @description Names of permissions that the service held when this was set */
                                scopes: string[];
                                /** @description Who trusts it. It leads what the job does */
                                set_by: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                set_at: string;
                            }[];
                            last_used_address: string | null;
                            /** @description True when none of its admins is an active person */
                            is_unattended: boolean;
                            /** @description The directory user who answers for it */
                            sponsor: {
                                id: string;
                                name: string | null;
                            } | null;
                            /** @description Who answers for it while the sponsor is suspended: the nearest active manager above */
                            represented_by: {
                                id: string;
                                name: string | null;
                            } | null;
                            /** @description True when nobody has confirmed in time that it is still needed */
                            is_unconfirmed: boolean;
                            /** @description True when nobody answers for it: it has no sponsor, or nobody who represents them */
                            is_unsponsored: boolean;
                            /** @description Of a service without a sponsor: the active admin who has been one longest, as a directory user */
                            suggested_sponsor: {
                                id: string;
                                name: string | null;
                            } | null;
                            /** @description How often its sponsor confirms that it is still needed */
                            confirm_every_days: number;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                updated_at: string;
                                expires_at: string | null;
                                last_used_at: string | null;
                                /** @description When someone last confirmed that it is still needed */
                                confirmed_at: string;
                                /** @description Until when someone has to confirm it again; 30 days after that the service gets an end */
                                confirm_by: string;
                                deleted_at: string | null;
                            };
                            links: {
                                self: string;
                                admins: string;
                                tokens: string;
                                permissions: string;
                                logs: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Unique among services that are not deleted */
                    handle: string;
                    description?: string;
                    /**
                     * @description `agent` for an AI agent, which lists tell apart by it
                     * @default service
                     * @enum {string}
                     */
                    kind?: "service" | "agent";
                    environment?: ("production" | "staging" | "test" | "development") | null;
                    /** @description What those who look after it should know */
                    notes?: string;
                    allowed_networks?: string[] | null;
                    sponsor_id?: string;
                    /** @description How often its sponsor confirms that it is still needed */
                    confirm_every_days?: number;
                    /**
                     * @default active
                     * @enum {string}
                     */
                    state?: "staged" | "active";
                    expires_at?: string | null;
                    admin_user_id?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        name: string;
                        /** @description Unique among services that are not deleted */
                        handle: string;
                        description: string;
                        /**
                         * @description `agent` for an AI agent, which lists tell apart by it
                         * @enum {string}
                         */
                        kind: "service" | "agent";
                        environment: ("production" | "staging" | "test" | "development") | null;
                        /** @description What those who look after it should know */
                        notes: string;
                        allowed_networks: string[] | null;
                        /** @description Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own */
                        workload_identities: {
                            /** @description The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS */
                            issuer: string;
                            /** @description What `aud` of its tokens contains */
                            audience: string;
                            /** @description The `sub` of its tokens; each `*` stands for any characters */
                            subject: string;
                            /** @description Names of permissions that the service held when this was set */
                            scopes: string[];
                            /** @description Who trusts it. It leads what the job does */
                            set_by: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            set_at: string;
                        }[];
                        last_used_address: string | null;
                        /** @description True when none of its admins is an active person */
                        is_unattended: boolean;
                        /** @description The directory user who answers for it */
                        sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description Who answers for it while the sponsor is suspended: the nearest active manager above */
                        represented_by: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description True when nobody has confirmed in time that it is still needed */
                        is_unconfirmed: boolean;
                        /** @description True when nobody answers for it: it has no sponsor, or nobody who represents them */
                        is_unsponsored: boolean;
                        /** @description Of a service without a sponsor: the active admin who has been one longest, as a directory user */
                        suggested_sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description How often its sponsor confirms that it is still needed */
                        confirm_every_days: number;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                            last_used_at: string | null;
                            /** @description When someone last confirmed that it is still needed */
                            confirmed_at: string;
                            /** @description Until when someone has to confirm it again; 30 days after that the service gets an end */
                            confirm_by: string;
                            deleted_at: string | null;
                        };
                        links: {
                            self: string;
                            admins: string;
                            tokens: string;
                            permissions: string;
                            logs: string;
                        };
                        count: {
                            service_admins: number;
                            permissions: number;
                            /** @description Not expired and not revoked */
                            tokens: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    describeService: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        name: string;
                        /** @description Unique among services that are not deleted */
                        handle: string;
                        description: string;
                        /**
                         * @description `agent` for an AI agent, which lists tell apart by it
                         * @enum {string}
                         */
                        kind: "service" | "agent";
                        environment: ("production" | "staging" | "test" | "development") | null;
                        /** @description What those who look after it should know */
                        notes: string;
                        allowed_networks: string[] | null;
                        /** @description Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own */
                        workload_identities: {
                            /** @description The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS */
                            issuer: string;
                            /** @description What `aud` of its tokens contains */
                            audience: string;
                            /** @description The `sub` of its tokens; each `*` stands for any characters */
                            subject: string;
                            /** @description Names of permissions that the service held when this was set */
                            scopes: string[];
                            /** @description Who trusts it. It leads what the job does */
                            set_by: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            set_at: string;
                        }[];
                        last_used_address: string | null;
                        /** @description True when none of its admins is an active person */
                        is_unattended: boolean;
                        /** @description The directory user who answers for it */
                        sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description Who answers for it while the sponsor is suspended: the nearest active manager above */
                        represented_by: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description True when nobody has confirmed in time that it is still needed */
                        is_unconfirmed: boolean;
                        /** @description True when nobody answers for it: it has no sponsor, or nobody who represents them */
                        is_unsponsored: boolean;
                        /** @description Of a service without a sponsor: the active admin who has been one longest, as a directory user */
                        suggested_sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description How often its sponsor confirms that it is still needed */
                        confirm_every_days: number;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                            last_used_at: string | null;
                            /** @description When someone last confirmed that it is still needed */
                            confirmed_at: string;
                            /** @description Until when someone has to confirm it again; 30 days after that the service gets an end */
                            confirm_by: string;
                            deleted_at: string | null;
                        };
                        links: {
                            self: string;
                            admins: string;
                            tokens: string;
                            permissions: string;
                            logs: string;
                        };
                        count: {
                            service_admins: number;
                            permissions: number;
                            /** @description Not expired and not revoked */
                            tokens: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    deleteService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Unique among services that are not deleted */
                    handle?: string;
                    description?: string;
                    /**
                     * @description `agent` for an AI agent, which lists tell apart by it
                     * @enum {string}
                     */
                    kind?: "service" | "agent";
                    environment?: ("production" | "staging" | "test" | "development") | null;
                    /** @description What those who look after it should know */
                    notes?: string;
                    allowed_networks?: string[] | null;
                    /** @description Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own */
                    workload_identities?: {
                        /** @description The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS */
                        issuer: string;
                        /** @description What `aud` of its tokens contains */
                        audience: string;
                        /** @description The `sub` of its tokens; each `*` stands for any characters */
                        subject: string;
                        /** @description Names of permissions, or patterns with `*`; by default `*.view`, or those of the same identity before */
                        scopes?: string[];
                    }[];
                    sponsor_id?: string;
                    /** @description How often its sponsor confirms that it is still needed */
                    confirm_every_days?: number;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        name: string;
                        /** @description Unique among services that are not deleted */
                        handle: string;
                        description: string;
                        /**
                         * @description `agent` for an AI agent, which lists tell apart by it
                         * @enum {string}
                         */
                        kind: "service" | "agent";
                        environment: ("production" | "staging" | "test" | "development") | null;
                        /** @description What those who look after it should know */
                        notes: string;
                        allowed_networks: string[] | null;
                        /** @description Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own */
                        workload_identities: {
                            /** @description The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS */
                            issuer: string;
                            /** @description What `aud` of its tokens contains */
                            audience: string;
                            /** @description The `sub` of its tokens; each `*` stands for any characters */
                            subject: string;
                            /** @description Names of permissions that the service held when this was set */
                            scopes: string[];
                            /** @description Who trusts it. It leads what the job does */
                            set_by: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            set_at: string;
                        }[];
                        last_used_address: string | null;
                        /** @description True when none of its admins is an active person */
                        is_unattended: boolean;
                        /** @description The directory user who answers for it */
                        sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description Who answers for it while the sponsor is suspended: the nearest active manager above */
                        represented_by: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description True when nobody has confirmed in time that it is still needed */
                        is_unconfirmed: boolean;
                        /** @description True when nobody answers for it: it has no sponsor, or nobody who represents them */
                        is_unsponsored: boolean;
                        /** @description Of a service without a sponsor: the active admin who has been one longest, as a directory user */
                        suggested_sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description How often its sponsor confirms that it is still needed */
                        confirm_every_days: number;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                            last_used_at: string | null;
                            /** @description When someone last confirmed that it is still needed */
                            confirmed_at: string;
                            /** @description Until when someone has to confirm it again; 30 days after that the service gets an end */
                            confirm_by: string;
                            deleted_at: string | null;
                        };
                        links: {
                            self: string;
                            admins: string;
                            tokens: string;
                            permissions: string;
                            logs: string;
                        };
                        count: {
                            service_admins: number;
                            permissions: number;
                            /** @description Not expired and not revoked */
                            tokens: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    activateService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        name: string;
                        /** @description Unique among services that are not deleted */
                        handle: string;
                        description: string;
                        /**
                         * @description `agent` for an AI agent, which lists tell apart by it
                         * @enum {string}
                         */
                        kind: "service" | "agent";
                        environment: ("production" | "staging" | "test" | "development") | null;
                        /** @description What those who look after it should know */
                        notes: string;
                        allowed_networks: string[] | null;
                        /** @description Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own */
                        workload_identities: {
                            /** @description The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS */
                            issuer: string;
                            /** @description What `aud` of its tokens contains */
                            audience: string;
                            /** @description The `sub` of its tokens; each `*` stands for any characters */
                            subject: string;
                            /** @description Names of permissions that the service held when this was set */
                            scopes: string[];
                            /** @description Who trusts it. It leads what the job does */
                            set_by: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            set_at: string;
                        }[];
                        last_used_address: string | null;
                        /** @description True when none of its admins is an active person */
                        is_unattended: boolean;
                        /** @description The directory user who answers for it */
                        sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description Who answers for it while the sponsor is suspended: the nearest active manager above */
                        represented_by: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description True when nobody has confirmed in time that it is still needed */
                        is_unconfirmed: boolean;
                        /** @description True when nobody answers for it: it has no sponsor, or nobody who represents them */
                        is_unsponsored: boolean;
                        /** @description Of a service without a sponsor: the active admin who has been one longest, as a directory user */
                        suggested_sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description How often its sponsor confirms that it is still needed */
                        confirm_every_days: number;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                            last_used_at: string | null;
                            /** @description When someone last confirmed that it is still needed */
                            confirmed_at: string;
                            /** @description Until when someone has to confirm it again; 30 days after that the service gets an end */
                            confirm_by: string;
                            deleted_at: string | null;
                        };
                        links: {
                            self: string;
                            admins: string;
                            tokens: string;
                            permissions: string;
                            logs: string;
                        };
                        count: {
                            service_admins: number;
                            permissions: number;
                            /** @description Not expired and not revoked */
                            tokens: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    deactivateService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        name: string;
                        /** @description Unique among services that are not deleted */
                        handle: string;
                        description: string;
                        /**
                         * @description `agent` for an AI agent, which lists tell apart by it
                         * @enum {string}
                         */
                        kind: "service" | "agent";
                        environment: ("production" | "staging" | "test" | "development") | null;
                        /** @description What those who look after it should know */
                        notes: string;
                        allowed_networks: string[] | null;
                        /** @description Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own */
                        workload_identities: {
                            /** @description The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS */
                            issuer: string;
                            /** @description What `aud` of its tokens contains */
                            audience: string;
                            /** @description The `sub` of its tokens; each `*` stands for any characters */
                            subject: string;
                            /** @description Names of permissions that the service held when this was set */
                            scopes: string[];
                            /** @description Who trusts it. It leads what the job does */
                            set_by: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            set_at: string;
                        }[];
                        last_used_address: string | null;
                        /** @description True when none of its admins is an active person */
                        is_unattended: boolean;
                        /** @description The directory user who answers for it */
                        sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description Who answers for it while the sponsor is suspended: the nearest active manager above */
                        represented_by: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description True when nobody has confirmed in time that it is still needed */
                        is_unconfirmed: boolean;
                        /** @description True when nobody answers for it: it has no sponsor, or nobody who represents them */
                        is_unsponsored: boolean;
                        /** @description Of a service without a sponsor: the active admin who has been one longest, as a directory user */
                        suggested_sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description How often its sponsor confirms that it is still needed */
                        confirm_every_days: number;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                            last_used_at: string | null;
                            /** @description When someone last confirmed that it is still needed */
                            confirmed_at: string;
                            /** @description Until when someone has to confirm it again; 30 days after that the service gets an end */
                            confirm_by: string;
                            deleted_at: string | null;
                        };
                        links: {
                            self: string;
                            admins: string;
                            tokens: string;
                            permissions: string;
                            logs: string;
                        };
                        count: {
                            service_admins: number;
                            permissions: number;
                            /** @description Not expired and not revoked */
                            tokens: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    confirmService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required unless the caller is its sponsor */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service_id: string;
                        name: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        /** @description ISO 8601 in UTC, with milliseconds */
                        confirm_by: string;
                        expires_at: string | null;
                    };
                };
            };
        };
    };
    deprecateService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description ISO 8601 date and time with an offset */
                    at?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                        name: string;
                        /** @description Unique among services that are not deleted */
                        handle: string;
                        description: string;
                        /**
                         * @description `agent` for an AI agent, which lists tell apart by it
                         * @enum {string}
                         */
                        kind: "service" | "agent";
                        environment: ("production" | "staging" | "test" | "development") | null;
                        /** @description What those who look after it should know */
                        notes: string;
                        allowed_networks: string[] | null;
                        /** @description Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own */
                        workload_identities: {
                            /** @description The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS */
                            issuer: string;
                            /** @description What `aud` of its tokens contains */
                            audience: string;
                            /** @description The `sub` of its tokens; each `*` stands for any characters */
                            subject: string;
                            /** @description Names of permissions that the service held when this was set */
                            scopes: string[];
                            /** @description Who trusts it. It leads what the job does */
                            set_by: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            set_at: string;
                        }[];
                        last_used_address: string | null;
                        /** @description True when none of its admins is an active person */
                        is_unattended: boolean;
                        /** @description The directory user who answers for it */
                        sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description Who answers for it while the sponsor is suspended: the nearest active manager above */
                        represented_by: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description True when nobody has confirmed in time that it is still needed */
                        is_unconfirmed: boolean;
                        /** @description True when nobody answers for it: it has no sponsor, or nobody who represents them */
                        is_unsponsored: boolean;
                        /** @description Of a service without a sponsor: the active admin who has been one longest, as a directory user */
                        suggested_sponsor: {
                            id: string;
                            name: string | null;
                        } | null;
                        /** @description How often its sponsor confirms that it is still needed */
                        confirm_every_days: number;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                            last_used_at: string | null;
                            /** @description When someone last confirmed that it is still needed */
                            confirmed_at: string;
                            /** @description Until when someone has to confirm it again; 30 days after that the service gets an end */
                            confirm_by: string;
                            deleted_at: string | null;
                        };
                        links: {
                            self: string;
                            admins: string;
                            tokens: string;
                            permissions: string;
                            logs: string;
                        };
                        count: {
                            service_admins: number;
                            permissions: number;
                            /** @description Not expired and not revoked */
                            tokens: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    listServiceAdmins: {
        parameters: {
            query?: {
                /** @description Any of admin, audit, permission, token, separated by commas */
                "filter[admin_role]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[workspace_user_id]"?: string;
                "filter[is_active]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            service_id: string;
                            workspace_user_id: string;
                            name: string | null;
                            /**
                             * @description `admin` manages the service, its admins, permissions and tokens and sees its logs; `audit` sees it and its logs; `permission` changes its permissions; `token` sees, issues and revokes its tokens.
                             * @enum {string}
                             */
                            admin_role: "admin" | "audit" | "permission" | "token";
                            /** @description True while the person may act: active or expiring */
                            is_active: boolean;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                updated_at: string;
                                expires_at: string | null;
                            };
                            links: {
                                self: string;
                                service: string;
                                workspace_user: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    addServiceAdmin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    user_id: string;
                    /**
                     * @description `admin` manages the service, its admins, permissions and tokens and sees its logs; `audit` sees it and its logs; `permission` changes its permissions; `token` sees, issues and revokes its tokens.
                     * @enum {string}
                     */
                    admin_role: "admin" | "audit" | "permission" | "token";
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        service_id: string;
                        workspace_user_id: string;
                        name: string | null;
                        /**
                         * @description `admin` manages the service, its admins, permissions and tokens and sees its logs; `audit` sees it and its logs; `permission` changes its permissions; `token` sees, issues and revokes its tokens.
                         * @enum {string}
                         */
                        admin_role: "admin" | "audit" | "permission" | "token";
                        /** @description True while the person may act: active or expiring */
                        is_active: boolean;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                        };
                        links: {
                            self: string;
                            service: string;
                            workspace_user: string;
                        };
                        included: {
                            workspace_user: {
                                id: string;
                                /** @enum {string} */
                                state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                                provider: string;
                                provider_id: string | null;
                                name: string | null;
                                handle: string | null;
                                email: string | null;
                            };
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    describeServiceAdmin: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        service_id: string;
                        workspace_user_id: string;
                        name: string | null;
                        /**
                         * @description `admin` manages the service, its admins, permissions and tokens and sees its logs; `audit` sees it and its logs; `permission` changes its permissions; `token` sees, issues and revokes its tokens.
                         * @enum {string}
                         */
                        admin_role: "admin" | "audit" | "permission" | "token";
                        /** @description True while the person may act: active or expiring */
                        is_active: boolean;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                        };
                        links: {
                            self: string;
                            service: string;
                            workspace_user: string;
                        };
                        included: {
                            workspace_user: {
                                id: string;
                                /** @enum {string} */
                                state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                                provider: string;
                                provider_id: string | null;
                                name: string | null;
                                handle: string | null;
                                email: string | null;
                            };
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    removeServiceAdmin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateServiceAdmin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspaceServiceAdminData"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "admin" | "audit" | "permission" | "token";
                };
            };
        };
    };
    expireServiceAdmin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    expires_at: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        service_id: string;
                        workspace_user_id: string;
                        name: string | null;
                        /**
                         * @description `admin` manages the service, its admins, permissions and tokens and sees its logs; `audit` sees it and its logs; `permission` changes its permissions; `token` sees, issues and revokes its tokens.
                         * @enum {string}
                         */
                        admin_role: "admin" | "audit" | "permission" | "token";
                        /** @description True while the person may act: active or expiring */
                        is_active: boolean;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                            expires_at: string | null;
                        };
                        links: {
                            self: string;
                            service: string;
                            workspace_user: string;
                        };
                        included: {
                            workspace_user: {
                                id: string;
                                /** @enum {string} */
                                state: "staged" | "active" | "expiring" | "expired" | "deactivated";
                                provider: string;
                                provider_id: string | null;
                                name: string | null;
                                handle: string | null;
                                email: string | null;
                            };
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    listServiceTokens: {
        parameters: {
            query?: {
                /** @description Any of active, expired, revoked, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these scopes, to the letter: tokens with any of them, separated by commas. To find a text that has a comma, send it alone */
                "filter[scope]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_before]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at" | "expires_at" | "-expires_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            state: "active" | "expired" | "revoked";
                            name: string;
                            /** @enum {string} */
                            owner_type: "user" | "service";
                            owner_id: string;
                            parent_token_id: string | null;
                            /** @description Names or patterns. For a token of a service: names, fixed when it was issued; there may be none */
                            scopes: string[];
                            issued_by: {
                                /** @enum {string} */
                                type: "user" | "service";
                                id: string;
                                name: string | null;
                                admin_role: ("admin" | "audit" | "permission" | "token") | null;
                                is_admin: boolean | null;
                            } | null;
                            last_used_address: string | null;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                expires_at: string;
                                last_used_at: string | null;
                                revoked_at: string | null;
                            };
                            links: {
                                /** @description The service or the workspace user that it belongs to */
                                owner: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    issueServiceToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Names of permissions, or patterns with `*` */
                    scopes?: string[];
                    /** @description ISO 8601 date and time with an offset */
                    expires_at?: string;
                    expires_in_days?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The secret. It is shown only in this answer */
                        token: string;
                        id: string;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        name: string;
                        /** @enum {string} */
                        owner_type: "user" | "service";
                        owner_id: string;
                        parent_token_id: string | null;
                        /** @description Names or patterns. For a token of a service: names, fixed when it was issued; there may be none */
                        scopes: string[];
                        issued_by: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                            name: string | null;
                            admin_role: ("admin" | "audit" | "permission" | "token") | null;
                            is_admin: boolean | null;
                        } | null;
                        last_used_address: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            expires_at: string;
                            last_used_at: string | null;
                            revoked_at: string | null;
                        };
                        links: {
                            /** @description The service or the workspace user that it belongs to */
                            owner: string;
                        };
                    };
                };
            };
        };
    };
    describeServiceToken: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
                /** @description The id of the token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        name: string;
                        /** @enum {string} */
                        owner_type: "user" | "service";
                        owner_id: string;
                        parent_token_id: string | null;
                        /** @description Names or patterns. For a token of a service: names, fixed when it was issued; there may be none */
                        scopes: string[];
                        issued_by: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                            name: string | null;
                            admin_role: ("admin" | "audit" | "permission" | "token") | null;
                            is_admin: boolean | null;
                        } | null;
                        last_used_address: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            expires_at: string;
                            last_used_at: string | null;
                            revoked_at: string | null;
                        };
                        links: {
                            /** @description The service or the workspace user that it belongs to */
                            owner: string;
                        };
                        /** @description The permissions that requests with it needed, or showed more because of, since Muster notes uses; the last one first, to the hour */
                        used_permissions: {
                            permission: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            last_used_at: string;
                        }[];
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    revokeServiceToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
                /** @description The id of the token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readServicePermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service_id: string;
                        permissions: string[];
                        uses: {
                            permission: string;
                            /** @description Since when the service has held it and could act; at the earliest since Muster notes uses */
                            held_since: string;
                            last_used_at: string | null;
                            /** @description A webhook of the service sends data that needs it */
                            is_sent: boolean;
                            /** @description Held for 90 days and longer, not used in that time, and needed by no webhook, and by nothing that the service opened as a person */
                            is_unused: boolean;
                        }[];
                        shrunk: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            at: string;
                            permissions: string[];
                        } | null;
                        links: {
                            self: string;
                            service: string;
                        };
                    };
                };
            };
        };
    };
    replaceServicePermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    permissions: ("directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export")[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service_id: string;
                        permissions: string[];
                        uses: {
                            permission: string;
                            /** @description Since when the service has held it and could act; at the earliest since Muster notes uses */
                            held_since: string;
                            last_used_at: string | null;
                            /** @description A webhook of the service sends data that needs it */
                            is_sent: boolean;
                            /** @description Held for 90 days and longer, not used in that time, and needed by no webhook, and by nothing that the service opened as a person */
                            is_unused: boolean;
                        }[];
                        shrunk: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            at: string;
                            permissions: string[];
                        } | null;
                        links: {
                            self: string;
                            service: string;
                        };
                    };
                };
            };
        };
    };
    shrinkService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    permissions?: ("directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export")[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service_id: string;
                        permissions: string[];
                        uses: {
                            permission: string;
                            /** @description Since when the service has held it and could act; at the earliest since Muster notes uses */
                            held_since: string;
                            last_used_at: string | null;
                            /** @description A webhook of the service sends data that needs it */
                            is_sent: boolean;
                            /** @description Held for 90 days and longer, not used in that time, and needed by no webhook, and by nothing that the service opened as a person */
                            is_unused: boolean;
                        }[];
                        shrunk: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            at: string;
                            permissions: string[];
                        } | null;
                        links: {
                            self: string;
                            service: string;
                        };
                    };
                };
            };
        };
    };
    listServiceChanges: {
        parameters: {
            query?: {
                /** @description Any of these events, separated by commas */
                "filter[event]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[record]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[related]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[subject]"?: string;
                /** @description Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else */
                "filter[history]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[actor]"?: string;
                "filter[request_id]"?: string;
                /** @description Any of api, console, cli, sync, separated by commas */
                "filter[via]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_before]"?: string;
                /** @description `people`, or `automatic`: services, integrations and Muster itself */
                "filter[made_by]"?: "people" | "automatic";
                /** @description Changes of what is called so, as far as you may see names (the first 20 of each kind), or with an event that is described so: at least 3 characters. An id, also of a request, is found to the letter */
                "filter[search]"?: string;
                sort?: "at" | "-at";
                /** @description 1 to 100, by default 50: the rows of each change are counted */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditChange"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                            /** @description Rows before this instant are in files, but for erasures (`muster archive`); absent where all are here */
                            archived_before?: string;
                        };
                    };
                };
            };
        };
    };
    listServiceLogs: {
        parameters: {
            query?: {
                /** @description Any of these events, separated by commas */
                "filter[event]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[actor]"?: string;
                "filter[request_id]"?: string;
                /** @description Any of api, console, cli, sync, separated by commas */
                "filter[via]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_before]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[record]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[related]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[subject]"?: string;
                /** @description Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else */
                "filter[history]"?: string;
                /** @description The id of a change: its rows */
                "filter[change]"?: string;
                sort?: "at" | "-at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the service. */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLog"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                            /** @description Rows before this instant are in files, but for erasures (`muster archive`); absent where all are here */
                            archived_before?: string;
                        };
                    };
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Any of active, expired, revoked, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these scopes, to the letter: tokens with any of them, separated by commas. To find a text that has a comma, send it alone */
                "filter[scope]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_before]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at" | "expires_at" | "-expires_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            state: "active" | "expired" | "revoked";
                            name: string;
                            /** @enum {string} */
                            owner_type: "user" | "service";
                            owner_id: string;
                            parent_token_id: string | null;
                            /** @description Names or patterns. For a token of a service: names, fixed when it was issued; there may be none */
                            scopes: string[];
                            issued_by: {
                                /** @enum {string} */
                                type: "user" | "service";
                                id: string;
                                name: string | null;
                                admin_role: ("admin" | "audit" | "permission" | "token") | null;
                                is_admin: boolean | null;
                            } | null;
                            last_used_address: string | null;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                expires_at: string;
                                last_used_at: string | null;
                                revoked_at: string | null;
                            };
                            links: {
                                /** @description The service or the workspace user that it belongs to */
                                owner: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Names of permissions, or patterns with `*` */
                    scopes?: string[];
                    /** @description ISO 8601 date and time with an offset */
                    expires_at?: string;
                    expires_in_days?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The secret. It is shown only in this answer */
                        token: string;
                        id: string;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        name: string;
                        /** @enum {string} */
                        owner_type: "user" | "service";
                        owner_id: string;
                        parent_token_id: string | null;
                        /** @description Names or patterns. For a token of a service: names, fixed when it was issued; there may be none */
                        scopes: string[];
                        issued_by: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                            name: string | null;
                            admin_role: ("admin" | "audit" | "permission" | "token") | null;
                            is_admin: boolean | null;
                        } | null;
                        last_used_address: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            expires_at: string;
                            last_used_at: string | null;
                            revoked_at: string | null;
                        };
                        links: {
                            /** @description The service or the workspace user that it belongs to */
                            owner: string;
                        };
                    };
                };
            };
        };
    };
    describeToken: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        name: string;
                        /** @enum {string} */
                        owner_type: "user" | "service";
                        owner_id: string;
                        parent_token_id: string | null;
                        /** @description Names or patterns. For a token of a service: names, fixed when it was issued; there may be none */
                        scopes: string[];
                        issued_by: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                            name: string | null;
                            admin_role: ("admin" | "audit" | "permission" | "token") | null;
                            is_admin: boolean | null;
                        } | null;
                        last_used_address: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            expires_at: string;
                            last_used_at: string | null;
                            revoked_at: string | null;
                        };
                        links: {
                            /** @description The service or the workspace user that it belongs to */
                            owner: string;
                        };
                        /** @description The permissions that requests with it needed, or showed more because of, since Muster notes uses; the last one first, to the hour */
                        used_permissions: {
                            permission: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            last_used_at: string;
                        }[];
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    deleteToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            name: "directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export";
                            description: string;
                        }[];
                        links: {
                            self: string;
                            next: null;
                            prev: null;
                        };
                        meta: {
                            page_size: number;
                        };
                    };
                };
            };
        };
    };
    listRoles: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description Made with the workspace */
                "filter[is_system]"?: "true" | "false";
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            description: string;
                            /** @description Names; a role of the system may hold patterns with `*` */
                            permissions: string[];
                            /** @description Made with the workspace; it can’t change */
                            is_system: boolean;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                updated_at: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    description?: string;
                    permissions: ("directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export")[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        description: string;
                        /** @description Names; a role of the system may hold patterns with `*` */
                        permissions: string[];
                        /** @description Made with the workspace; it can’t change */
                        is_system: boolean;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    describeRole: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the role. */
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        description: string;
                        /** @description Names; a role of the system may hold patterns with `*` */
                        permissions: string[];
                        /** @description Made with the workspace; it can’t change */
                        is_system: boolean;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the role. */
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the role. */
                role: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string;
                    permissions?: ("directory.user.view" | "directory.user.manage" | "directory.user.erase" | "directory.identity.view" | "directory.identity.profile.view" | "directory.identity.link" | "directory.dimension.view" | "directory.dimension.manage" | "directory.attribute.view" | "directory.attribute.manage" | "directory.resource.view" | "policy.rule.view" | "policy.rule.manage" | "policy.ruleset.manage" | "policy.change.approve" | "workspace.user.view" | "workspace.user.manage" | "workspace.role.view" | "workspace.role.manage" | "workspace.service.view" | "workspace.service.create" | "workspace.service.manage" | "workspace.service.permission.manage" | "workspace.service.token.view" | "workspace.service.token.manage" | "workspace.service.log.view" | "workspace.token.manage" | "workspace.token.view" | "workspace.integration.view" | "workspace.integration.manage" | "workspace.integration.sync" | "workspace.webhook.view" | "workspace.webhook.manage" | "audit.log.view" | "audit.log.export")[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        description: string;
                        /** @description Names; a role of the system may hold patterns with `*` */
                        permissions: string[];
                        /** @description Made with the workspace; it can’t change */
                        is_system: boolean;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of active, deactivated, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these handles, separated by commas. To find a text that has a comma, send it alone */
                "filter[handle]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description Any of idp, suite, codehost, chat, file, separated by commas */
                "filter[vendor]"?: string;
                /** @description Any of scim, ldap, okta, google, gitlab, github, slack, entra, file, separated by commas */
                "filter[type]"?: string;
                "filter[is_primary]"?: "true" | "false";
                /** @description Active, and its last run that has ended failed or was interrupted */
                "filter[is_failing]"?: "true" | "false";
                /** @description Active, and its last run that has ended found accounts with a state that is not known */
                "filter[has_unknown_states]"?: "true" | "false";
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Integration"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    handle: string;
                    /** @enum {string} */
                    vendor: "idp" | "suite" | "codehost" | "chat" | "file";
                    /** @enum {string} */
                    type?: "scim" | "ldap" | "okta" | "google" | "gitlab" | "github" | "slack" | "entra" | "file";
                    is_primary?: boolean;
                    /** @description Of a primary: its dimensions, instead of the usual ones of its product. Left out are those whose handle is taken, and those on keys that are not among `policy_keys` */
                    dimensions?: {
                        handle: string;
                        name: string;
                        profile_key: string;
                    }[];
                    name?: string;
                    /** @description Its accounts are linked to people by address. Only an owner may set it */
                    trusts_email?: boolean;
                    /** @description Its employee numbers say whose an account is, beside an address or a name. Only an owner may set it. The numbers of the primary always do */
                    trusts_employee_id?: boolean;
                    badge_id_profile_key?: string | null;
                    employee_id_profile_key?: string | null;
                    employee_alt_id_profile_key?: string | null;
                    manager_profile_key?: string | null;
                    /** @enum {string} */
                    manager_profile_holds?: "vendor_id" | "email" | "employee_id";
                    parent_profile_key?: string | null;
                    /** @description Where the first and last days of its people begin and end, as named by IANA. From the next run on */
                    time_zone?: string;
                    time_zone_profile_key?: string | null;
                    /** @enum {string} */
                    scim_profile?: "strict" | "entra" | "okta" | "onelogin" | "authentik" | "keycloak";
                    /** @description How many days its runs are kept after their end, with the rows that they left out */
                    run_retention_days?: number;
                    /** @description The keys of its profiles that conditions and dimensions may read */
                    policy_keys?: string[];
                    /** @description How its records are read, from the next run on */
                    mapping?: {
                        [key: string]: unknown;
                    };
                    account_limit_percent?: number | null;
                    account_limit_people?: number | null;
                    overall_limit_percent?: number | null;
                    overall_limit_people?: number | null;
                    connection?: (components["schemas"]["LdapConnection"] | components["schemas"]["OktaConnection"] | components["schemas"]["GoogleConnection"] | components["schemas"]["GitlabConnection"] | components["schemas"]["GithubConnection"] | components["schemas"]["SlackConnection"] | components["schemas"]["EntraConnection"]) | null;
                    credentials?: {
                        /** @description Of ldap (Password) */
                        password?: string;
                        /** @description Of okta (API token), gitlab (Access token), github (Access token), slack (Bot or user token of an app) */
                        token?: string;
                        /** @description Of entra (Client secret) */
                        client_secret?: string;
                        /** @description Of google (JSON key of the service account) */
                        service_account_key?: string;
                    } | null;
                    sync_every_seconds?: number | null;
                    full_sync_every_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "active",
                     *       "vendor": "idp",
                     *       "type": "scim",
                     *       "handle": "idp",
                     *       "name": "Acme identity provider",
                     *       "is_primary": false,
                     *       "trusts_email": false,
                     *       "trusts_employee_id": false,
                     *       "badge_id_profile_key": "employeeNumber",
                     *       "employee_id_profile_key": "employeeNumber",
                     *       "employee_alt_id_profile_key": "employeeNumber",
                     *       "manager_profile_key": "employeeNumber",
                     *       "manager_profile_holds": "vendor_id",
                     *       "parent_profile_key": "employeeNumber",
                     *       "time_zone": "Europe/Berlin",
                     *       "time_zone_profile_key": "employeeNumber",
                     *       "policy_keys": [
                     *         "department",
                     *         "costCenter"
                     *       ],
                     *       "self_service_keys": [
                     *         "title"
                     *       ],
                     *       "scim_profile": "strict",
                     *       "run_retention_days": 90,
                     *       "scim_url": "https://muster.example/scim/v2/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "mapping": {},
                     *       "connection": {
                     *         "url": "ldaps://ldap.acme.example"
                     *       },
                     *       "credentials": {
                     *         "is_set": false,
                     *         "set_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "sync_every_seconds": 900,
                     *       "full_sync_every_seconds": 86400,
                     *       "account_limit_percent": 25,
                     *       "account_limit_people": 5,
                     *       "overall_limit_percent": 10,
                     *       "overall_limit_people": 25,
                     *       "incident_id": "poinc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "last_run": {
                     *         "id": "wsrun_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "state": "waiting",
                     *         "failure": "text",
                     *         "states_unknown": 0,
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "finished_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "count": {
                     *         "held_users": 0
                     *       },
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/workspace/integrations/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "directory_identities": "https://muster.example/api/v1/directory/identities?filter[integration_id]=wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    describeIntegration: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "active",
                     *       "vendor": "idp",
                     *       "type": "scim",
                     *       "handle": "idp",
                     *       "name": "Acme identity provider",
                     *       "is_primary": false,
                     *       "trusts_email": false,
                     *       "trusts_employee_id": false,
                     *       "badge_id_profile_key": "employeeNumber",
                     *       "employee_id_profile_key": "employeeNumber",
                     *       "employee_alt_id_profile_key": "employeeNumber",
                     *       "manager_profile_key": "employeeNumber",
                     *       "manager_profile_holds": "vendor_id",
                     *       "parent_profile_key": "employeeNumber",
                     *       "time_zone": "Europe/Berlin",
                     *       "time_zone_profile_key": "employeeNumber",
                     *       "policy_keys": [
                     *         "department",
                     *         "costCenter"
                     *       ],
                     *       "self_service_keys": [
                     *         "title"
                     *       ],
                     *       "scim_profile": "strict",
                     *       "run_retention_days": 90,
                     *       "scim_url": "https://muster.example/scim/v2/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "mapping": {},
                     *       "connection": {
                     *         "url": "ldaps://ldap.acme.example"
                     *       },
                     *       "credentials": {
                     *         "is_set": false,
                     *         "set_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "sync_every_seconds": 900,
                     *       "full_sync_every_seconds": 86400,
                     *       "account_limit_percent": 25,
                     *       "account_limit_people": 5,
                     *       "overall_limit_percent": 10,
                     *       "overall_limit_people": 25,
                     *       "incident_id": "poinc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "last_run": {
                     *         "id": "wsrun_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "state": "waiting",
                     *         "failure": "text",
                     *         "states_unknown": 0,
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "finished_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "count": {
                     *         "held_users": 0
                     *       },
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/workspace/integrations/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "directory_identities": "https://muster.example/api/v1/directory/identities?filter[integration_id]=wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Its accounts are linked to people by address. Only an owner may set it */
                    trusts_email?: boolean;
                    /** @description Its employee numbers say whose an account is, beside an address or a name. Only an owner may set it. The numbers of the primary always do */
                    trusts_employee_id?: boolean;
                    badge_id_profile_key?: string | null;
                    employee_id_profile_key?: string | null;
                    employee_alt_id_profile_key?: string | null;
                    manager_profile_key?: string | null;
                    /** @enum {string} */
                    manager_profile_holds?: "vendor_id" | "email" | "employee_id";
                    parent_profile_key?: string | null;
                    /** @description Where the first and last days of its people begin and end, as named by IANA. From the next run on */
                    time_zone?: string;
                    time_zone_profile_key?: string | null;
                    /** @enum {string} */
                    scim_profile?: "strict" | "entra" | "okta" | "onelogin" | "authentik" | "keycloak";
                    /** @description How many days its runs are kept after their end, with the rows that they left out */
                    run_retention_days?: number;
                    /** @description The keys of its profiles that conditions and dimensions may read */
                    policy_keys?: string[];
                    /** @description How its records are read, from the next run on */
                    mapping?: {
                        [key: string]: unknown;
                    };
                    account_limit_percent?: number | null;
                    account_limit_people?: number | null;
                    overall_limit_percent?: number | null;
                    overall_limit_people?: number | null;
                    connection?: (components["schemas"]["LdapConnection"] | components["schemas"]["OktaConnection"] | components["schemas"]["GoogleConnection"] | components["schemas"]["GitlabConnection"] | components["schemas"]["GithubConnection"] | components["schemas"]["SlackConnection"] | components["schemas"]["EntraConnection"]) | null;
                    credentials?: {
                        /** @description Of ldap (Password) */
                        password?: string;
                        /** @description Of okta (API token), gitlab (Access token), github (Access token), slack (Bot or user token of an app) */
                        token?: string;
                        /** @description Of entra (Client secret) */
                        client_secret?: string;
                        /** @description Of google (JSON key of the service account) */
                        service_account_key?: string;
                    } | null;
                    sync_every_seconds?: number | null;
                    full_sync_every_seconds?: number;
                    /** @description As it is: `…/make-primary` changes it */
                    is_primary?: boolean;
                    /** @description True to plan the change only: 202 with the plan. With If-Match, the plan applies to that version of the record only */
                    plan?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "active",
                     *       "vendor": "idp",
                     *       "type": "scim",
                     *       "handle": "idp",
                     *       "name": "Acme identity provider",
                     *       "is_primary": false,
                     *       "trusts_email": false,
                     *       "trusts_employee_id": false,
                     *       "badge_id_profile_key": "employeeNumber",
                     *       "employee_id_profile_key": "employeeNumber",
                     *       "employee_alt_id_profile_key": "employeeNumber",
                     *       "manager_profile_key": "employeeNumber",
                     *       "manager_profile_holds": "vendor_id",
                     *       "parent_profile_key": "employeeNumber",
                     *       "time_zone": "Europe/Berlin",
                     *       "time_zone_profile_key": "employeeNumber",
                     *       "policy_keys": [
                     *         "department",
                     *         "costCenter"
                     *       ],
                     *       "self_service_keys": [
                     *         "title"
                     *       ],
                     *       "scim_profile": "strict",
                     *       "run_retention_days": 90,
                     *       "scim_url": "https://muster.example/scim/v2/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "mapping": {},
                     *       "connection": {
                     *         "url": "ldaps://ldap.acme.example"
                     *       },
                     *       "credentials": {
                     *         "is_set": false,
                     *         "set_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "sync_every_seconds": 900,
                     *       "full_sync_every_seconds": 86400,
                     *       "account_limit_percent": 25,
                     *       "account_limit_people": 5,
                     *       "overall_limit_percent": 10,
                     *       "overall_limit_people": 25,
                     *       "incident_id": "poinc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "last_run": {
                     *         "id": "wsrun_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "state": "waiting",
                     *         "failure": "text",
                     *         "states_unknown": 0,
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "finished_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "count": {
                     *         "held_users": 0
                     *       },
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/workspace/integrations/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "directory_identities": "https://muster.example/api/v1/directory/identities?filter[integration_id]=wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    makePrimaryIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description True to plan the change only: 202 with the plan. With If-Match, the plan applies to that version of the record only */
                    plan?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "active",
                     *       "vendor": "idp",
                     *       "type": "scim",
                     *       "handle": "idp",
                     *       "name": "Acme identity provider",
                     *       "is_primary": false,
                     *       "trusts_email": false,
                     *       "trusts_employee_id": false,
                     *       "badge_id_profile_key": "employeeNumber",
                     *       "employee_id_profile_key": "employeeNumber",
                     *       "employee_alt_id_profile_key": "employeeNumber",
                     *       "manager_profile_key": "employeeNumber",
                     *       "manager_profile_holds": "vendor_id",
                     *       "parent_profile_key": "employeeNumber",
                     *       "time_zone": "Europe/Berlin",
                     *       "time_zone_profile_key": "employeeNumber",
                     *       "policy_keys": [
                     *         "department",
                     *         "costCenter"
                     *       ],
                     *       "self_service_keys": [
                     *         "title"
                     *       ],
                     *       "scim_profile": "strict",
                     *       "run_retention_days": 90,
                     *       "scim_url": "https://muster.example/scim/v2/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "mapping": {},
                     *       "connection": {
                     *         "url": "ldaps://ldap.acme.example"
                     *       },
                     *       "credentials": {
                     *         "is_set": false,
                     *         "set_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "sync_every_seconds": 900,
                     *       "full_sync_every_seconds": 86400,
                     *       "account_limit_percent": 25,
                     *       "account_limit_people": 5,
                     *       "overall_limit_percent": 10,
                     *       "overall_limit_people": 25,
                     *       "incident_id": "poinc_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "last_run": {
                     *         "id": "wsrun_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "state": "waiting",
                     *         "failure": "text",
                     *         "states_unknown": 0,
                     *         "started_at": "2026-11-20T09:30:00.000Z",
                     *         "finished_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "count": {
                     *         "held_users": 0
                     *       },
                     *       "timestamp": {
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "https://muster.example/api/v1/workspace/integrations/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *         "directory_identities": "https://muster.example/api/v1/directory/identities?filter[integration_id]=wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            /** @description Too many people move to wait for it: a job does the work, and until it is done what stood before stands whole. `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPlan"];
                };
            };
        };
    };
    startImport: {
        parameters: {
            query?: {
                plan?: "true" | "false";
                complete?: "true" | "false";
                probe?: "true" | "false";
                by?: "integration" | "product";
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "windows-1254" | "iso-8859-2" | "macintosh" | "shift_jis" | "euc-kr" | "gb18030" | "big5";
                format?: "jsonl" | "json" | "csv" | "ldif";
                shape?: "accounts" | "groups" | "memberships";
                /** @description With `probe=true`: the body begins with so many bytes of JSON, a mapping to try, and the file follows */
                mapping_bytes?: string;
                /** @description With `probe=true` and `by=product`: the body begins with so many bytes of JSON, the answers by the ids of questions, and the file follows */
                answers_bytes?: string;
                members_of?: string;
                name?: string;
            };
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Blob;
                "text/csv": Blob;
                "application/x-ndjson": Blob;
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "product": "scim",
                     *       "vendor": "idp",
                     *       "type": "scim",
                     *       "format": "jsonl",
                     *       "encoding": "utf-8",
                     *       "is_encoding_assumed": false,
                     *       "shape": "accounts",
                     *       "rows": 1000,
                     *       "is_all": false,
                     *       "count": {
                     *         "accounts": 3,
                     *         "groups": 3,
                     *         "memberships": 3,
                     *         "refused": 3,
                     *         "left_out": 3,
                     *         "staged": 3,
                     *         "active": 3,
                     *         "suspended": 3,
                     *         "deactivated": 3,
                     *         "bots": 3,
                     *         "guests": 3,
                     *         "service_accounts": 3,
                     *         "without_name": 3,
                     *         "without_email": 3,
                     *         "without_department": 3
                     *       },
                     *       "columns": [
                     *         {
                     *           "name": "Work Email",
                     *           "filled": 3,
                     *           "becomes": [
                     *             "email"
                     *           ]
                     *         }
                     *       ],
                     *       "bindings": [
                     *         {
                     *           "path": "Work Email",
                     *           "column": "Work Email"
                     *         }
                     *       ],
                     *       "people": [
                     *         {
                     *           "line": 3,
                     *           "vendor_id": "E000139",
                     *           "handle": "meera",
                     *           "email": "meera.mehta@acme.example",
                     *           "first_name": "Meera",
                     *           "last_name": "Mehta",
                     *           "state": "staged",
                     *           "profile": {},
                     *           "notes": [
                     *             "a bot account"
                     *           ]
                     *         }
                     *       ],
                     *       "groups": [
                     *         {
                     *           "line": 3,
                     *           "type": "codehost_group",
                     *           "vendor_id": "00g1",
                     *           "parent_vendor_id": "00g0",
                     *           "name": "Engineering",
                     *           "handle": "engineering",
                     *           "members": 3
                     *         }
                     *       ],
                     *       "memberships": [
                     *         {
                     *           "line": 3,
                     *           "type": "codehost_group",
                     *           "group_vendor_id": "00g1",
                     *           "account_vendor_id": "E000139",
                     *           "account_email": "meera.mehta@acme.example",
                     *           "role": "member"
                     *         }
                     *       ],
                     *       "is_identified": false,
                     *       "managers": {
                     *         "profile_key": "employeeNumber",
                     *         "holds": "vendor_id",
                     *         "named": 3,
                     *         "found": 0,
                     *         "by_name": {
                     *           "found": 3,
                     *           "ambiguous": 3,
                     *           "unknown": 3
                     *         }
                     *       },
                     *       "address_columns": [
                     *         "Work Email"
                     *       ],
                     *       "unknown_states": [
                     *         {
                     *           "path": "Work Email",
                     *           "value": "Seconded",
                     *           "rows": 3
                     *         }
                     *       ],
                     *       "states": [
                     *         {
                     *           "path": "Work Email",
                     *           "value": "Active",
                     *           "rows": 3
                     *         }
                     *       ],
                     *       "refusals": [
                     *         {
                     *           "remedy": "correct the row in the source",
                     *           "mapping_path": "account.email",
                     *           "rows": 3,
                     *           "reasons": [
                     *             {
                     *               "reason": "neither a name nor an e-mail address",
                     *               "rows": 3,
                     *               "line": 3
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "left_out": [
                     *         {
                     *           "reason": "neither a person nor a group, by the mapping",
                     *           "rows": 3,
                     *           "line": 3,
                     *           "shape": "accounts"
                     *         }
                     *       ],
                     *       "keys": {
                     *         "badge_id_profile_key": "employeeNumber",
                     *         "employee_id_profile_key": "employeeNumber",
                     *         "manager_profile_key": "employeeNumber",
                     *         "manager_profile_holds": "vendor_id",
                     *         "policy_keys": [
                     *           "department"
                     *         ]
                     *       },
                     *       "questions": [
                     *         {
                     *           "id": "means: Status = Left",
                     *           "text": "What does “Left” in Status mean?",
                     *           "choices": [
                     *             {
                     *               "value": "deactivated",
                     *               "label": "Has left",
                     *               "rows": 3
                     *             }
                     *           ],
                     *           "proposed": "text",
                     *           "answer": "text"
                     *         }
                     *       ],
                     *       "mapping": {}
                     *     }
                     */
                    "application/json": components["schemas"]["FileInterpretation"];
                };
            };
            /** @description Begun: `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRun"];
                };
            };
        };
    };
    startSync: {
        parameters: {
            query?: {
                changes?: "true" | "false";
                plan?: "true" | "false";
            };
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun: `Location` tells how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRun"];
                };
            };
        };
    };
    previewIntegration: {
        parameters: {
            query?: {
                /** @description `sample`: the entries that were read */
                include?: "sample"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationPreview"];
                };
            };
        };
    };
    previewMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As a PATCH of the integration takes it */
                    mapping: {
                        [key: string]: unknown;
                    };
                    sample: components["schemas"]["SourceSample"];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappingPreview"];
                };
            };
        };
    };
    listImportRuns: {
        parameters: {
            query?: {
                /** @description Any of waiting, running, succeeded, failed, interrupted, separated by commas */
                "filter[state]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[started_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[started_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[finished_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[finished_before]"?: string;
                sort?: "started_at" | "-started_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportRun"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describeImportRun: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
                /** @description The id of the import run. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRun"];
                };
            };
        };
    };
    listImportRunRows: {
        parameters: {
            query?: {
                /** @description Any of rejected, note, separated by commas */
                "filter[kind]"?: string;
                sort?: "position" | "-position";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `groups`: the rows that could not be taken, by what to do about them; `unknown_states`: the states without a meaning in the mapping */
                include?: ("groups" | "unknown_states")[];
            };
            header?: never;
            path: {
                /** @description The id of the integration. */
                integration: string;
                /** @description The id of the import run. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportRunRow"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                        /** @description With `include=groups`: the rows that could not be taken, by what to do about them, regardless of the page and the filters, and beyond those that are listed. Reasons that differ only in the value at fault are one */
                        groups?: {
                            /** @description What to do */
                            remedy: string;
                            mapping_path: string | null;
                            rows: number;
                            reasons: {
                                reason: string;
                                rows: number;
                                line: number | null;
                            }[];
                        }[];
                        /** @description With `include=unknown_states`: the states without a meaning in the mapping that the listed remarks name, most frequent first. One that is too long to be listed whole is left out */
                        unknown_states?: {
                            path: string;
                            value: string;
                            rows: number;
                        }[];
                    };
                };
            };
        };
    };
    listImportRunPeople: {
        parameters: {
            query?: {
                /** @description Any of created, changed, activated, suspended, deactivated, separated by commas */
                "filter[change]"?: string;
                /** @description Anywhere in full name, e-mail address or username, blind to case and accents */
                "filter[search]"?: string;
                sort?: "full_name" | "-full_name";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The id of the integration. */
                integration: string;
                /** @description The id of the import run. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportRunPerson"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    listImportRunEffects: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[ruleset_id]"?: string;
                /** @description Any of added, removed, role_changed, grace_started, grace_ended, end_changed, separated by commas */
                "filter[kind]"?: string;
                /** @description Anywhere in full name, e-mail address or username, blind to case and accents */
                "filter[search]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[user_id]"?: string;
                sort?: "full_name" | "-full_name";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The id of the integration. */
                integration: string;
                /** @description The id of the import run. */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportRunEffect"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    listScimSecrets: {
        parameters: {
            query?: {
                /** @description Any of active, expired, revoked, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[expires_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_used_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[revoked_before]"?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name" | "expires_at" | "-expires_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            state: "active" | "expired" | "revoked";
                            name: string;
                            /** @description Where it is valid */
                            scim_url: string;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                expires_at: string | null;
                                last_used_at: string | null;
                                revoked_at: string | null;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createScimSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description ISO 8601 date and time with an offset */
                    expires_at?: string;
                    expires_in_days?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The secret. It is shown only in this answer */
                        secret: string;
                        id: string;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        name: string;
                        /** @description Where it is valid */
                        scim_url: string;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            expires_at: string | null;
                            last_used_at: string | null;
                            revoked_at: string | null;
                        };
                    };
                };
            };
        };
    };
    describeScimSecret: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
                /** @description The id of the scim secret. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        name: string;
                        /** @description Where it is valid */
                        scim_url: string;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            expires_at: string | null;
                            last_used_at: string | null;
                            revoked_at: string | null;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    revokeScimSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the integration. */
                integration: string;
                /** @description The id of the scim secret. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Any of active, paused, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these whole names, regardless of their case and accents, separated by commas. To find a text that has a comma, send it alone */
                "filter[name]"?: string;
                /** @description At least 3 characters, blind to case and accents */
                "filter[name_search]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[updated_before]"?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            state: "active" | "paused";
                            paused_as: ("user" | "owner" | "gone" | "failing") | null;
                            name: string;
                            /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                            url: string;
                            /** @description Its maker: what is sent is what they may read now */
                            owner: {
                                /** @enum {string} */
                                type: "user" | "service";
                                id: string;
                            };
                            /** @description Those of its maker that it has, as long as they do */
                            permissions: ("audit.log.view" | "directory.user.view" | "policy.rule.view")[];
                            /** @description Empty: all */
                            event_types: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                            /** @description Only events of manifests of these resources and attributes. Empty: all */
                            resource_ids: string[];
                            /** @description Only events that concern these sources. Empty: all */
                            integration_ids: string[];
                            delivery: {
                                failures: number;
                                failing_since: string | null;
                                next_at: string | null;
                                succeeded_at: string | null;
                                status: number | null;
                                error: string | null;
                            };
                            former_secret_until: string | null;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                updated_at: string;
                            };
                            links: {
                                self: string;
                                attempts: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                    url: string;
                    /** @description Empty: all */
                    event_types?: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                    /** @description Only events of manifests of these resources and attributes. Empty: all */
                    resource_ids?: string[];
                    /** @description Only events that concern these sources. Empty: all */
                    integration_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Signs the messages (Standard Webhooks). It is in this response only */
                        secret: string;
                        id: string;
                        /** @enum {string} */
                        state: "active" | "paused";
                        paused_as: ("user" | "owner" | "gone" | "failing") | null;
                        name: string;
                        /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                        url: string;
                        /** @description Its maker: what is sent is what they may read now */
                        owner: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                        };
                        /** @description Those of its maker that it has, as long as they do */
                        permissions: ("audit.log.view" | "directory.user.view" | "policy.rule.view")[];
                        /** @description Empty: all */
                        event_types: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                        /** @description Only events of manifests of these resources and attributes. Empty: all */
                        resource_ids: string[];
                        /** @description Only events that concern these sources. Empty: all */
                        integration_ids: string[];
                        delivery: {
                            failures: number;
                            failing_since: string | null;
                            next_at: string | null;
                            succeeded_at: string | null;
                            status: number | null;
                            error: string | null;
                        };
                        former_secret_until: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        links: {
                            self: string;
                            attempts: string;
                        };
                        count: {
                            waiting: number;
                            dead: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    describeWebhook: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "paused";
                        paused_as: ("user" | "owner" | "gone" | "failing") | null;
                        name: string;
                        /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                        url: string;
                        /** @description Its maker: what is sent is what they may read now */
                        owner: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                        };
                        /** @description Those of its maker that it has, as long as they do */
                        permissions: ("audit.log.view" | "directory.user.view" | "policy.rule.view")[];
                        /** @description Empty: all */
                        event_types: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                        /** @description Only events of manifests of these resources and attributes. Empty: all */
                        resource_ids: string[];
                        /** @description Only events that concern these sources. Empty: all */
                        integration_ids: string[];
                        delivery: {
                            failures: number;
                            failing_since: string | null;
                            next_at: string | null;
                            succeeded_at: string | null;
                            status: number | null;
                            error: string | null;
                        };
                        former_secret_until: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        links: {
                            self: string;
                            attempts: string;
                        };
                        count: {
                            waiting: number;
                            dead: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                    url?: string;
                    /** @description Empty: all */
                    event_types?: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                    /** @description Only events of manifests of these resources and attributes. Empty: all */
                    resource_ids?: string[];
                    /** @description Only events that concern these sources. Empty: all */
                    integration_ids?: string[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "paused";
                        paused_as: ("user" | "owner" | "gone" | "failing") | null;
                        name: string;
                        /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                        url: string;
                        /** @description Its maker: what is sent is what they may read now */
                        owner: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                        };
                        /** @description Those of its maker that it has, as long as they do */
                        permissions: ("audit.log.view" | "directory.user.view" | "policy.rule.view")[];
                        /** @description Empty: all */
                        event_types: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                        /** @description Only events of manifests of these resources and attributes. Empty: all */
                        resource_ids: string[];
                        /** @description Only events that concern these sources. Empty: all */
                        integration_ids: string[];
                        delivery: {
                            failures: number;
                            failing_since: string | null;
                            next_at: string | null;
                            succeeded_at: string | null;
                            status: number | null;
                            error: string | null;
                        };
                        former_secret_until: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        links: {
                            self: string;
                            attempts: string;
                        };
                        count: {
                            waiting: number;
                            dead: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    pauseWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "paused";
                        paused_as: ("user" | "owner" | "gone" | "failing") | null;
                        name: string;
                        /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                        url: string;
                        /** @description Its maker: what is sent is what they may read now */
                        owner: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                        };
                        /** @description Those of its maker that it has, as long as they do */
                        permissions: ("audit.log.view" | "directory.user.view" | "policy.rule.view")[];
                        /** @description Empty: all */
                        event_types: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                        /** @description Only events of manifests of these resources and attributes. Empty: all */
                        resource_ids: string[];
                        /** @description Only events that concern these sources. Empty: all */
                        integration_ids: string[];
                        delivery: {
                            failures: number;
                            failing_since: string | null;
                            next_at: string | null;
                            succeeded_at: string | null;
                            status: number | null;
                            error: string | null;
                        };
                        former_secret_until: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        links: {
                            self: string;
                            attempts: string;
                        };
                        count: {
                            waiting: number;
                            dead: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "paused";
                        paused_as: ("user" | "owner" | "gone" | "failing") | null;
                        name: string;
                        /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                        url: string;
                        /** @description Its maker: what is sent is what they may read now */
                        owner: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                        };
                        /** @description Those of its maker that it has, as long as they do */
                        permissions: ("audit.log.view" | "directory.user.view" | "policy.rule.view")[];
                        /** @description Empty: all */
                        event_types: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                        /** @description Only events of manifests of these resources and attributes. Empty: all */
                        resource_ids: string[];
                        /** @description Only events that concern these sources. Empty: all */
                        integration_ids: string[];
                        delivery: {
                            failures: number;
                            failing_since: string | null;
                            next_at: string | null;
                            succeeded_at: string | null;
                            status: number | null;
                            error: string | null;
                        };
                        former_secret_until: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        links: {
                            self: string;
                            attempts: string;
                        };
                        count: {
                            waiting: number;
                            dead: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description By default 24; 0 if the former secret was exposed */
                    keep_hours?: number;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Signs the messages (Standard Webhooks). It is in this response only */
                        secret: string;
                        id: string;
                        /** @enum {string} */
                        state: "active" | "paused";
                        paused_as: ("user" | "owner" | "gone" | "failing") | null;
                        name: string;
                        /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                        url: string;
                        /** @description Its maker: what is sent is what they may read now */
                        owner: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                        };
                        /** @description Those of its maker that it has, as long as they do */
                        permissions: ("audit.log.view" | "directory.user.view" | "policy.rule.view")[];
                        /** @description Empty: all */
                        event_types: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                        /** @description Only events of manifests of these resources and attributes. Empty: all */
                        resource_ids: string[];
                        /** @description Only events that concern these sources. Empty: all */
                        integration_ids: string[];
                        delivery: {
                            failures: number;
                            failing_since: string | null;
                            next_at: string | null;
                            succeeded_at: string | null;
                            status: number | null;
                            error: string | null;
                        };
                        former_secret_until: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        links: {
                            self: string;
                            attempts: string;
                        };
                        count: {
                            waiting: number;
                            dead: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "paused";
                        paused_as: ("user" | "owner" | "gone" | "failing") | null;
                        name: string;
                        /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                        url: string;
                        /** @description Its maker: what is sent is what they may read now */
                        owner: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                        };
                        /** @description Those of its maker that it has, as long as they do */
                        permissions: ("audit.log.view" | "directory.user.view" | "policy.rule.view")[];
                        /** @description Empty: all */
                        event_types: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                        /** @description Only events of manifests of these resources and attributes. Empty: all */
                        resource_ids: string[];
                        /** @description Only events that concern these sources. Empty: all */
                        integration_ids: string[];
                        delivery: {
                            failures: number;
                            failing_since: string | null;
                            next_at: string | null;
                            succeeded_at: string | null;
                            status: number | null;
                            error: string | null;
                        };
                        former_secret_until: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        links: {
                            self: string;
                            attempts: string;
                        };
                        count: {
                            waiting: number;
                            dead: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description ISO 8601 date and time with an offset */
                    since?: string;
                    event_id?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "active" | "paused";
                        paused_as: ("user" | "owner" | "gone" | "failing") | null;
                        name: string;
                        /** @description https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address */
                        url: string;
                        /** @description Its maker: what is sent is what they may read now */
                        owner: {
                            /** @enum {string} */
                            type: "user" | "service";
                            id: string;
                        };
                        /** @description Those of its maker that it has, as long as they do */
                        permissions: ("audit.log.view" | "directory.user.view" | "policy.rule.view")[];
                        /** @description Empty: all */
                        event_types: ("policy.user.create" | "policy.user.change" | "policy.user.end" | "directory.user.change" | "directory.user.create" | "directory.user.activate" | "directory.user.activated" | "directory.user.deactivate" | "directory.user.delete" | "directory.user.due" | "directory.user.erase" | "directory.user.expire" | "directory.user.expired" | "directory.user.restore" | "directory.user.suspend" | "policy.incident.alert" | "policy.incident.apply" | "policy.incident.approve" | "policy.incident.close" | "policy.incident.join" | "policy.incident.open" | "policy.incident.reject" | "policy.incident.release" | "policy.plan.apply" | "policy.plan.approve" | "policy.plan.begin" | "policy.plan.create" | "policy.plan.fail" | "policy.plan.ready" | "policy.plan.replace" | "policy.rule.due" | "policy.user.due" | "workspace.integration.run" | "workspace.integration.run_failed" | "workspace.service.activate" | "workspace.service.confirm" | "workspace.service.deactivate" | "workspace.service.delete" | "workspace.service.deprecate" | "workspace.service.due" | "workspace.service.expired" | "workspace.service.sponsor" | "workspace.service.unconfirmed")[];
                        /** @description Only events of manifests of these resources and attributes. Empty: all */
                        resource_ids: string[];
                        /** @description Only events that concern these sources. Empty: all */
                        integration_ids: string[];
                        delivery: {
                            failures: number;
                            failing_since: string | null;
                            next_at: string | null;
                            succeeded_at: string | null;
                            status: number | null;
                            error: string | null;
                        };
                        former_secret_until: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            updated_at: string;
                        };
                        links: {
                            self: string;
                            attempts: string;
                        };
                        count: {
                            waiting: number;
                            dead: number;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[event_id]"?: string;
                /** @description Any of waiting, delivered, dead, separated by commas */
                "filter[state]"?: string;
                /** @description Any of these ids of people or records, separated by commas. To find a text that has a comma, send it alone */
                "filter[subject]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[last_before]"?: string;
                sort?: "last_at" | "-last_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            event_id: string;
                            type: string;
                            subject: string;
                            /** @enum {string} */
                            state: "waiting" | "delivered" | "dead";
                            tries: number;
                            status: number | null;
                            error: string | null;
                            next_at: string | null;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                first_at: string;
                                /** @description ISO 8601 in UTC, with milliseconds */
                                last_at: string;
                            };
                            links: {
                                self: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describeWebhookAttempt: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
                /** @description The id of the webhook attempt. */
                attempt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wswat_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "event_id": "audlg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "type": "muster.policy.user.create",
                     *       "subject": "drusr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "waiting",
                     *       "tries": 3,
                     *       "status": 204,
                     *       "error": "It answered 500",
                     *       "next_at": "2026-11-20T09:30:00.000Z",
                     *       "timestamp": {
                     *         "first_at": "2026-11-20T09:30:00.000Z",
                     *         "last_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        id: string;
                        event_id: string;
                        type: string;
                        subject: string;
                        /** @enum {string} */
                        state: "waiting" | "delivered" | "dead";
                        tries: number;
                        status: number | null;
                        error: string | null;
                        next_at: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            first_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            last_at: string;
                        };
                        links: {
                            self: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    retryWebhookAttempt: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook: string;
                /** @description The id of the webhook attempt. */
                attempt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wswat_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "event_id": "audlg_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "type": "muster.policy.user.create",
                     *       "subject": "drusr_01kaf7m2t4e8j9p3q5r7s9v1wx",
                     *       "state": "waiting",
                     *       "tries": 3,
                     *       "status": 204,
                     *       "error": "It answered 500",
                     *       "next_at": "2026-11-20T09:30:00.000Z",
                     *       "timestamp": {
                     *         "first_at": "2026-11-20T09:30:00.000Z",
                     *         "last_at": "2026-11-20T09:30:00.000Z"
                     *       },
                     *       "links": {
                     *         "self": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        id: string;
                        event_id: string;
                        type: string;
                        subject: string;
                        /** @enum {string} */
                        state: "waiting" | "delivered" | "dead";
                        tries: number;
                        status: number | null;
                        error: string | null;
                        next_at: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            first_at: string;
                            /** @description ISO 8601 in UTC, with milliseconds */
                            last_at: string;
                        };
                        links: {
                            self: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    listNoticeSettings: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[workspace_user_id]"?: string;
                sort?: "name" | "-name";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            workspace_user_id: string;
                            name: string;
                            email: string | null;
                            /** @description The server has a mail server (`MUSTER_SMTP_URL`), and the person an address */
                            is_email_available: boolean;
                            /** @description By e-mail to `email`, if the server has a mail server */
                            by_email: boolean;
                            /** @description Tell of incidents and failing sources at once too, within a minute or two */
                            at_once: boolean;
                            digest_hour: number | null;
                            /** @description The IANA name of the zone of `digest_hour` */
                            time_zone: string;
                            /** @description What the person is not told of */
                            muted: ("incidents" | "plans" | "failing_sources" | "rejected_account_ends" | "rulesets_with_findings" | "sources_with_unknown_states" | "unattended_services" | "unsponsored_services" | "unconfirmed_services" | "services_to_confirm" | "waiting_accounts" | "orphans" | "dimensions_with_surplus" | "due_rules" | "due_people")[];
                            chat_type: ("slack" | "teams" | "mattermost") | null;
                            chat_host: string | null;
                            timestamp: {
                                updated_at: string | null;
                            };
                            links: {
                                self: string;
                                workspace_user: string;
                                notices: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describeNoticeSetting: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        workspace_user_id: string;
                        name: string;
                        email: string | null;
                        /** @description The server has a mail server (`MUSTER_SMTP_URL`), and the person an address */
                        is_email_available: boolean;
                        /** @description By e-mail to `email`, if the server has a mail server */
                        by_email: boolean;
                        /** @description Tell of incidents and failing sources at once too, within a minute or two */
                        at_once: boolean;
                        digest_hour: number | null;
                        /** @description The IANA name of the zone of `digest_hour` */
                        time_zone: string;
                        /** @description What the person is not told of */
                        muted: ("incidents" | "plans" | "failing_sources" | "rejected_account_ends" | "rulesets_with_findings" | "sources_with_unknown_states" | "unattended_services" | "unsponsored_services" | "unconfirmed_services" | "services_to_confirm" | "waiting_accounts" | "orphans" | "dimensions_with_surplus" | "due_rules" | "due_people")[];
                        chat_type: ("slack" | "teams" | "mattermost") | null;
                        chat_host: string | null;
                        timestamp: {
                            updated_at: string | null;
                        };
                        links: {
                            self: string;
                            workspace_user: string;
                            notices: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    updateNoticeSetting: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description By e-mail to `email`, if the server has a mail server */
                    by_email?: boolean;
                    /** @description Tell of incidents and failing sources at once too, within a minute or two */
                    at_once?: boolean;
                    digest_hour?: number | null;
                    /** @description The IANA name of the zone of `digest_hour` */
                    time_zone?: string;
                    /** @description What the person is not told of */
                    muted?: ("incidents" | "plans" | "failing_sources" | "rejected_account_ends" | "rulesets_with_findings" | "sources_with_unknown_states" | "unattended_services" | "unsponsored_services" | "unconfirmed_services" | "services_to_confirm" | "waiting_accounts" | "orphans" | "dimensions_with_surplus" | "due_rules" | "due_people")[];
                    chat_type?: ("slack" | "teams" | "mattermost") | null;
                    chat_url?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        workspace_user_id: string;
                        name: string;
                        email: string | null;
                        /** @description The server has a mail server (`MUSTER_SMTP_URL`), and the person an address */
                        is_email_available: boolean;
                        /** @description By e-mail to `email`, if the server has a mail server */
                        by_email: boolean;
                        /** @description Tell of incidents and failing sources at once too, within a minute or two */
                        at_once: boolean;
                        digest_hour: number | null;
                        /** @description The IANA name of the zone of `digest_hour` */
                        time_zone: string;
                        /** @description What the person is not told of */
                        muted: ("incidents" | "plans" | "failing_sources" | "rejected_account_ends" | "rulesets_with_findings" | "sources_with_unknown_states" | "unattended_services" | "unsponsored_services" | "unconfirmed_services" | "services_to_confirm" | "waiting_accounts" | "orphans" | "dimensions_with_surplus" | "due_rules" | "due_people")[];
                        chat_type: ("slack" | "teams" | "mattermost") | null;
                        chat_host: string | null;
                        timestamp: {
                            updated_at: string | null;
                        };
                        links: {
                            self: string;
                            workspace_user: string;
                            notices: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    testNoticeSetting: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the record: 412 if it now has another version, or if this is none of its ETags. */
                "If-Match"?: string;
                /** @description Your own key for this request. Sent again within 24 hours, it gets the first answer and does nothing twice; a response that showed a secret, or named a person who was erased since, is not kept: 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the workspace user. */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        workspace_user_id: string;
                        name: string;
                        email: string | null;
                        /** @description The server has a mail server (`MUSTER_SMTP_URL`), and the person an address */
                        is_email_available: boolean;
                        /** @description By e-mail to `email`, if the server has a mail server */
                        by_email: boolean;
                        /** @description Tell of incidents and failing sources at once too, within a minute or two */
                        at_once: boolean;
                        digest_hour: number | null;
                        /** @description The IANA name of the zone of `digest_hour` */
                        time_zone: string;
                        /** @description What the person is not told of */
                        muted: ("incidents" | "plans" | "failing_sources" | "rejected_account_ends" | "rulesets_with_findings" | "sources_with_unknown_states" | "unattended_services" | "unsponsored_services" | "unconfirmed_services" | "services_to_confirm" | "waiting_accounts" | "orphans" | "dimensions_with_surplus" | "due_rules" | "due_people")[];
                        chat_type: ("slack" | "teams" | "mattermost") | null;
                        chat_host: string | null;
                        timestamp: {
                            updated_at: string | null;
                        };
                        links: {
                            self: string;
                            workspace_user: string;
                            notices: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    listNotices: {
        parameters: {
            query?: {
                /** @description Up to 100 ids, separated by commas */
                "filter[id]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[workspace_user_id]"?: string;
                /** @description Any of digest, at_once, test, separated by commas */
                "filter[kind]"?: string;
                /** @description Any of email, chat, separated by commas */
                "filter[channel]"?: string;
                /** @description Any of waiting, sent, failed, separated by commas */
                "filter[state]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[created_before]"?: string;
                sort?: "created_at" | "-created_at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            workspace_user_id: string;
                            /** @enum {string} */
                            kind: "digest" | "at_once" | "test";
                            /** @enum {string} */
                            channel: "email" | "chat";
                            /** @enum {string} */
                            state: "waiting" | "sent" | "failed";
                            /** @description What its lines were about. It has no names of records, and keeps none */
                            told: ("incidents" | "plans" | "failing_sources" | "rejected_account_ends" | "rulesets_with_findings" | "sources_with_unknown_states" | "unattended_services" | "unsponsored_services" | "unconfirmed_services" | "services_to_confirm" | "waiting_accounts" | "orphans" | "dimensions_with_surplus" | "due_rules" | "due_people")[];
                            tries: number;
                            error: string | null;
                            next_at: string | null;
                            timestamp: {
                                /** @description ISO 8601 in UTC, with milliseconds */
                                created_at: string;
                                last_at: string | null;
                            };
                            links: {
                                self: string;
                                workspace_user: string;
                            };
                            /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                            abilities?: {
                                [key: string]: boolean;
                            };
                        }[];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                        };
                    };
                };
            };
        };
    };
    describeNotice: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the notice. */
                notice: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        workspace_user_id: string;
                        /** @enum {string} */
                        kind: "digest" | "at_once" | "test";
                        /** @enum {string} */
                        channel: "email" | "chat";
                        /** @enum {string} */
                        state: "waiting" | "sent" | "failed";
                        /** @description What its lines were about. It has no names of records, and keeps none */
                        told: ("incidents" | "plans" | "failing_sources" | "rejected_account_ends" | "rulesets_with_findings" | "sources_with_unknown_states" | "unattended_services" | "unsponsored_services" | "unconfirmed_services" | "services_to_confirm" | "waiting_accounts" | "orphans" | "dimensions_with_surplus" | "due_rules" | "due_people")[];
                        tries: number;
                        error: string | null;
                        next_at: string | null;
                        timestamp: {
                            /** @description ISO 8601 in UTC, with milliseconds */
                            created_at: string;
                            last_at: string | null;
                        };
                        links: {
                            self: string;
                            workspace_user: string;
                        };
                        /** @description With `include=abilities`: for each action on the record, whether the caller may do it now. The names follow from the operations at and below the address of the record: `update`, `delete`, a verb such as `activate`, or what is made, replaced or deleted there, such as `create_token`. */
                        abilities?: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description What `links.next` of the former page has */
                after?: string;
                /** @description ISO 8601 date and time with an offset */
                since?: string;
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                /** @description Any of policy.user.create, policy.user.change, policy.user.end, directory.user.change, directory.user.create, directory.user.activate, directory.user.activated, directory.user.deactivate, directory.user.delete, directory.user.due, directory.user.erase, directory.user.expire, directory.user.expired, directory.user.restore, directory.user.suspend, policy.incident.alert, policy.incident.apply, policy.incident.approve, policy.incident.close, policy.incident.join, policy.incident.open, policy.incident.reject, policy.incident.release, policy.plan.apply, policy.plan.approve, policy.plan.begin, policy.plan.create, policy.plan.fail, policy.plan.ready, policy.plan.replace, policy.rule.due, policy.user.due, workspace.integration.run, workspace.integration.run_failed, workspace.service.activate, workspace.service.confirm, workspace.service.deactivate, workspace.service.delete, workspace.service.deprecate, workspace.service.due, workspace.service.expired, workspace.service.sponsor, workspace.service.unconfirmed, separated by commas */
                "filter[type]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[user]"?: string;
                /** @description Up to 100 ids of resources and attributes */
                "filter[resource]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[integration]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CloudEvent"][];
                        links: {
                            self: string;
                            next: string;
                        };
                        /** @description False where nothing is left for now */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    listAuditChanges: {
        parameters: {
            query?: {
                /** @description Any of these events, separated by commas */
                "filter[event]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[record]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[related]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[subject]"?: string;
                /** @description Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else */
                "filter[history]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[actor]"?: string;
                "filter[request_id]"?: string;
                /** @description Any of api, console, cli, sync, separated by commas */
                "filter[via]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_before]"?: string;
                /** @description `people`, or `automatic`: services, integrations and Muster itself */
                "filter[made_by]"?: "people" | "automatic";
                /** @description Changes of what is called so, as far as you may see names (the first 20 of each kind), or with an event that is described so: at least 3 characters. An id, also of a request, is found to the letter */
                "filter[search]"?: string;
                sort?: "at" | "-at";
                /** @description 1 to 100, by default 50: the rows of each change are counted */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditChange"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                            /** @description Rows before this instant are in files, but for erasures (`muster archive`); absent where all are here */
                            archived_before?: string;
                        };
                    };
                };
            };
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                /** @description Any of these events, separated by commas */
                "filter[event]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[actor]"?: string;
                "filter[request_id]"?: string;
                /** @description Any of api, console, cli, sync, separated by commas */
                "filter[via]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_before]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[record]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[related]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[subject]"?: string;
                /** @description Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else */
                "filter[history]"?: string;
                /** @description The id of a change: its rows */
                "filter[change]"?: string;
                sort?: "at" | "-at";
                /** @description 1 to 500, by default 50 */
                "page[size]"?: string;
                "page[after]"?: string;
                "page[before]"?: string;
                /** @description Adds meta.total, which stops at 10000 */
                "page[total]"?: "true" | "false";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditLog"][];
                        links: {
                            self: string;
                            next: string | null;
                            prev: string | null;
                        };
                        meta: {
                            page_size: number;
                            total?: number;
                            total_is_capped?: boolean;
                            /** @description Rows before this instant are in files, but for erasures (`muster archive`); absent where all are here */
                            archived_before?: string;
                        };
                    };
                };
            };
        };
    };
    exportAuditLogs: {
        parameters: {
            query?: {
                /** @description Any of these events, separated by commas */
                "filter[event]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[actor]"?: string;
                "filter[request_id]"?: string;
                /** @description Any of api, console, cli, sync, separated by commas */
                "filter[via]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_after]"?: string;
                /** @description ISO 8601 date and time with an offset */
                "filter[at_before]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[record]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[parent]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[related]"?: string;
                /** @description Up to 100 ids, separated by commas */
                "filter[subject]"?: string;
                /** @description Up to 100 ids of people, separated by commas: the rows about them, and those of accounts that moved from them to someone else */
                "filter[history]"?: string;
                /** @description The id of a change: its rows */
                "filter[change]"?: string;
                sort?: "at" | "-at";
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    describeAuditLog: {
        parameters: {
            query?: {
                /** @description `abilities`: what the caller may do with each record */
                include?: "abilities"[];
            };
            header?: {
                /** @description An ETag: 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the audit log. */
                log: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
        };
    };
}
