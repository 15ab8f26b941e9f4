import type { Difference } from './compare-objects.js';

/** What may differ, and why. In `object` and `path`, `*` stands for any text. */
export interface AllowedDifference {
  /** `Kind namespace/name`. */
  readonly object: string;
  /** A path in the object; `(removed)` and `(added)` for a whole object, `(owner)` for the Kustomizations that apply it. */
  readonly path: string;
  readonly reason: string;
}

const fits = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

export const allows = (row: Omit<AllowedDifference, 'reason'>, difference: Difference): boolean =>
  fits(row.object, difference.object) && fits(row.path, difference.path);

const rows: readonly (readonly [object: string, path: string, reason: string])[] = [
  ['*', '(owner)', 'each addon has a Kustomization of its own'],
  ['Kustomization flux-system/addons', '(removed)', 'there is one for each addon'],
  ['Kustomization flux-system/crds', '(removed)', 'there is one for each set of CRDs'],
  ['Kustomization flux-system/*', '(added)', 'the Kustomization of one addon'],
  ['Kustomization flux-system/*', 'spec.dependsOn[0].name', 'derived from what the addon requires'],
  ['Kustomization flux-system/*', 'spec.wait', 'dependents need objects that are ready'],
  ['Kustomization flux-system/*', 'spec.timeout', 'how long that may take'],
  ['Kustomization flux-system/*', 'spec.retryInterval', 'a lost race costs a minute'],
  ['Kustomization flux-system/*', 'spec.interval', 'the same duration, written otherwise'],
  ['Kustomization flux-system/*', 'spec.postBuild.substituteFrom[0].*', 'these two have no var'],
  ['Kustomization flux-system/external-secrets-crds', 'spec.prune', 'every object of its kind would go with a CRD'],
  ['Kustomization flux-system/external-secrets-crds', 'spec.sourceRef.namespace', 'the default, written out'],
  ['GitRepository flux-system/external-secrets', 'spec.interval', "a tag doesn't move"],
  ['GitRepository flux-system/gateway-api-crds', '(added)', 'these CRDs were in a copied file'],
  ['ConfigMap */*-values-base', '(removed)', 'these values are in the release itself'],
  ['HelmRelease *', 'spec.chart.spec.version', "the charts' current versions"],
  [
    'HelmRelease istio-system/istiod',
    'spec.values*',
    "a single replica's disruption budget keeps its node from being drained",
  ],
  ['OCIRepository *', 'spec.ref.tag', "the charts' current versions"],
  ['OCIRepository *', 'spec.layerSelector.*', 'the chart may not be the first layer of a signed one'],
  ['GitRepository flux-system/external-secrets', 'spec.ref.tag', 'the version of the chart'],
  ['HelmRelease *', 'spec.install.crds', '`Skip` if the CRDs come from elsewhere, else `CreateReplace`'],
  ['HelmRelease *', 'spec.upgrade.crds', "Flux's default leaves CRDs as they were at the install"],
  ['HelmRelease *', 'spec.install.strategy.name', 'a failed install is tried again'],
  ['HelmRelease *', 'spec.upgrade.strategy.name', 'a failed upgrade is tried again'],
  ['HelmRelease *', 'spec.timeout', "Flux's default is five minutes"],
  ['HelmRelease karpenter/*', 'spec.targetNamespace', 'the default'],
  ['HelmRelease authentik/authentik', 'spec.values.authentik.postgresql.database', "the chart doesn't know it"],
  ['HelmRelease authentik/authentik', 'spec.values.authentik.postgresql.name', 'what the chart calls the database'],
  ['HelmRelease authentik/authentik', 'spec.values.redis.enabled', 'authentik no longer has Redis'],
  ['HelmRelease authentik/authentik', 'spec.values.*.replicas', "an option; the chart's default"],
  ['HelmRelease karpenter/karpenter', 'spec.values.replicas', "an option; the chart's default"],
  ['HelmRelease kube-system/alb-controller', 'spec.values.replicaCount', "an option; the chart's default"],
  [
    'HelmRelease kube-system/alb-controller',
    'spec.values.enableServiceMutatorWebhook',
    'all others would have to wait for the controller',
  ],
  ['HelmRelease kube-system/metrics-server', 'spec.values.replicas', "an option; the chart's default"],
  ['HelmRelease headlamp/headlamp', 'spec.values.replicaCount', "an option; the chart's default"],
  [
    'HelmRelease headlamp/headlamp',
    'spec.values.config.oidc.externalSecret.hasScopes',
    "later charts pass the secret's scopes on only with it",
  ],
  ['HelmRelease external-secrets/external-secrets', 'spec.values.image.*', "the chart's own"],
  [
    'HelmRelease external-secrets/external-secrets',
    'spec.values.webhook.replicaCount',
    "an option; the chart's default",
  ],
  [
    'HelmRelease authentik/authentik',
    'spec.values.blueprints.configMaps[0]',
    'the blueprint of Headlamp, which was set up by hand',
  ],
  [
    'HelmRelease authentik/authentik',
    'spec.values.worker.volumes[1].*',
    "the client's id and secret, for the blueprint",
  ],
  [
    'HelmRelease authentik/authentik',
    'spec.values.worker.volumeMounts[1].*',
    "the client's id and secret, for the blueprint",
  ],
  ['EC2NodeClass default', 'spec.amiSelectorTerms[0].alias', 'a release with images for Kubernetes 1.35'],
  ['EC2NodeClass default', 'spec.role', 'Flux puts the quotes there: a name such as `yes` stays text'],
  [
    'EC2NodeClass default',
    'spec.*SelectorTerms[0].tags["karpenter.sh/discovery"]',
    'Flux puts the quotes there: a name such as `yes` stays text',
  ],
  ['ClusterSecretStore secrets-manager-provider', 'metadata.namespace', 'the kind is cluster-scoped'],
  [
    'Namespace *',
    'metadata.annotations["kustomize.toolkit.fluxcd.io/prune"]',
    'all that is in a namespace would go with it',
  ],
  [
    'ConfigMap authentik/oidc-headlamp',
    '(added)',
    'the OIDC provider and application of Headlamp, which were set up by hand',
  ],
  ['ExternalSecret authentik/oidc-headlamp', '(added)', "the client's id and secret, for the blueprint"],
  ['ExternalSecret authentik/authentik-postgres', 'spec.refreshInterval', 'RDS rotates the password'],
  ['Namespace *', 'spec', 'it was empty'],
  ['Namespace *', 'status', 'it was empty'],
  [
    'Gateway istio-system/gateway-api',
    'spec.infrastructure.annotations["service.beta.kubernetes.io/aws-load-balancer-ssl-negotiation-policy"]',
    'without it, the load balancer accepts TLS 1.0 and 1.1',
  ],
];

/** What the cluster `dev` does otherwise than the tree that was written by hand. */
export const allowedDifferences: readonly AllowedDifference[] = rows.map(([object, path, reason]) => ({
  object,
  path,
  reason,
}));
