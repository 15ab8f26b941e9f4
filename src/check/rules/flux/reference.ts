import { defineDiagnostic, diagnose, suggest } from '../../../diagnostics/index.js';
import { defineRule } from '../../rule.js';

const unknownReference = defineDiagnostic({
  code: 'FX307',
  name: 'unknown-reference',
  severity: 'error',
  summary: 'An object refers to another addon’s object that no addon it depends on makes.',
  page: {
    example:
      'new HTTPRoute(scope, "route", { spec: { parentRefs: [{ name: "main" }] } })   // and nobody makes the Gateway',
    right: 'the addon that makes it, in an earlier stage and in `requires`; or external: true',
  },
});

const otherCluster = defineDiagnostic({
  code: 'FX308',
  name: 'other-cluster',
  severity: 'error',
  summary: 'An object refers to a construct of another cluster.',
});

/** Every object that another one names is made by its addon or by one that its addon waits for. */
export const referenceRule = defineRule([unknownReference, otherCluster], (cluster, report, { index }) => {
  const { byKind: made, waitsFor } = index;
  const partial = cluster.addons.filter(({ built }) => built.isPartial).map(({ built }) => built.name);
  for (const { objects } of cluster.addons) {
    for (const object of objects) {
      for (const ref of object.references) {
        const at = { addon: object.addon, object: object.title, path: ref.path };
        const what = `${ref.kind}/${ref.name}${ref.namespace === undefined ? '' : ` in namespace "${ref.namespace}"`}`;
        if (ref.target !== undefined && ref.target.node.root !== object.construct.node.root) {
          report(foreignCluster(what, at));
          continue;
        }
        if (ref.target !== undefined && clusterOf(ref.target.node.path) !== clusterOf(object.construct.node.path)) {
          report(foreignCluster(what, at));
          continue;
        }
        if (ref.external) continue;
        const candidates = made.get(`${ref.group}/${ref.kind}`) ?? [];
        const namespace = ref.namespace ?? object.namespace;
        const found = candidates.find(
          (one) => one.name === ref.name && (one.namespace === undefined || one.namespace === namespace),
        );
        if (found === undefined) {
          // It may be among what could not be made.
          if (partial.some((name) => name === object.addon || waitsFor(object.addon, name))) continue;
          const elsewhere = candidates.filter((one) => one.name === ref.name).map((one) => `"${one.namespace}"`);
          report(
            diagnose(unknownReference, {
              message: `no addon of the cluster makes ${what}`,
              at,
              fix:
                elsewhere.length > 0
                  ? `"${ref.name}" is in namespace ${elsewhere.join(' and in ')}: give the reference that namespace`
                  : `add the addon that makes it, or say external: true if it is there already${others(ref.name, candidates)}`,
            }),
          );
        } else if (found.addon !== object.addon && !waitsFor(object.addon, found.addon)) {
          report(
            diagnose(unknownReference, {
              message: `addon "${object.addon}" reads ${what} of addon "${found.addon}", and does not wait for it`,
              at,
              fix: `move it to a stage after "${found.addon}" and let the addon require "${found.addon}", or the stage say dependsOn: ['${found.addon}']`,
            }),
          );
        }
      }
    }
  }
});

/** What else there is of the kind. */
const others = (name: string, candidates: readonly { readonly name: string }[]): string =>
  candidates.length === 0 ? '' : `; ${suggest(name, new Set(candidates.map((one) => one.name)))}`;

const clusterOf = (path: string): string => path.split('/')[0]!;

const foreignCluster = (what: string, at: { addon: string; object: string; path: string }) =>
  diagnose(otherCluster, {
    message: `${what} is a construct of another cluster or app`,
    at,
    fix: 'refer to the object by name, as an option of the addon; each cluster has its own',
  });
