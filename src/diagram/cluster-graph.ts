/** What `fluxspan graph` draws of one cluster; its JSON is this, printed. All lists have a stable order. */
export interface ClusterGraph {
  readonly cluster: string;
  /** The minor version of Flux: `2.9`. */
  readonly flux: string;
  /** How many Kustomizations have to be ready one after the other. */
  readonly levels: number;
  /** Ids along a longest chain of waits, what is waited for first. */
  readonly criticalPath: readonly string[];
  /** How many more nodes a chain of that length ends in. */
  readonly otherPaths: number;
  readonly stages: readonly string[];
  /** Addons in the order of stages, then of names; then external Kustomizations. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** What Terraform, or the cloud, must supply: vars, then values, then secrets. */
  readonly inputs: readonly GraphInput[];
  readonly namespaces: readonly GraphNamespace[];
}

/** A Kustomization of Flux: that of an addon, or one that others write. */
export interface GraphNode {
  /** The addon's name; of an external Kustomization `namespace/name`. */
  readonly id: string;
  /** `tenants`: many tenants of a stage that wait for the same; their names are in `tenants`. */
  readonly kind: 'addon' | 'external' | 'tenants';
  /** `namespace/name`, as `owner` of objects has it. */
  readonly kustomization: string;
  /** Absent for external Kustomizations. */
  readonly stage?: string;
  /** From 1 on: what it waits for has smaller ones. Absent if it is in a circle, or waits for one. */
  readonly level?: number;
  readonly description?: string;
  /** Where the addon's objects live. Absent where it has none in a namespace. */
  readonly namespace?: string;
  /** The addon's folder in the project. Absent where a source has its objects. */
  readonly folder?: string;
  /** What has its objects in place of the tree. */
  readonly source?: string;
  /** The names of the tenants that the node stands for. Absent for other nodes. */
  readonly tenants?: readonly string[];
  readonly requires: readonly string[];
  readonly provides: readonly string[];
  readonly releases: readonly GraphRelease[];
  readonly objects: readonly GraphObject[];
}

/** A HelmRelease of an addon, and the chart that the addon declares for it. */
export interface GraphRelease {
  readonly name: string;
  readonly namespace?: string;
  /** Absent where the addon declares no chart of that name. */
  readonly chart?: string;
  /** Exact, or a range. */
  readonly version?: string;
}

/** An object in the tree. */
export interface GraphObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The Kustomization that applies it, as `namespace/name`. */
  readonly owner: string;
  /** Its file in the project. Absent while the cluster has names that the tree can't hold. */
  readonly file?: string;
}

/** One Kustomization that waits for another. */
export interface GraphEdge {
  /** The id of what is waited for. */
  readonly from: string;
  /** The id of what waits. */
  readonly to: string;
  /** Both ends follow each other on the critical path. */
  readonly critical: boolean;
  /** The `dependsOn` of a stage declares it, and nothing requires it. */
  readonly chosen: boolean;
  /** Other edges lead from one end to the other anyway. */
  readonly implied: boolean;
}

/** A value that only Terraform, the cloud or another addon's objects know. */
export interface GraphInput {
  readonly channel: 'vars' | 'values' | 'secrets' | 'outputs';
  /** The var, the path in the release's values, the property of the secret, or the output. */
  readonly name: string;
  /** The release, the secret, or the addon that produces it. Absent for vars. */
  readonly of?: string;
  readonly description?: string;
  /** In words: `string`, `"a" or "b"`. */
  readonly type: string;
  readonly required: boolean;
  readonly suppliedBy: 'terraform' | 'aws' | 'azure' | 'gcp' | 'addon';
  readonly carriers: readonly GraphCarrier[];
  readonly readBy: readonly GraphReader[];
}

/** How an input reaches the cluster. */
export type GraphCarrier =
  | { readonly kind: 'ConfigMap' | 'Secret'; readonly namespace: string; readonly name: string; readonly key: string }
  /** A secret in the secret manager, whose name or ARN is in a var. */
  | { readonly kind: 'RemoteSecret'; readonly nameIn: string };

/** One field that reads an input. */
export interface GraphReader {
  readonly addon: string;
  /** `Kind/name`. Absent where only the addon's declaration is known to read it. */
  readonly object?: string;
  readonly path?: string;
  /** The field of the object by which the value arrives there, if that is another one. */
  readonly through?: string;
}

/** A namespace in which the cluster has objects, and who creates it. */
export interface GraphNamespace {
  readonly name: string;
  readonly creator: 'kubernetes' | 'terraform' | 'flux' | 'addon' | 'external';
  readonly addon?: string;
}
