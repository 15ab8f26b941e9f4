import { crdsOf } from './crds.js';
import type { KubeObject } from './kube-object.js';

const groups = ['source', 'kustomize', 'helm', 'notification'].map((name) => `${name}.toolkit.fluxcd.io`);

/** The kinds that no controller started here looks at: their status stays as the API server makes it. */
const unwatched = ['ExternalArtifact', 'Alert', 'Provider', 'Receiver'];

interface CrdSpec {
  readonly names: { readonly kind: string };
  readonly versions: readonly {
    readonly schema: { readonly openAPIV3Schema: { readonly properties: { readonly status?: object } } };
  }[];
}

/**
 * Flux's CRDs from `schemas/crds/`, with the default of `status` that its own have and that the facts there leave out.
 * Without it a new HelmRelease has no status, which `wait: true` takes for ready: what depends on the release's CRDs
 * would be applied before they are there.
 */
export const planFluxCrds = (): KubeObject[] =>
  crdsOf(groups).map((crd) => {
    const spec = crd.spec as unknown as CrdSpec;
    if (unwatched.includes(spec.names.kind)) return crd;
    const versions = spec.versions.map((version) => {
      const { openAPIV3Schema: schema } = version.schema;
      const status = { ...schema.properties.status, default: { observedGeneration: -1 } };
      const properties = { ...schema.properties, status };
      return { ...version, schema: { ...version.schema, openAPIV3Schema: { ...schema, properties } } };
    });
    return { ...crd, spec: { ...crd.spec, versions } };
  });
