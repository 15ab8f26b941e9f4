import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { defineRule, placeIn, type StateObject, specOf } from '../rule.js';

const sharedNodePort = defineDiagnostic({
  code: 'FX321',
  name: 'shared-node-port',
  severity: 'error',
  summary: 'Two Services of a cluster ask for the same node port: the API server refuses the second one.',
  page: {
    example: 'two Services of type NodePort with ports: [{ port: 80, nodePort: 30080 }]',
    flux: 'spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated',
    right: 'ports: [{ port: 80, nodePort: 30081 }] in one of them, or no nodePort, so that the API server picks one',
  },
  exceptable: true,
});

/** A node port is of one Service of the whole cluster, which may use it for several protocols. */
export const sharedNodePortRule = defineRule([sharedNodePort], (_, report, { index }) => {
  const taken = new Map<number, StateObject>();
  for (const service of index.byKind.get('/Service') ?? []) {
    const { ports, type } = specOf(service);
    // Others have no node ports.
    if (type !== 'NodePort' && type !== 'LoadBalancer') continue;
    for (const [at, { nodePort }] of objectsOf(ports).entries()) {
      if (typeof nodePort !== 'number' || nodePort === 0) continue;
      const first = taken.get(nodePort) ?? service;
      taken.set(nodePort, first);
      if (first.name === service.name && first.namespace === service.namespace) continue;
      report(
        diagnose(sharedNodePort, {
          message: `${service.title} asks for the node port ${nodePort}, which ${first.title}${first.namespace === service.namespace ? '' : ` in namespace "${first.namespace}"`} has, so the API server refuses the one that comes second`,
          at: placeIn(service, `spec.ports[${at}].nodePort`),
          fix: 'give one of them another port, or none: the API server then picks one',
        }),
      );
    }
  }
});
