import { Manifest } from '../../constructs/manifest.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, placeIn } from '../rule.js';

export const objectScope = defineDiagnostic({
  code: 'FX612',
  name: 'object-scope',
  severity: 'error',
  summary:
    'A namespaced object has no namespace. As a warning: a cluster-scoped object has one, which the API server drops.',
  page: {
    example: 'a Service without metadata.namespace, or a ClusterSecretStore with one',
    flux: 'Service/web namespace not specified',
    right: 'set a namespace only where the kind has one',
  },
  exceptable: true,
});

/** Kubernetes' own groups whose kinds are all known: kinds that aren't cluster-scoped are namespaced. */
const KNOWN =
  /^(|apps|autoscaling|batch|policy|networking\.k8s\.io|rbac\.authorization\.k8s\.io|[a-z]+\.toolkit\.fluxcd\.io)$/;

/**
 * Cluster-scoped objects have no namespace, and namespaced ones name theirs. fluxspan's own constructs require it
 * themselves.
 */
export const objectScopeRule = defineRule([objectScope], ({ units, scopeOf }, report) => {
  for (const { objects } of units) {
    for (const object of objects) {
      const { title, kind, group, namespace, construct, madeBy } = object;
      const scope = scopeOf(group, kind);
      const isCluster = scope === 'Cluster';
      const isNamespaced = scope === 'Namespaced' || (scope === undefined && KNOWN.test(group));
      if (isCluster && namespace !== undefined) {
        report(
          diagnose(objectScope, {
            message: `${title} is cluster-scoped, and has the namespace "${namespace}"`,
            at: placeIn(object, 'metadata.namespace'),
            severity: 'warning',
            notes: ['the API server leaves the namespace out'],
            fix: 'take the namespace out',
          }),
        );
      } else if (
        isNamespaced &&
        namespace === undefined &&
        (madeBy !== undefined || construct === undefined || !Manifest.isManifest(construct))
      ) {
        report(
          diagnose(objectScope, {
            message: `${title} has no namespace, and a ${kind} is always in one`,
            at: placeIn(object, 'metadata.namespace'),
            notes: ['Flux reports: namespace not specified'],
            fix:
              madeBy === undefined && construct !== undefined
                ? 'give the addon a `namespace`, or the object its own'
                : 'give it a namespace',
          }),
        );
      }
    }
  }
});
