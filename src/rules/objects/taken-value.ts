import { defineDiagnostic, diagnose, type Severity } from '../../diagnostics/index.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { joinPath, valueAt } from '../../json/json-path.js';
import { type Pods, runningPods } from '../context/pods.js';
import { defineRule, objectsOfKind, placeIn, type StateIndex, type StateObject, specOf } from '../rule.js';

const takenValue = defineDiagnostic({
  code: 'FX617',
  name: 'taken-value',
  severity: 'warning',
  summary:
    "The API server takes a value when Flux asks, but not for what it says: it refuses the object afterwards, or reads another value. As an error: no API server has such a port. As a notice: what it reads may be what you mean, or only a kubelet or a Gateway's controller refuses it.",
  page: {
    example: 'ports: [{ port: 80, nodePort: 8080 }]   // in a Service of type NodePort',
    flux: 'spec.ports[0].nodePort: Invalid value: 8080: provided port is not in the valid range. The range of valid ports is 30000-32767',
    right: 'ports: [{ port: 80, nodePort: 30080 }], or no nodePort, so that the API server picks one',
  },
  exceptable: true,
});

interface Finding {
  readonly object: StateObject;
  readonly path: string;
  /** In words that continue `Service/web: `. */
  readonly what: string;
  readonly fix: string;
  readonly severity?: Severity;
}

/** What Kubernetes' own kinds say is what they do. */
export const takenValueRule = defineRule([takenValue], (_, report, { index }) => {
  const all = [
    ...objectsOfKind(index, '/Service').flatMap(inService),
    ...runningPods(index).flatMap(inPods),
    ...objectsOfKind(index, 'networking.k8s.io/NetworkPolicy').flatMap(inPolicy),
    ...[...objectsOfKind(index, '/ConfigMap'), ...objectsOfKind(index, '/Secret')].flatMap(inData),
    ...inListeners(index),
  ];
  for (const { object, path, what, fix, severity } of all) {
    report(
      diagnose(takenValue, {
        message: `${object.title}: ${what}`,
        at: placeIn(object, path),
        fix,
        ...(severity === undefined ? {} : { severity }),
      }),
    );
  }
});

/** The range of a kube-apiserver without `--service-node-port-range`. */
const NODE_PORTS = [30000, 32767] as const;

/** An API server that only tries an object out, as Flux does first, allocates no ports. */
const nodePort = (object: StateObject, path: string, port: unknown): readonly Finding[] => {
  if (typeof port !== 'number' || port === 0 || (port >= NODE_PORTS[0] && port <= NODE_PORTS[1])) return [];
  const isPort = port > 0 && port < 2 ** 16;
  return [
    {
      object,
      path,
      what: isPort
        ? `the node port ${port} isn't between ${NODE_PORTS.join(' and ')}, so Flux's dry run succeeds, and the API server then refuses the Service, unless its --service-node-port-range is another`
        : `the node port ${port} is no port, so Flux's dry run succeeds, and the API server then refuses the Service`,
      fix: `Give a port from ${NODE_PORTS.join(' to ')}, or none: the API server then picks one`,
      ...(isPort ? {} : { severity: 'error' }),
    },
  ];
};

const inService = (object: StateObject): readonly Finding[] => {
  const { ports, type, healthCheckNodePort } = specOf(object);
  // Others have no node ports, which another rule says.
  const hasNodePorts = type === 'NodePort' || type === 'LoadBalancer';
  return [
    ...(hasNodePorts ? nodePort(object, 'spec.healthCheckNodePort', healthCheckNodePort) : []),
    ...listOf(ports).flatMap((one, at): readonly Finding[] => {
      const { port, targetPort, nodePort: node } = fieldsOf(one);
      const path = `spec.ports[${at}]`;
      return [
        ...(hasNodePorts ? nodePort(object, `${path}.nodePort`, node) : []),
        ...(targetPort === 0 || targetPort === ''
          ? [
              {
                object,
                path: `${path}.targetPort`,
                what: `targetPort ${JSON.stringify(targetPort)} is read as ${String(port)}, the port of the Service`,
                fix: 'Give the port of the container, or leave targetPort out',
                severity: 'notice' as const,
              },
            ]
          : []),
      ];
    }),
  ];
};

