import { isLabel } from '../addon/names.js';
import { ALERTS_FIX, type Alerts, isAlertsOption } from '../alerts/alerts.js';
import { isReceiver, type PushReceiver, RECEIVER_FIX } from '../alerts/receiver.js';
import { type SourceNamespace, sourceNamespaces } from '../constructs/source-namespace.js';
import { type BootstrapSecret, isBootstrap, type TypeMismatch, valuesConfigMap } from '../contract/index.js';
import {
  type FluxVersion,
  fluxVersions,
  type KubernetesVersion,
  kubernetesVersions,
} from '../declared/declared-cluster.js';
import type { Defaults } from '../declared/defaults.js';
import type { External, ExternalKustomization } from '../declared/external.js';
import type { ExternalObject } from '../declared/external-object.js';
import type { Mirrors } from '../declared/mirrors.js';
import { boundaryOwners, OWNER_PATTERN, type OwnerBoundary } from '../declared/owner-boundary.js';
import { isSops, SOPS_FIX, type Sops } from '../encryption/sops.js';
import type { FluxSettings } from '../flux/flux-settings.js';
import { isObject } from '../json/is-object.js';
import { defaultsOption } from './parse-defaults.js';
import { flag, type OptionType, oneOf, text } from './parse-options.js';

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names */
const CONFIG_MAP_NAME = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * What a FluxCluster takes; see docs/clusters.md. Name the capabilities in `external`, and what `varsNamespaces` holds, since
 * without names the type has objects alone: `FluxClusterOptions<'nodes', 'apps'>`. Of options of the type
 * `FluxClusterOptions<External, string>`, the compiler doesn't know what is there, and only synth checks `requires`.
 */
export type FluxClusterOptions<E extends External = ExternalObject, W extends string = never> = ClusterOptions<E, W> &
  FluxOptions;

/** Which Flux runs in a cluster, and how. */
export type FluxOptions =
  | {
      /** The Flux that runs in the cluster: what it knows may be written. @default '2.9' */
      readonly flux?: FluxVersion;
      /**
       * Flux runs with `--no-cross-namespace-refs`, as for several tenants, which others have set: the source of each chart
       * is then in the namespace of its release. On a cluster that runs, keep to the order of docs/how-to/lockdown.md.
       *
       * @default false
       */
      readonly lockdown?: boolean;
    }
  | {
      /** The Flux that runs in the cluster, and the settings of its controllers: synth writes what applies them. */
      readonly flux: FluxSettings;
      /** `flux.noCrossNamespaceRefs` says it. */
      readonly lockdown?: never;
    };

/** Refuses fields that an entry of `external` doesn't have: what is inferred may have more than its constraint. */
type UnknownFields<E> = E extends string
  ? unknown
  : {
      readonly [K in Exclude<keyof E, keyof ExternalKustomization | keyof ExternalObject> &
        string]: TypeMismatch<`an entry of external has no option '${K}'`>;
    };

/** What a FluxCluster takes beside Flux's own settings. */
export interface ClusterOptions<E extends External = External, W extends string = string> {
  /**
   * The folder that the cluster's Flux reads, from the repository's root, as its root Kustomization has it in
   * `spec.path`: `kubernetes/flux/cluster`. It may be outside of the project, but must be the cluster's own: Flux applies
   * everything in it. The addons' folders and the contract stay below the app's `root`.
   *
   * @default - `clusters/<name>` below the app's `root`
   */
  readonly path?: string;
  /**
   * The file in that folder which sums the cluster up, where a README of yours is there already: `fluxspan.md`.
   *
   * @default 'README.md'
   */
  readonly readme?: `${string}.md`;
  /**
   * The Kubernetes that runs in the cluster. What only a newer one refuses is a notice.
   *
   * @default the newest that fluxspan knows, '1.36'
   */
  readonly kubernetes?: KubernetesVersion;
  /** The git revision that Flux follows, which `synth` compares with. @default 'origin/main' */
  readonly base?: string;
  /**
   * What is there without fluxspan: capabilities, namespaces, Kustomizations of others, and objects.
   *
   * @example external: ['cert-manager.io', { kind: 'Namespace', name: 'web' }, { kind: 'Secret', namespace: 'web', name: 'pull' }]
   * @default - nothing
   * @see docs/clusters.md
   */
  readonly external?: readonly (E & UnknownFields<E>)[];
  /**
   * What belongs to whom, as the team has decided: `{ terraform: ['Namespace/*'] }`. What crosses this boundary is an error
   * (docs/owners.md). @default - nothing is decided
   */
  readonly owners?: OwnerBoundary;
  /**
   * The Secrets that a person or a pipeline brings before Flux runs, by name: the key of SOPS, a Git credential.
   * `{ 'sops-age': secret({ keys: ['age.agekey'] }) }`
   */
  readonly bootstrap?: Readonly<Record<string, BootstrapSecret>>;
  /**
   * Alerts of what Flux does in the cluster. The addon `notifications` has them.
   *
   * @default - none
   * @see docs/how-to/alerts.md
   */
  readonly alerts?: Alerts | readonly Alerts[];
  /**
   * How Secrets in Git are encrypted. Each Kustomization with an encrypted file decrypts it.
   *
   * @default - nothing is decrypted
   * @see docs/how-to/sops.md
   */
  readonly secrets?: Sops;
  /** A webhook by which a push is applied in seconds, instead of at the source's next interval. @default - none */
  readonly receiver?: PushReceiver;
  /** Where the cluster fetches its sources from instead: private registries and repositories, by prefix of the URL. */
  readonly mirrors?: Mirrors;
  /** Every source must be covered by a mirror, as behind an air gap. @default false */
  readonly requireMirrors?: boolean;
  /**
   * Where the sources of charts live, unless a chart says otherwise: with Flux, or each in the namespace of its release.
   *
   * @default 'flux-system'; with `lockdown`, 'release-namespace'
   */
  readonly chartSourceNamespace?: SourceNamespace;
  /**
   * The ClusterRole as which Flux installs the releases that name no account: each addon with such releases gets a
   * ServiceAccount, bound to it in the whole cluster. With `flux.defaultServiceAccount`, the platform's own releases need
   * one: `'cluster-admin'` is what they have without that flag.
   *
   * @default - Flux decides
   * @see docs/accounts.md
   */
  readonly releaseRole?: string;
  /** Settings of the Kustomizations and releases of all its addons, over those of the app. @default - none */
  readonly defaults?: Defaults;
  /**
   * The name of the ConfigMap that carries the contract's vars. To change it on a cluster that runs, see docs/terraform.md.
   *
   * @default 'cluster-vars-terraform'
   */
  readonly varsConfigMap?: string;
  /**
   * Namespaces that get the ConfigMap of vars too, for Kustomizations that live there. The cluster's Terraform module
   * makes them, unless Kubernetes does or `external` lists them. @default - `flux-system` alone has it
   */
  readonly varsNamespaces?: readonly W[];
}

