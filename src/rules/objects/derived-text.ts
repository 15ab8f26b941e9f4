import { Chart } from 'cdk8s';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineDeclaredRule, placeIn } from '../rule.js';

const derivedText = defineDiagnostic({
  code: 'FX312',
  name: 'derived-text',
  severity: 'error',
  summary:
    'A construct of another library derived a text from its path or from a var. The text would change or break in the cluster.',
});

/** The label with which cdk8s-plus selects pods: a hash of the construct's path. */
const ADDRESS = 'cdk8s.io/metadata.addr';

/** Nothing in the tree is derived from a construct's path, since it would change when code moves. */
export const derivedTextRule = defineDeclaredRule(
  [derivedText],
  ({ units }, report) => {
    for (const { objects } of units) {
      for (const object of objects) {
        if (object.derivedName) {
          report(
            diagnose(derivedText, {
              message: `${object.kind} "${object.name}" has a name that cdk8s derived from the construct's path`,
              at: placeIn(object, 'metadata.name'),
              fix: 'give the construct metadata: { name: … }',
            }),
          );
        }
        // cdk8s-plus' constructs hold the object that they render; an object directly in the addon's scope belongs to
        // none of them.
        if (object.construct === undefined || Chart.isChart(object.construct.node.scope) || !hasAddress(object.json))
          continue;
        const patches = patchesOf(object.json, object.name);
        report(
          diagnose(derivedText, {
            message: `${object.title} has the label ${ADDRESS}, which cdk8s-plus derived from the construct's path`,
            at: placeIn(object),
            fix: `use the kind's plain class (k8s.Kube${object.kind} of cdk8s-plus), or a label of your own instead: ApiObject.of(x).addJsonPatch(${patches.join(', ')})`,
          }),
        );
      }
    }
  },
  { looksAtTree: true },
);

/** Labels are in metadata, selectors and templates: at most six levels deep, in a CronJob. */
const hasAddress = (node: unknown, depth = 0): boolean => {
  if (typeof node !== 'object' || node === null || depth > 6) return false;
  if (Object.hasOwn(node, ADDRESS)) return true;
  return Object.entries(node).some(([key, child]) => !isOpaque(key) && hasAddress(child, depth + 1));
};

/** These keys have text or settings of an application, not labels. */
const isOpaque = (key: string): boolean => key === 'data' || key === 'values';

/** JSON patches that remove the label everywhere, and replace it where it was the only label to select by. */
const patchesOf = (node: unknown, name: string, path = ''): readonly string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const isAddressed = Object.hasOwn(node, ADDRESS);
  if (isAddressed && Object.keys(node).length === 1) return [`JsonPatch.replace('${path}', { app: '${name}' })`];
  const own = isAddressed ? [`JsonPatch.remove('${path}/${ADDRESS.replace('/', '~1')}')`] : [];
  const below = Object.entries(node).flatMap(([key, child]) =>
    isOpaque(key) ? [] : patchesOf(child, name, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [...own, ...below];
};
