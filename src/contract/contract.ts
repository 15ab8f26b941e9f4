import type { JsonSchema } from './json-schema.js';
import type { Cloud } from './remote-secret.js';

/** The ConfigMap that carries the vars of a cluster, in `flux-system`. */
export const VARS_CONFIG_MAP = 'cluster-vars-terraform';
/** The namespace of Flux: its Kustomizations, its sources, the ConfigMap of vars. */
export const FLUX_NAMESPACE = 'flux-system';
/** The Kustomization that applies a cluster's folder, as `flux bootstrap` makes it: `namespace/name`. */
export const ROOT_OWNER = `${FLUX_NAMESPACE}/flux-system`;
/** Makes Flux (2.7 and later) reconcile readers as soon as the ConfigMap changes. */
export const WATCH_LABEL = { 'reconcile.fluxcd.io/watch': 'Enabled' } as const;
/** The key of a values document. */
export const VALUES_KEY = 'values.yaml';

export const valuesConfigMap = (release: string): string => `${release}-values-terraform`;

/** The ConfigMap of the vars that one Terraform state supplies; the main one's has the cluster's name for it. */
export const varsConfigMapOf = (varsConfigMap: string, state: string | undefined): string =>
  state === undefined ? varsConfigMap : `${varsConfigMap}-${state}`;

/** One place of the tree that reads an input. */
export interface Reader {
  readonly addon: string;
  /** `Kind/name`; absent where only the addon's declaration is known to read it. */
  readonly object?: string;
  readonly path?: string;
}

/** One key of the ConfigMap of vars. */
export interface ContractVar {
  /** The Terraform state that supplies it. @default - the main one */
  readonly from?: string;
  readonly schema: JsonSchema;
  /** False where every reader has a default. */
  readonly required: boolean;
  readonly declaredBy: readonly string[];
  readonly readBy: readonly Reader[];
}

/** The values document of one release. */
export interface ContractValues {
  /** The Terraform state that supplies it. @default - the main one */
  readonly from?: string;
  readonly addon: string;
  readonly namespace: string;
  readonly configMap: string;
  readonly key: string;
  readonly schema: JsonSchema;
  readonly readBy: readonly Reader[];
}

/** One remote secret: a JSON object in the secret manager. */
export interface ContractSecret {
  /** The Terraform state that supplies it. @default - the main one */
  readonly from?: string;
  /** The var that holds the secret's name or ARN; in a contract of YAML, the name itself if no var holds it. */
  readonly key: string;
  /** Who writes the secret: Terraform, or the cloud itself. */
  readonly managedBy: 'terraform' | Cloud;
  readonly properties: Readonly<Record<string, ContractProperty>>;
  readonly declaredBy: readonly string[];
  /** Places that read all properties at once. */
  readonly readBy: readonly Reader[];
}

/** One property of a remote secret, which is a text; or one key that an addon produces. */
export interface ContractProperty {
  readonly schema: JsonSchema;
  readonly readBy: readonly Reader[];
}

/** A ConfigMap that Terraform writes. */
export interface ContractConfigMap {
  /** The Terraform state that writes it. @default - the main one */
  readonly from?: string;
  readonly namespace: string;
  readonly name: string;
  readonly holds: 'vars' | 'values';
  /** The release whose values it holds; absent for the vars. */
  readonly release?: string;
  /** The key of the document; absent for the vars, whose keys are the vars. */
  readonly key?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `Kustomization/<name>` and `HelmRelease/<name>` that read it. */
  readonly readBy: readonly string[];
}

/** A ConfigMap or Secret that an addon's objects produce in the cluster, and that others read. */
export interface ContractOutput {
  /** The addon whose objects produce it. */
  readonly addon: string;
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  /** What others may read, by key. The object may have more. */
  readonly keys: Readonly<Record<string, ContractProperty>>;
}

/** A Secret that a person or a pipeline brings before Flux runs. Its values are known to nothing here. */
export interface ContractBootstrap {
  readonly namespace: string;
  readonly name: string;
  /** The type of the Secret. */
  readonly type: string;
  readonly keys: readonly string[];
  readonly description?: string;
  /** `Kind/name` of the objects that name it. */
  readonly readBy: readonly string[];
}

/** `ConfigMap/namespace/name`. */
export const outputObjectOf = ({
  kind,
  namespace,
  name,
}: {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}): string => `${kind}/${namespace}/${name}`;

/** A namespace in which the cluster has objects, and who creates it. */
export interface ContractNamespace {
  readonly name: string;
  readonly creator: 'kubernetes' | 'terraform' | 'flux' | 'addon' | 'external';
  /** The addon that creates it, where one does. */
  readonly addon?: string;
  /** Labels that its addons need. Absent where they need none. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** What Terraform must supply for one cluster. `contract.json` is this, printed; its JSON Schema is `docs/contract.schema.json`. */
export interface Contract {
  /** The version of this format. */
  readonly contract: 1;
  /** The name of the cluster. */
  readonly cluster: string;
  /** By name. */
  readonly vars: Readonly<Record<string, ContractVar>>;
  /** By release. */
  readonly values: Readonly<Record<string, ContractValues>>;
  /** By the name that the addons give it. */
  readonly secrets: Readonly<Record<string, ContractSecret>>;
  /** The ConfigMaps that Terraform writes, which carry the vars and values. */
  readonly configMaps: readonly ContractConfigMap[];
  /** What addons produce for each other, and Terraform doesn't supply. Absent if there is none. */
  readonly outputs?: readonly ContractOutput[];
  /** What is brought before Flux runs. Absent where there is nothing. */
  readonly bootstrap?: readonly ContractBootstrap[];
  /** Of the part of a contract that one state besides the main one keeps; absent in contract.json. */
  readonly state?: {
    readonly name: string;
    /** Whether its module makes `flux-system`, since no other state writes there first. */
    readonly makesFluxNamespace: boolean;
  };
  /** The namespaces in which the cluster has objects, and who creates each. */
  readonly namespaces: readonly ContractNamespace[];
}
