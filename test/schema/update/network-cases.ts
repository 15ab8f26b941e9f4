import type { JsonObject } from '../../../src/json/json-value.js';
import { casesOf, changed, manifest, type UpdateCase } from './update-case.js';

const ports = [{ port: 80 }];
const service = manifest('v1', 'Service', { spec: { selector: { app: 'x' }, ports } });
const withIp = (ip: string): JsonObject => ({ spec: { clusterIP: ip } });
const balancer = changed(service, { spec: { type: 'LoadBalancer' } });
const local = changed(balancer, { spec: { externalTrafficPolicy: 'Local' } });
const external = { spec: { type: 'ExternalName', externalName: 'example.org', ports: undefined, selector: undefined } };

export const networkCases: readonly UpdateCase[] = [
  ...casesOf(service, {
    'clusterIP of one that has been given one': [withIp('10.96.4.1'), ['unsure', 'taken']],
    headless: [withIp('None'), ['refused', 'taken']],
    'another clusterIP': [withIp('10.96.4.3'), 'refused', { from: changed(service, withIp('10.96.4.2')) }],
    'an address taken away': [withIp('None'), 'refused', { from: changed(service, withIp('10.96.4.2')) }],
    'the same address in both ways': [
      { spec: { clusterIP: '10.96.4.2', clusterIPs: ['10.96.4.2'] } },
      'taken',
      { from: changed(service, withIp('10.96.4.2')) },
    ],
    'no address, to an outside name': [external, 'taken'],
    'an address, to an outside name': [external, 'taken', { from: changed(service, withIp('10.96.4.2')) }],
    'type NodePort': [{ spec: { type: 'NodePort' } }, 'taken'],
    'type LoadBalancer': [{ spec: { type: 'LoadBalancer' } }, 'taken'],
    'type ClusterIP': [{ spec: { type: 'ClusterIP' } }, 'taken'],
    selector: [{ spec: { selector: { app: 'y' } } }, 'taken'],
    ports: [{ spec: { ports: [{ port: 81 }] } }, 'taken'],
    'the family that it has': [{ spec: { ipFamilies: ['IPv4'] } }, ['unsure', 'taken']],
    'another family': [
      { spec: { ipFamilies: ['IPv6'] } },
      'refused',
      { from: changed(service, { spec: { ipFamilies: ['IPv4'] } }), isOneWay: true },
    ],
    sessionAffinity: [{ spec: { sessionAffinity: 'ClientIP' } }, 'taken'],
  }),
  ...casesOf(changed(service, withIp('None')), {
    'headless, ports': [{ spec: { ports: [{ port: 81 }] } }, 'taken'],
    'headless, in both ways': [{ spec: { clusterIPs: ['None'] } }, 'taken'],
  }),
  ...casesOf(balancer, {
    loadBalancerClass: [{ spec: { loadBalancerClass: 'example.org/a' } }, ['unsure', 'refused']],
    'another loadBalancerClass': [
      { spec: { loadBalancerClass: 'example.org/b' } },
      'refused',
      { from: changed(balancer, { spec: { loadBalancerClass: 'example.org/a' } }) },
    ],
    'no load balancer, and no class': [
      { spec: { type: 'ClusterIP', loadBalancerClass: undefined } },
      'taken',
      { from: changed(balancer, { spec: { loadBalancerClass: 'example.org/a' } }) },
    ],
    loadBalancerSourceRanges: [{ spec: { loadBalancerSourceRanges: ['10.0.0.0/8'] } }, 'taken'],
    externalTrafficPolicy: [{ spec: { externalTrafficPolicy: 'Local' } }, 'taken'],
  }),
  ...casesOf(local, {
    healthCheckNodePort: [{ spec: { healthCheckNodePort: 31_000 } }, ['unsure', 'taken']],
    'another healthCheckNodePort': [
      { spec: { healthCheckNodePort: 31_001 } },
      'refused',
      { from: changed(local, { spec: { healthCheckNodePort: 31_000 } }) },
    ],
  }),
  ...casesOf(manifest('networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'example.org/a' } }, false), {
    controller: [{ spec: { controller: 'example.org/b' } }, 'refused'],
    parameters: [{ spec: { parameters: { kind: 'A', name: 'a', apiGroup: 'example.org' } } }, 'taken'],
  }),
  ...casesOf(
    manifest('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: { matchLabels: { a: 'b' } } } }),
    { podSelector: [{ spec: { podSelector: { matchLabels: { a: 'c' } } } }, 'taken'] },
  ),
  ...casesOf(
    manifest('networking.k8s.io/v1', 'Ingress', {
      spec: { ingressClassName: 'a', defaultBackend: { service: { name: 'a', port: { number: 80 } } } },
    }),
    { ingressClassName: [{ spec: { ingressClassName: 'b' } }, 'taken'] },
  ),
  ...casesOf(
    changed(
      manifest(
        'networking.k8s.io/v1',
        'IPAddress',
        { spec: { parentRef: { resource: 'services', namespace: 'update', name: 'a' } } },
        false,
      ),
      { metadata: { name: '10.96.9.9', labels: { 'ipaddress.kubernetes.io/managed-by': 'x' } } },
    ),
    { parentRef: [{ spec: { parentRef: { name: 'b' } } }, 'refused'] },
  ),
  ...casesOf(manifest('networking.k8s.io/v1', 'ServiceCIDR', { spec: { cidrs: ['10.200.0.0/16'] } }, false), {
    cidrs: [{ spec: { cidrs: ['10.201.0.0/16'] } }, 'refused'],
    'another cidr': [{ spec: { cidrs: ['10.200.0.0/16', 'fd00:1::/64'] } }, ['taken', 'refused']],
  }),
  ...casesOf(manifest('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [], ports: [] }), {
    addressType: [{ addressType: 'IPv6' }, 'refused'],
    endpoints: [{ endpoints: [{ addresses: ['10.1.2.3'] }] }, 'taken'],
  }),
];
