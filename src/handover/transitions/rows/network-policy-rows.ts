import { fieldsOf, listOf, objectsOf } from '../../../json/as-shape.js';
import type { Transition, When } from '../transition.js';
import { both, narrows } from '../when.js';
import { isOpenTo } from './network-rows.js';

const POLICY = 'networking.k8s.io/NetworkPolicy';
const directions = [
  { name: 'Ingress', field: 'ingress', peers: 'from' },
  { name: 'Egress', field: 'egress', peers: 'to' },
] as const;
type Direction = (typeof directions)[number];

/** https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/ */
export const typesOf = (spec: unknown): readonly unknown[] => {
  const { policyTypes, egress } = fieldsOf(spec);
  if (Array.isArray(policyTypes) && policyTypes.length > 0) return policyTypes;
  return listOf(egress).length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
};
/** It selects all. */
export const isEmptySelector = (selector: unknown): boolean =>
  Object.values(fieldsOf(selector)).every((one) => Object.keys(Object(one)).length === 0);

const peerWord = (peer: Readonly<Record<string, unknown>>): string => {
  const { ipBlock, namespaceSelector, podSelector } = peer;
  if (ipBlock !== undefined) return String(fieldsOf(ipBlock)['cidr']);
  const isEveryNamespace = namespaceSelector !== undefined && isEmptySelector(namespaceSelector);
  return isEveryNamespace && (podSelector === undefined || isEmptySelector(podSelector)) ? 'every pod' : 'some pods';
};
const peersOf = (rules: unknown, { peers }: Direction): readonly string[] =>
  objectsOf(rules).flatMap((rule) => {
    const all = objectsOf(rule[peers]);
    return all.length === 0 ? ['everyone'] : all.map(peerWord);
  });
const isOpenPeer = (peer: string): boolean => peer === 'everyone' || peer === 'every pod' || isOpenTo([peer]);
const onAllPorts = (rules: unknown): unknown => objectsOf(rules).filter(({ ports }) => listOf(ports).length === 0);

/** A direction that the policy limits, and limits less: to all peers, or to all ports of all peers. */
const opensDirection =
  (direction: Direction): When =>
  (was, is, { from, to }) => {
    if (![from, to].every(({ spec }) => typesOf(spec).includes(direction.name))) return false;
    const isOpen = (rules: unknown): boolean => peersOf(rules, direction).some(isOpenPeer);
    // Many let their pods reach one port everywhere, such as that of DNS.
    const isAnyPort = direction.name === 'Ingress' && isOpen(is) && !isOpen(was);
    return isAnyPort || (isOpen(onAllPorts(is)) && !isOpen(onAllPorts(was)));
  };

const CILIUM = ['cilium.io/CiliumNetworkPolicy', 'cilium.io/CiliumClusterwideNetworkPolicy'];
const ciliumPeers = (rules: unknown, { peers }: Direction): readonly string[] =>
  objectsOf(rules).flatMap((rule) => {
    const side = peers === 'from' ? 'from' : 'to';
    const cidrs = [rule[`${side}CIDR`], objectsOf(rule[`${side}CIDRSet`]).map(({ cidr }) => cidr)].flatMap(listOf);
    return [...listOf(rule[`${side}Entities`]), ...cidrs].map(String);
  });
const isWorld = (peer: string): boolean => peer === 'world' || peer === 'all' || isOpenTo([peer]);
const opensCilium =
  (direction: Direction): When =>
  (was, is) =>
    was !== undefined && ciliumPeers(is, direction).some(isWorld) && !ciliumPeers(was, direction).some(isWorld);

const words = {
  Ingress: {
    severity: 'warning',
    says: 'lets everyone reach its pods from now on',
    effect: 'a rule without peers, or for all addresses or all namespaces, lets everyone in',
    instead: 'name those that may reach the pods',
  },
  Egress: {
    severity: 'notice',
    says: 'lets its pods reach everything from now on',
    effect: 'a rule without peers, or for all addresses or all namespaces, allows every destination',
    instead: 'name what the pods need to reach',
  },
} as const;

/** Policies of the network that let more through. */
export const networkPolicyRows: readonly Transition[] = [
  ...directions.flatMap((direction): readonly Transition[] => [
    {
      on: POLICY,
      at: `spec.${direction.field}`,
      when: opensDirection(direction),
      shows: (rules) => peersOf(rules, direction),
      ...words[direction.name],
    },
    {
      on: POLICY,
      at: 'spec',
      when: (was, is) => typesOf(was).includes(direction.name) && !typesOf(is).includes(direction.name),
      shows: typesOf,
      severity: 'warning',
      says: `no longer limits the ${direction.field} of its pods`,
      effect: 'pods that no policy selects for a direction may have every connection in it',
      instead: `keep ${direction.name} in spec.policyTypes`,
    },
    // https://docs.cilium.io/en/stable/security/policy/language/
    {
      on: CILIUM,
      at: `spec.${direction.field}`,
      when: opensCilium(direction),
      shows: (rules) => ciliumPeers(rules, direction),
      ...words[direction.name],
    },
  ]),
  {
    on: POLICY,
    at: 'spec.podSelector',
    // With another label in place of the old one, its pods may have that label, too.
    when: both(narrows, (was, is, sides) => !narrows(is, was, sides)),
    severity: 'warning',
    says: 'selects fewer pods than before',
    effect: 'pods that no policy selects may have every connection',
    instead: 'keep the selector, and add a second policy for what needs other rules',
  },
];