/** What a zero in a probe is read as. */
const PROBE_DEFAULTS = { failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1 } as const;

const inPods = ({ object, path, spec, containers }: Pods): readonly Finding[] => {
  const grace = spec['terminationGracePeriodSeconds'];
  const found: Finding[] = [];
  if (typeof grace === 'number' && grace < 0) {
    found.push({
      object,
      path: `${path}.terminationGracePeriodSeconds`,
      what: `a grace period of ${grace} seconds is read as 1, so each pod is killed a second after it is asked to end`,
      fix: 'Give the seconds that a pod may need to end, or leave the field out for 30',
    });
  }
  const ofPod = fieldsOf(spec['securityContext']);
  for (const { path: at, name, json } of containers) {
    const own = fieldsOf(json['securityContext']);
    if ((own['runAsNonRoot'] ?? ofPod['runAsNonRoot']) === true && (own['runAsUser'] ?? ofPod['runAsUser']) === 0) {
      found.push({
        object,
        path: own['runAsUser'] === 0 ? `${at}.securityContext.runAsUser` : `${path}.securityContext.runAsUser`,
        what: `container "${name}" has runAsNonRoot: true and runs as user 0, so no kubelet starts it`,
        fix: 'Give the number of another user, or set runAsNonRoot: false',
        severity: 'notice',
      });
    }
    for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
      for (const [field, instead] of Object.entries(PROBE_DEFAULTS)) {
        if (fieldsOf(json[probe])[field] !== 0) continue;
        found.push({
          object,
          path: `${at}.${probe}.${field}`,
          what: `${field} 0 of the ${probe} of container "${name}" is read as ${instead}, the default`,
          fix: 'Give another number, or leave the field out',
          severity: 'notice',
        });
      }
    }
  }
  return found;
};

const inPolicy = (object: StateObject): readonly Finding[] => {
  const spec = object.json['spec'];
  if (spec === undefined || (fieldsOf(spec)['podSelector'] ?? undefined) !== undefined) return [];
  return [
    {
      object,
      path: 'spec.podSelector',
      what: `a NetworkPolicy without podSelector is about every pod of the namespace "${object.namespace ?? ''}"`,
      fix: 'Select the pods, or write podSelector: {} if it is about all of them',
      severity: 'notice',
    },
  ];
};

const inData = (object: StateObject): readonly Finding[] =>
  ['data', 'binaryData', 'stringData'].flatMap((field) =>
    Object.entries(fieldsOf(object.json[field])).flatMap(([key, value]): readonly Finding[] =>
      value === null
        ? [
            {
              object,
              path: joinPath(field, key),
              what: `"${key}" is null, which arrives as an empty text`,
              fix: "Write '' if it is empty, or remove the key",
              severity: 'notice',
            },
          ]
        : [],
    ),
  );

/** https://gateway-api.sigs.k8s.io/reference/spec/#listener */
const inListeners = (index: StateIndex): readonly Finding[] =>
  ['Gateway', 'ListenerSet', 'XListenerSet']
    .flatMap((kind) => [
      ...objectsOfKind(index, `gateway.networking.k8s.io/${kind}`),
      ...objectsOfKind(index, `gateway.networking.x-k8s.io/${kind}`),
    ])
    .flatMap((object) =>
      listOf(specOf(object)['listeners']).flatMap((one, at): readonly Finding[] =>
        valueAt(one, ['protocol']) === 'HTTPS' && (valueAt(one, ['tls']) ?? undefined) === undefined
          ? [
              {
                object,
                path: `spec.listeners[${at}]`,
                what: `the listener "${String(valueAt(one, ['name']))}" is for HTTPS and has no tls, so its controller has no certificate to serve`,
                fix: "Give it tls: { certificateRefs: [{ name: 'web-tls' }] }, or protocol: 'HTTP'",
                severity: 'notice',
              },
            ]
          : [],
      ),
    );
