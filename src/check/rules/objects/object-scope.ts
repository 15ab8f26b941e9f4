import { Manifest } from '../../../constructs/manifest.js';
import { diagnose } from '../../../diagnostics/index.js';
import type { Rule } from '../../rule.js';

/** Kubernetes' own groups that are known whole: what is not cluster-scoped there is namespaced. */
const KNOWN =
  /^(|apps|autoscaling|batch|policy|networking\.k8s\.io|rbac\.authorization\.k8s\.io|[a-z]+\.toolkit\.fluxcd\.io)$/;

/** What belongs to no namespace names none, and what belongs to one says which; our own constructs ask for it themselves. */
export const objectScope: Rule = ({ addons, built: { scopeOf } }, report) => {
  for (const { objects } of addons) {
    for (const { addon, title, kind, group, namespace, construct } of objects) {
      const scope = scopeOf(group, kind);
      const isCluster = scope === 'Cluster';
      const isNamespaced = scope === 'Namespaced' || (scope === undefined && KNOWN.test(group));
      if (isCluster && namespace !== undefined) {
        report(
          diagnose('FX612', {
            message: `${title} is cluster-scoped, and has the namespace "${namespace}"`,
            at: { addon, object: title, path: 'metadata.namespace' },
            fix: 'take the namespace out',
          }),
        );
      } else if (isNamespaced && namespace === undefined && !Manifest.isManifest(construct)) {
        report(
          diagnose('FX612', {
            message: `${title} has no namespace, and a ${kind} is always in one`,
            at: { addon, object: title, path: 'metadata.namespace' },
            notes: ['Flux says: namespace not specified'],
            fix: 'give the addon a `namespace`, or the object its own',
          }),
        );
      }
    }
  }
};
