import { defineDiagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { type Pods, podsIn } from '../context/pods.js';
import { defineRule, placeIn, specOf } from '../rule.js';

export const targetPort = defineDiagnostic({
  code: 'FX657',
  name: 'target-port',
  severity: 'warning',
  summary:
    "A Service sends traffic to a named port that none of its pods' containers has, or a probe uses a named port that its container doesn't have.",
  page: {
    example: 'ports: [{ port: 80, targetPort: "htttp" }]   // and the container has the port "http"',
    flux: 'nothing: the Service is applied, and has no endpoints at that port',
    right: 'ports: [{ port: 80, targetPort: "http" }]',
  },
  exceptable: true,
});

const labelKey = (namespace: string | undefined, key: string, value: unknown): string =>
  `${namespace}\0${key}\0${String(value)}`;

/** The pods of the tree, by their namespace and each of their labels. */
const podsByLabel = (all: readonly Pods[]): ReadonlyMap<string, readonly Pods[]> => {
  const found = new Map<string, Pods[]>();
  for (const pods of all) {
    for (const [key, value] of Object.entries(pods.labels)) {
      const at = labelKey(pods.object.namespace, key, value);
      const there = found.get(at);
      if (there === undefined) found.set(at, [pods]);
      else there.push(pods);
    }
  }
  return found;
};

const portsOf = ({ json }: Pods['containers'][number]): readonly string[] =>
  objectsOf(json['ports']).map(({ name }) => String(name));

const isName = (port: unknown): port is string =>
  typeof port === 'string' && !/^\d+$/.test(port) && !holdsExpression(port);

/**
 * A probe names a port of its container. A Service names a port of the pods that it selects, if the tree creates all of
 * them.
 */
export const targetPortRule = defineRule([targetPort], (_, report, { index, references: { makers } }) => {
  const all = podsIn(index);
  for (const { object, containers, isOpen } of all) {
    if (isOpen) continue;
    for (const container of containers) {
      const there = portsOf(container);
      for (const probe of ['readinessProbe', 'startupProbe', 'livenessProbe']) {
        for (const how of ['httpGet', 'tcpSocket']) {
          const port = valueAt(container.json, [probe, how, 'port']);
          if (!isName(port) || there.some((one) => one === port || holdsExpression(one))) continue;
          report(
            diagnose(targetPort, {
              message: `${object.title}: the ${probe} of container "${container.name}" asks the port "${port}", which the container doesn't have${probe === 'livenessProbe' ? '' : ', so it never becomes ready'}`,
              at: placeIn(object, `${container.path}.${probe}.${how}.port`),
              fix: fixOf(port, there),
            }),
          );
        }
      }
    }
  }
  let byLabel: ReadonlyMap<string, readonly Pods[]> | undefined;
  for (const service of index.byKind.get('/Service') ?? []) {
    const { selector, ports, type } = specOf(service);
    const named = objectsOf(ports).flatMap(({ targetPort }, at) => (isName(targetPort) ? [{ at, targetPort }] : []));
    if (named.length === 0 || type === 'ExternalName' || !isObject(selector)) continue;
    const wanted = Object.entries(selector);
    if (wanted.length === 0 || wanted.some(([, value]) => holdsExpression(String(value)))) continue;
    // A chart or an operator may create other pods with these labels.
    if (makers.mayMake({ group: 'apps', kind: 'Deployment', name: '', namespace: service.namespace })) continue;
    byLabel ??= podsByLabel(all);
    const [first = [], ...others] = wanted
      .map(([key, value]) => byLabel?.get(labelKey(service.namespace, key, value)) ?? [])
      .sort((a, b) => a.length - b.length);
    const selected = first.filter(
      ({ labels }) => others.length === 0 || wanted.every(([key, value]) => labels[key] === value),
    );
    const there = new Set(selected.flatMap(({ containers }) => containers.flatMap(portsOf)));
    if (selected.length === 0 || selected.some(({ isOpen }) => isOpen)) continue;
    if ([...there].some((one) => holdsExpression(one))) continue;
    for (const { at, targetPort: port } of named) {
      if (there.has(port)) continue;
      report(
        diagnose(targetPort, {
          message: `${service.title} sends traffic to the port "${port}", which no container of ${selected.map(({ object }) => object.title).join(', ')} has`,
          at: placeIn(service, `spec.ports[${at}].targetPort`),
          fix: fixOf(port, there),
        }),
      );
    }
  }
});

const fixOf = (port: string, there: Iterable<string>): string =>
  [...there].length > 0 ? suggest(port, there) : `give the container ports: [{ name: '${port}', containerPort: 8080 }]`;
