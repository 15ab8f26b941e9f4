import { Chart } from 'cdk8s';
import { diagnose } from '../diagnostics/index.js';
import type { Rule } from './rule.js';

/** The label by which cdk8s-plus finds pods again; it is a hash of the construct's path. */
const ADDRESS = 'cdk8s.io/metadata.addr';

/** Nothing in the tree comes from a construct's path: it would change when code is moved. */
export const derivedText: Rule = ({ addons }, report) => {
  for (const { objects } of addons) {
    for (const object of objects) {
      if (object.derivedName) {
        report(
          diagnose('FX312', {
            message: `${object.kind} "${object.name}" has a name that cdk8s derived from the construct’s path`,
            at: { addon: object.addon, object: object.title, path: 'metadata.name' },
            fix: 'give the construct metadata: { name: … }',
          }),
        );
      }
      // cdk8s-plus' constructs hold the object that they render; an object right in the addon's scope is nobody's.
      if (Chart.isChart(object.construct.node.scope) || !hasAddress(object.json)) continue;
      report(
        diagnose('FX312', {
          message: `${object.title} has the label ${ADDRESS}, which cdk8s-plus derived from the construct’s path`,
          at: { addon: object.addon, object: object.title },
          fix: `use the kind’s plain class (k8s.KubeDeployment, …), or take the label out and say a selector: ApiObject.of(x).addJsonPatch(JsonPatch.remove('/spec/template/metadata/labels/cdk8s.io~1metadata.addr'), JsonPatch.add('/spec/selector', { matchLabels: { … } }))`,
        }),
      );
    }
  }
};

/** Labels stand in metadata, in selectors and in templates: three levels below `spec` at most. */
const hasAddress = (node: unknown, depth = 0): boolean => {
  if (typeof node !== 'object' || node === null || depth > 6) return false;
  if (Object.hasOwn(node, ADDRESS)) return true;
  return Object.entries(node).some(
    ([key, child]) => key !== 'data' && key !== 'values' && hasAddress(child, depth + 1),
  );
};
