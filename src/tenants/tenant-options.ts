import type { Construct } from 'constructs';
import type { LimitRangeItem, ServiceAccountProps } from '../../imports/core.js';
import type { NetworkPolicySpec } from '../../imports/networking.k8s.io.js';
import type { AlertSpec, ProviderSpec, ReceiverSpec } from '../../imports/notification.toolkit.fluxcd.io.js';
import type { AddonSource } from '../addon/source.js';
import type { Alerts } from '../alerts/alerts.js';
import type { PushReceiver } from '../alerts/receiver.js';
import type { KustomizationSettings, Overriding } from '../constructs/kustomization-settings.js';
import type { VarShape } from '../contract/index.js';
import type { Sops } from '../encryption/sops.js';

/** What a team, or a group of it, may do in its namespaces. */
export interface TenantRole {
  /** The kind of the role. */
  readonly kind: 'ClusterRole' | 'Role';
  /** `metadata.name` of the role. */
  readonly name: string;
  /** The role is there without fluxspan. @default false */
  readonly external?: boolean;
}

/** A group of the directory with a role of its own. */
export interface TenantGroup {
  /** The group as the API server sees it: often the object ID of the directory. */
  readonly name: string;
  /** What the group may do in the tenant's namespaces. @default - the tenant's role */
  readonly role?: string | TenantRole;
}

/** A Gateway that the team's routes may attach to. */
export interface TenantGateway {
  /** `metadata.name` of the Gateway. */
  readonly name: string;
  /** Where the Gateway lives, and its pods: the team's NetworkPolicy lets requests in from there. */
  readonly namespace: string;
}

/** Where Flux posts what happens to the team's objects: the spec of a Provider, and of the Alert that uses it. */
export interface TenantAlerts extends ProviderSpec {
  /** Fields of the Alert, over the defaults: errors of all of the team's sources, Kustomizations and releases. */
  readonly alert?: Partial<Omit<AlertSpec, 'providerRef'>>;
}

/** The first step of removing a tenant; see docs/how-to/teams.md. */
export interface TenantOffboarding {
  /** Why, for those who review the change. */
  readonly reason: string;
  /**
   * Lets Flux delete the namespaces with everything in them once the declaration is gone. Without it, they stay.
   *
   * @default false
   */
  readonly deleteNamespaces?: boolean;
}

/** What `extend` gets to know of the tenant. */
export interface TenantParts {
  /** The tenant's name. */
  readonly name: string;
  /** Its namespaces; its account and its source are in the first. */
  readonly namespaces: readonly [string, ...string[]];
  /** The name of the ServiceAccount that Flux impersonates. */
  readonly serviceAccount: string;
  /** The label of all objects that the platform makes for the tenant. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A team on a shared cluster, as {@link tenant} takes it. */
export interface TenantOptions<N extends string = string, R extends string = string, V extends VarShape = VarShape> {
  /** A DNS label, unique in a cluster: the tenant's Kustomization, source and folder are named after it. It can't change. */
  readonly name: N;
  /** One sentence for the tree's README. */
  readonly description?: string;
  /** Its namespaces. The first is where its account, its source and its alerts live. @default - one, with the tenant's name */
  readonly namespaces?: readonly string[];
  /** Makes the namespaces. Set it to `false` if something else does. @default true */
  readonly createNamespaces?: boolean;
  /** Labels of its namespaces, over those that the other options give them. @default - none */
  readonly namespaceLabels?: Readonly<Record<string, string>>;
  /** The groups of the directory that the team is. @default - no person has rights by the tenant */
  readonly groups?: string | readonly (string | TenantGroup)[];
  /**
   * What its account and its groups may do in its namespaces: a ClusterRole by name, or a role. `false` binds none.
   *
   * @default 'edit'
   */
  readonly role?: string | TenantRole | false;
  /** The account that Flux impersonates for the tenant's objects. @default 'reconciler' */
  readonly serviceAccount?: string;
  /**
   * Secrets with credentials of registries, in its first namespace: for an `ociSource` with `serviceAccountName`, and for pods
   * that run as the account. @default - none
   */
  readonly imagePullSecrets?: ServiceAccountProps['imagePullSecrets'];
  /** The team's repository, artifact or bucket, which Flux looks at each minute. @default - none, and no Kustomization */
  readonly source?: AddonSource;
  /** The folder in its source. @default './' */
  readonly path?: string;
  /** Settings of the Kustomization that applies what the team commits, over the defaults; `null` takes one away. */
  readonly kustomization?: Overriding<Omit<KustomizationSettings, 'namespace' | 'serviceAccountName'>>;
  /** Keeps the claims that the team's repository declares when they or the tenant are removed from it. @default true */
  readonly keepClaims?: boolean;
  /**
   * `spec.hard` of a ResourceQuota in each of its namespaces, over the default. `false` makes none.
   *
   * @default { 'services.loadbalancers': 0, 'services.nodeports': 0 }
   */
  readonly quota?: Readonly<Record<string, string | number | null>> | false;
  /**
   * The limits of a LimitRange in each of its namespaces. `false` makes none.
   *
   * @default - requests and limits for containers without, if `quota` counts them: Kubernetes would refuse their pods
   */
  readonly limits?: readonly LimitRangeItem[] | false;
  /**
   * The NetworkPolicy in each of its namespaces. `false` makes none.
   *
   * @default - pods take requests from the tenant's own namespaces and those of its gateways only
   */
  readonly networkPolicy?: NetworkPolicySpec | false;
  /** The Pod Security level that its namespaces enforce. `false` sets none. @default 'baseline' */
  readonly podSecurity?: 'privileged' | 'baseline' | 'restricted' | false;
  /** The Gateways that its routes may attach to. @default - none */
  readonly gateways?: readonly TenantGateway[];
  /** The ClusterSecretStores that its ExternalSecrets may read. @default - none */
  readonly stores?: readonly string[];
  /**
   * Vars of the contract that the team's Kustomizations may substitute, by name: the ConfigMap `platform-vars` in its first
   * namespace has their values. See docs/how-to/tenant-repository.md.
   *
   * @example { TF_DOMAIN: hostname() }
   * @default - none
   */
  readonly vars?: V;
  /** Alerts of all of the team's sources, Kustomizations and releases; or the spec of a Provider. @default - none */
  readonly alerts?: Alerts | readonly Alerts[] | TenantAlerts;
  /**
   * How the team encrypts the Secrets of its repository: its Kustomization decrypts them by a key in its namespace.
   *
   * @default - nothing is decrypted
   */
  readonly secrets?: Sops;
  /** A webhook that has Flux fetch the source on a push, instead of at the next minute; or the spec of a Receiver. @default - none */
  readonly receiver?: PushReceiver | Omit<ReceiverSpec, 'resources'>;
  /** Capabilities that what `extend` makes requires of earlier stages. @default - none */
  readonly requires?: readonly R[];
  /** Makes more of the platform's objects for the tenant. They are applied with the platform's rights. */
  extend?(scope: Construct, tenant: TenantParts): void;
  /** The first of the two commits that remove a tenant. @default - the tenant stays */
  readonly offboard?: TenantOffboarding;
}
