import type { JsonSchema } from '../../contract/index.js';
import type { JsonObject } from '../../json/json-value.js';

/** The version of the format: a newer one is for a newer fluxspan to read. */
export const OFFER_VERSION = 1;

/** A rule of a role, as Kubernetes writes it. */
export interface OfferedRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** A role that the tenant's account has. */
export interface OfferedRole {
  /** `ClusterRole/edit`. */
  readonly role: string;
  /** Where the account has it. @default - in the whole cluster */
  readonly namespace?: string;
  /** What it grants. @default - what Kubernetes and Flux give a role of that name */
  readonly rules?: readonly OfferedRule[];
}

/** A namespace of the tenant. */
export interface OfferedNamespace {
  /** With the Pod Security level that it enforces, and what lets it use Gateways and stores. */
  readonly labels: Readonly<Record<string, string>>;
  /** By name of a ResourceQuota: its `spec.hard`. */
  readonly quotas: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By name of a LimitRange: its `spec.limits`. */
  readonly limits: Readonly<Record<string, readonly JsonObject[]>>;
}

/** A kind that the cluster serves. */
export interface OfferedKind {
  /** Absent if only the API server knows it. */
  readonly plural?: string;
  readonly scope: 'Cluster' | 'Namespaced';
  /** By version: its schema; `true` for one that fluxspan has itself. */
  readonly versions: Readonly<Record<string, JsonObject | true>>;
}

/** The kinds of an API group that something installs in the cluster. */
export interface OfferedGroup {
  /** Whether `kinds` has all of them. */
  readonly isComplete: boolean;
  readonly kinds: Readonly<Record<string, OfferedKind>>;
}

/** What a platform offers a tenant in one cluster: `fluxspan publish` prints it, and the tenant's repository keeps it. */
export interface Offer {
  /** The version of this format. */
  readonly offer: 1;
  readonly tenant: string;
  readonly cluster: string;
  readonly kubernetes: string;
  readonly flux: {
    readonly version: string;
    readonly noCrossNamespaceRefs: boolean;
    readonly noRemoteBases: boolean;
    readonly defaultServiceAccount?: string;
  };
  /** The source from which the platform applies the tenant's repository, and the folder in it. */
  readonly source: { readonly kind: string; readonly name: string; readonly path: string };
  /** Flux keeps the claims that the tenant's repository declares. */
  readonly keepsClaims: boolean;
  readonly account: {
    readonly name: string;
    readonly roles: readonly OfferedRole[];
    /** What else may give it rights, in words; empty if `roles` has them all. */
    readonly unknown: readonly string[];
    /** Charts of the platform may add rights on the kinds that they install to the default roles of Kubernetes. */
    readonly chartsAddRights: boolean;
  };
  /** By name; the tenant's account, its source and its Kustomizations are in the first, or in `home`. */
  readonly namespaces: Readonly<Record<string, OfferedNamespace>>;
  /** Its first namespace. @default - the first of `namespaces`; keys of digits alone come first, whatever was written */
  readonly home?: string;
  /** By name: where each Gateway is, and its listeners as far as the platform's code declares them. */
  readonly gateways: Readonly<
    Record<string, { readonly namespace: string; readonly listeners?: readonly JsonObject[] }>
  >;
  /** The names of ClusterSecretStores. */
  readonly stores: readonly string[];
  /** By `group/Kind`: names of StorageClasses, IngressClasses and the like. */
  readonly classes: Readonly<Record<string, readonly string[]>>;
  /** The ValidatingAdmissionPolicies of the cluster, and their bindings, by `Kind/name`: their specs. */
  readonly policies: Readonly<Record<string, JsonObject>>;
  /** By API group. Those of Kubernetes and Flux are left out. */
  readonly apis: Readonly<Record<string, OfferedGroup>>;
  /** The vars that the tenant's Kustomizations may substitute. */
  readonly vars: {
    /** The ConfigMap that has them, in the first namespace. */
    readonly configMap: string;
    /** By name: the type of its value, which is always there. */
    readonly vars: Readonly<Record<string, JsonSchema>>;
  };
}

/** The kinds of which an offer lists the names: cluster-scoped ones that objects of a tenant name. */
export const CLASS_KINDS = {
  'cert-manager.io/ClusterIssuer': 'clusterIssuers',
  'gateway.networking.k8s.io/GatewayClass': 'gatewayClasses',
  'networking.k8s.io/IngressClass': 'ingressClasses',
  'node.k8s.io/RuntimeClass': 'runtimeClasses',
  'scheduling.k8s.io/PriorityClass': 'priorityClasses',
  'snapshot.storage.k8s.io/VolumeSnapshotClass': 'volumeSnapshotClasses',
  'storage.k8s.io/StorageClass': 'storageClasses',
} as const;

export const GATEWAY = 'gateway.networking.k8s.io/Gateway';
export const STORE = 'external-secrets.io/ClusterSecretStore';

/** The namespace of a tenant's account, its source and its Kustomizations. */
export const tenantHome = ({ namespaces, home }: Pick<Offer, 'home' | 'namespaces'>): string =>
  home ?? Object.keys(namespaces)[0]!;

/** The namespaces of the tenant, the first one first. */
export const tenantNamespaces = (offer: Pick<Offer, 'home' | 'namespaces'>): readonly [string, ...string[]] => {
  const home = tenantHome(offer);
  return [home, ...Object.keys(offer.namespaces).filter((name) => name !== home)];
};
