import type { SettingsLayer } from '../constructs/merge-layers.js';
import type { AppSettings } from '../declared/declared-app.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { type Offer, tenantHome } from '../tenants/offer/offer.js';

/** What the Kustomizations and releases of a tenant's own repository have, unless its code says otherwise. */
export const tenantDefaults = (
  offer: Offer | undefined,
): { readonly kustomization?: SettingsLayer; readonly helmRelease?: SettingsLayer } => {
  if (offer === undefined) return {};
  const serviceAccountName = offer.account.name;
  return {
    kustomization: {
      namespace: tenantHome(offer),
      serviceAccountName,
      // A worker that waits for a tenant is missing to all others.
      wait: false,
      timeout: '2m',
    },
    helmRelease: { serviceAccountName },
  };
};

/** The source that a cluster's Kustomizations read, unless they have their own: the platform makes that of a tenant. */
export const sourceOf = (app: Pick<AppSettings, 'source'>, cluster: AnyFluxCluster): AppSettings['source'] => {
  const offer = cluster.published?.offer;
  if (offer === undefined) return app.source;
  const { kind, name } = offer.source;
  return { kind: kind as AppSettings['source']['kind'], name, namespace: tenantHome(offer) };
};

const PRUNE = 'kustomize.toolkit.fluxcd.io/prune';

/**
 * A claim as the platform keeps it, for which it annotates those that its own Kustomization applies: the tenant's
 * Kustomizations are removed with it, and would delete theirs.
 */
export const withKeptClaims = (offer: Offer | undefined, json: JsonObject): JsonObject => {
  if (offer?.keepsClaims !== true || json['kind'] !== 'PersistentVolumeClaim' || json['apiVersion'] !== 'v1')
    return json;
  const metadata = isObject(json['metadata']) ? json['metadata'] : {};
  const annotations = isObject(metadata['annotations']) ? metadata['annotations'] : {};
  return { ...json, metadata: { ...metadata, annotations: { [PRUNE]: 'disabled', ...annotations } } };
};