/** A file of the cluster's folder, and not below it. */
const README_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*\.md$/;

/** The API server takes any name of a role that can be a part of a path. */
const ROLE_NAME = /^(?!\.{1,2}$)[^\s/%${}]+$/;

const versionOption = oneOf(fluxVersions);

export const clusterOptionTypes: Readonly<Record<keyof FluxClusterOptions, OptionType>> = {
  path: text("give the folder that Flux reads, from the repository's root: 'kubernetes/flux/cluster'"),
  readme: {
    accepts: (value) => typeof value === 'string' && README_NAME.test(value),
    fix: "give the name of a file that ends in .md, without a folder: 'fluxspan.md'",
  },
  flux: {
    accepts: (value) => isObject(value) || versionOption.accepts(value),
    fix: `${versionOption.fix}, or settings: { version: '2.9', requeueDependency: '5s' }`,
  },
  kubernetes: oneOf(kubernetesVersions),
  base: text("give a git revision: 'origin/main'"),
  // Read by parseExternal, which says more.
  external: { accepts: () => true, fix: '' },
  owners: {
    accepts: (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([owner, list]) =>
          Array.isArray(list) &&
          (owner === 'roots'
            ? list.every((one) => typeof one === 'string')
            : boundaryOwners.some((one) => one === owner) &&
              list.every((one) => typeof one === 'string' && OWNER_PATTERN.test(one))),
      ),
    fix: `give owners their patterns: { terraform: ['Namespace/*'] }. The owners are ${boundaryOwners.join(', ')}; roots has folders`,
  },
  bootstrap: {
    accepts: isBootstrap,
    fix: "give Secrets by name: { 'sops-age': secret({ keys: ['age.agekey'] }) }",
  },
  alerts: { accepts: isAlertsOption, fix: ALERTS_FIX },
  receiver: { accepts: isReceiver, fix: RECEIVER_FIX },
  secrets: { accepts: isSops, fix: SOPS_FIX },
  mirrors: {
    accepts: (value) =>
      isObject(value) &&
      Object.values(value).every((one) => typeof one === 'string' || (isObject(one) && typeof one['url'] === 'string')),
    fix: "give each prefix its URL: { 'https://charts.example.org': 'oci://…' or { url: 'oci://…' } }",
  },
  requireMirrors: flag,
  lockdown: flag,
  chartSourceNamespace: oneOf(sourceNamespaces),
  releaseRole: {
    accepts: (value) => typeof value === 'string' && ROLE_NAME.test(value),
    fix: "give the name of a ClusterRole: 'cluster-admin'",
  },
  defaults: defaultsOption,
  varsConfigMap: {
    accepts: (value) =>
      typeof value === 'string' && CONFIG_MAP_NAME.test(value) && !value.endsWith(valuesConfigMap('')),
    fix: "give a name for a ConfigMap, lower-case, that doesn't end in '-values-terraform': 'cluster-vars'",
  },
  varsNamespaces: {
    accepts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string' && isLabel(one)),
    fix: "give a list of namespaces: ['apps']",
  },
};
