import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { varsElsewhere } from '../context/vars-elsewhere.js';
import { defineDeclaredRule } from '../rule.js';

const varsNamespace = defineDiagnostic({
  code: 'FX658',
  name: 'vars-namespace',
  severity: 'error',
  summary:
    "The Kustomization of an addon with `infra.vars` is in a namespace without the contract's vars, and Flux looks in no other.",
  page: {
    example: "web({ kustomization: { namespace: 'apps' } })   // and web has infra.vars",
    flux: 'post build failed for …: substitute from \'ConfigMap/cluster-vars-terraform\' error: configmaps "cluster-vars-terraform" not found',
    right: "new FluxCluster(app, 'dev', { varsNamespaces: ['apps'] })",
  },
});

/** Flux reads vars in the Kustomization's own namespace: https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution */
export const varsNamespaceRule = defineDeclaredRule([varsNamespace], ({ units, declared: { cluster } }, report) => {
  for (const { declared } of units) {
    const { built } = declared;
    if (!varsElsewhere(cluster, built)) continue;
    const { name, kustomizationNamespace: namespace } = built;
    const all = [...cluster.varsNamespaces, namespace].sort();
    report(
      diagnose(varsNamespace, {
        message: `the Kustomization of addon "${name}" lives in the namespace "${namespace}", which has no vars of the contract`,
        at: { addon: name, path: 'kustomization.namespace' },
        notes: [
          `Flux looks for ConfigMap "${cluster.varsConfigMap}" in the Kustomization's own namespace alone`,
          `the addon reads ${[...built.inputs.vars.keys()].sort().join(', ')}`,
        ],
        fix: `let the contract put it there: varsNamespaces: [${all.map((one) => `'${one}'`).join(', ')}] on the cluster; or leave the Kustomization in flux-system`,
      }),
    );
  }
});
