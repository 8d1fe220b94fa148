import { closureOf, type Graph } from './graph.ts'
import type { Source } from './read-source.ts'

/** An endpoint's file, and how many files of ours it loads up to the {@link boundary}, itself included. */
export type EndpointClosure = { path: string; kind: 'read' | 'write'; files: number }

/**
 * What is generated is data. Beyond the rest an endpoint only triggers a recalculation of manifests. Of `policy/model` it is what loads and compiles the
 * policy and the facts of people for that; its other files are read by endpoints themselves.
 */
const boundary =
  /^src\/(contract\/gen|engine|policy\/(manifests|explain|what-if|compare|model\/(?!stored-dimension|new-ids|in-batches)[a-z-]*))\b/

/** What `routes.ts` composes around endpoints. */
const composers = /(^|\/)(abilities|command-route|with-plan)\.ts$/

/** The files of the endpoints, which the list of routes names, a line each. */
export function endpointsOf(graph: Graph): string[] {
  const imports = graph.get('src/routes.ts') ?? []
  return imports.filter((path) => !composers.test(path))
}

/** What each endpoint loads. `graph`: the imports that are loaded. */
export function closuresUpToBoundary(sources: readonly Source[], graph: Graph): EndpointClosure[] {
  const within = new Map(
    [...graph].map(([path, targets]) => [path, targets.filter((each) => !boundary.test(each))]),
  )
  const reads = new Set(sources.filter(isRead).map(({ path }) => path))
  return endpointsOf(graph).map((path) => ({
    path,
    kind: reads.has(path) ? 'read' : 'write',
    files: closureOf(within, path).size,
  }))
}

/** A file with both reads and writes is bounded as a write. */
function isRead({ imports }: Source): boolean {
  const has = (name: string) => imports.some(({ names }) => names.includes(name))
  return has('readRoute') && !has('writeRoute')
}

const limits = { read: 15, write: 40 } as const

/** Endpoints that load more than the limit of their kind: each group has one of its own, so that it can't grow, and a reason. */
type Exception = { kind: EndpointClosure['kind']; paths: RegExp; files: number; why: string }

/** The first that matches a path holds. */
const exceptions: readonly Exception[] = [
  {
    kind: 'read',
    paths: /^src\/(policy\/plans|incidents)\//,
    files: 241,
    why: 'who may read a plan depends on its operations, and each operation is declared with its endpoint',
  },
  {
    kind: 'write',
    paths: /^src\/(policy\/(plans|reverts)|policy-as-code|incidents)\//,
    files: 241,
    why: 'a plan and a folder have operations of every kind, and an approval imports accounts',
  },
  {
    kind: 'write',
    paths: /^src\/connectors\/integrations\//,
    files: 229,
    why: 'managers, links by address and attributes follow from the keys of an integration, and its connection is checked by the connector of its type',
  },
  {
    kind: 'write',
    paths: /^src\/connectors\/sync\//,
    files: 373,
    why: 'it begins an import by the connector of each type, or plans it, with the names of what it would move',
  },
  {
    kind: 'write',
    paths: /^src\/connectors\/runs\//,
    files: 355,
    why: 'it begins an import, which goes on after its request, or shows how the file is understood',
  },
  {
    kind: 'read',
    paths: /^src\/directory\/users\/list-(directory|attribute|secondary|direct-report)-users\.ts$/,
    files: 64,
    why: 'people are found by names, numbers, metadata, accounts and reviews, each filter in a file, and shown with their families',
  },
  {
    kind: 'read',
    paths: /^src\/connectors\/sync\//,
    files: 136,
    why: 'a preview reads people of a source by the code of a sync, and each vendor has a folder of its own',
  },
  {
    kind: 'read',
    paths: /^src\/directory\/users\/(describe-directory-user|list-[a-z-]+)\.ts$/,
    files: 53,
    why: 'a person is shown with families of identities, rules, stays and attributes',
  },
  {
    kind: 'write',
    paths: /^src\/directory\/users\/[a-z]+-directory-user\.ts$/,
    files: 84,
    why: 'it answers with the person as described, is counted by limits, and ends what the person holds',
  },
  {
    kind: 'write',
    paths: /^src\/directory\/links\//,
    files: 86,
    why: 'a link moves what a run of a source moves: the person, their manager, attributes, and access within the limits',
  },
  {
    kind: 'read',
    paths: /^src\/policy\/(rules|rulesets|users)\//,
    files: 44,
    why: 'rules are shown in words, without what the viewer may not see, and with the stays of people',
  },
  {
    kind: 'write',
    paths: /^src\/policy\/(rules|rulesets|attributes|dimensions)\//,
    files: 57,
    why: 'a command answers with the whole record, and writes the rules and conditions that follow from it',
  },
  {
    kind: 'read',
    paths: /^src\/workspace\/(search|summary)\//,
    files: 155,
    why: 'it shows of every kind of record what the caller may see, by the rules of its noun',
  },
  {
    kind: 'read',
    paths: /^src\/workspace\/audit-changes\//,
    files: 42,
    why: 'its search looks for names of every kind of record that the caller may see',
  },
  {
    kind: 'read',
    paths: /^src\/directory\/resources\/list-resource-drift\.ts$/,
    files: 47,
    why: 'people who should have a resource are shown with the rules that say so, drafts included, beside the accounts that have it',
  },
  {
    kind: 'read',
    paths: /^src\/directory\/resources\/list-suggested-rules\.ts$/,
    files: 35,
    why: 'rules are found in a thread from what policy reads of everybody, and shown in words',
  },
  {
    kind: 'read',
    paths:
      /^src\/directory\/resources\/list-(directory-resources|resources-of-directory-user)\.ts$/,
    files: 35,
    why: 'resources are found by filters and searches of their own, and those of a person are compared with what they should have',
  },
  {
    kind: 'read',
    paths: /^src\/connectors\/runs\/describe-run\.ts$/,
    files: 20,
    why: 'a run is shown with what its import kept of its outcome',
  },
  {
    kind: 'read',
    paths: /^src\/connectors\/runs\/list-run-rows\.ts$/,
    files: 33,
    why: 'the run is found as it is described, and its rows are grouped by what to do',
  },
  {
    kind: 'read',
    paths: /^src\/connectors\/runs\/list-run-(effects|people)\.ts$/,
    files: 41,
    why: 'the run is found as it is described, and what its plan would do is shown as that of any plan',
  },
  {
    kind: 'read',
    paths: /\/(list|export)-[a-z-]+\.ts$/,
    files: 30,
    why: 'pages, cursors and filters are twelve files of the frame',
  },
  {
    kind: 'read',
    paths: /^src\/(workspace\/[a-z-]+|policy\/settings|directory\/users)\/describe-[a-z-]+\.ts$/,
    files: 24,
    why: 'the record is shown beside its owner, issuer or defaults, as far as the caller may see them',
  },
]

/** The endpoints that load more files than they may, one line each. */
export function tooLarge(closures: readonly EndpointClosure[]): string[] {
  return closures.flatMap(({ path, kind, files }) => {
    const exception = exceptions.find((each) => each.kind === kind && each.paths.test(path))
    const most = exception?.files ?? limits[kind]
    return files <= most
      ? []
      : [`${path} loads ${files} files of ours; as a ${kind} it may load ${most}`]
  })
}
