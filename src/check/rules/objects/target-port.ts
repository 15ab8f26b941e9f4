import type { CompiledObject } from '../../../compile/compiled-cluster.js';
import { defineDiagnostic, diagnose, suggest } from '../../../diagnostics/index.js';
import { objectsOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import { valueAt } from '../../../json/json-path.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { type ClusterIndex, specOf } from '../../cluster-index.js';
import { podSpecs } from '../../references/kubernetes-rows.js';
import { defineRule } from '../../rule.js';

const targetPort = defineDiagnostic({
  code: 'FX657',
  name: 'target-port',
  severity: 'warning',
  summary: 'A Service sends traffic to a named port that no container of the pods that it selects has.',
  page: {
    example: 'ports: [{ port: 80, targetPort: "htttp" }]   // and the container has the port "http"',
    flux: 'nothing: the Service is applied, and has no endpoints at that port',
    right: 'ports: [{ port: 80, targetPort: "http" }]',
  },
  exceptable: true,
});

interface Pods {
  readonly object: CompiledObject;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly ports: ReadonlySet<string>;
}

const podsOf = (object: CompiledObject, path: string): Pods | undefined => {
  const steps = path.split('.');
  const labels = valueAt(object.json, [...steps.slice(0, -1), 'metadata', 'labels']);
  const spec = valueAt(object.json, steps);
  if (!isObject(labels) || !isObject(spec)) return undefined;
  const ports = ['containers', 'initContainers'].flatMap((key) =>
    objectsOf(spec[key]).flatMap((container) => objectsOf(container['ports']).map(({ name }) => String(name))),
  );
  return { object, labels, ports: new Set(ports) };
};

const labelKey = (namespace: string | undefined, key: string, value: unknown): string =>
  `${namespace}\0${key}\0${String(value)}`;

/** The pods of the tree, by their namespace and each of their labels. */
const podsByLabel = ({ byKind }: ClusterIndex): ReadonlyMap<string, readonly Pods[]> => {
  const found = new Map<string, Pods[]>();
  for (const [kind, path] of Object.entries(podSpecs)) {
    for (const object of byKind.get(kind) ?? []) {
      const pods = podsOf(object, path);
      for (const [key, value] of Object.entries(pods?.labels ?? {})) {
        const at = labelKey(object.namespace, key, value);
        const there = found.get(at);
        if (there === undefined) found.set(at, [pods!]);
        else there.push(pods!);
      }
    }
  }
  return found;
};

/** A port that a Service names is one of the pods that it selects, where the tree makes all of those. */
export const targetPortRule = defineRule([targetPort], (_, report, { index, references: { makers } }) => {
  let byLabel: ReadonlyMap<string, readonly Pods[]> | undefined;
  for (const service of index.byKind.get('/Service') ?? []) {
    const { selector, ports, type } = specOf(service);
    const named = objectsOf(ports).flatMap(({ targetPort }, at) =>
      typeof targetPort === 'string' && !/^\d+$/.test(targetPort) && !holdsExpression(targetPort)
        ? [{ at, targetPort }]
        : [],
    );
    if (named.length === 0 || type === 'ExternalName' || !isObject(selector)) continue;
    const wanted = Object.entries(selector);
    if (wanted.length === 0 || wanted.some(([, value]) => holdsExpression(String(value)))) continue;
    // A chart or an operator may make other pods with those labels.
    if (makers.mayMake({ group: 'apps', kind: 'Deployment', name: '', namespace: service.namespace })) continue;
    byLabel ??= podsByLabel(index);
    const [first = [], ...others] = wanted
      .map(([key, value]) => byLabel?.get(labelKey(service.namespace, key, value)) ?? [])
      .sort((a, b) => a.length - b.length);
    const selected = first.filter(
      ({ labels }) => others.length === 0 || wanted.every(([key, value]) => labels[key] === value),
    );
    const there = new Set(selected.flatMap((one) => [...one.ports]));
    if (selected.length === 0 || [...there].some((one) => holdsExpression(one))) continue;
    for (const { at, targetPort: port } of named) {
      if (there.has(port)) continue;
      report(
        diagnose(targetPort, {
          message: `${service.title} sends traffic to the port "${port}", which no container of ${selected.map(({ object }) => object.title).join(', ')} has`,
          at: { addon: service.addon, object: service.title, path: `spec.ports[${at}].targetPort` },
          fix:
            there.size > 0
              ? suggest(port, there)
              : `give the container ports: [{ name: '${port}', containerPort: 8080 }]`,
        }),
      );
    }
  }
});
