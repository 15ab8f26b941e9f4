import { CLASS_KINDS, type Offer } from './offer.js';

/** Between what is said of a part and what else tells it from another one. */
const HIDDEN = '\0';

/** What an offer has, each in words: `Gateway "ingress/public"`, `var 'TF_DOMAIN'`. */
const partsOf = (offer: Offer): readonly string[] => [
  ...Object.entries(offer.gateways).map(([name, { namespace }]) => `Gateway "${namespace}/${name}"`),
  ...offer.stores.map((name) => `ClusterSecretStore "${name}"`),
  ...Object.keys(CLASS_KINDS).flatMap((key) =>
    (offer.classes[key] ?? []).map((name) => `${key.slice(key.indexOf('/') + 1)} "${name}"`),
  ),
  ...Object.keys(offer.vars.vars).map((name) => `var '${name}'`),
  ...offer.account.roles.map(
    ({ role, namespace, rules }) =>
      `${rules === undefined ? '' : 'rights of '}${role}${namespace === undefined ? '' : ` in namespace "${namespace}"`}${rules === undefined ? '' : HIDDEN + JSON.stringify(rules)}`,
  ),
  ...Object.keys(offer.namespaces).map((name) => `namespace "${name}"`),
  ...Object.entries(offer.apis).flatMap(([group, { kinds }]) => [
    `API group "${group}"`,
    ...Object.entries(kinds).flatMap(([kind, { versions }]) =>
      Object.keys(versions).map((version) => `${kind} of "${group}/${version}"`),
    ),
  ]),
];

/** What an earlier offer had, and a later one no longer has. */
export const lessThan = (before: Offer, after: Offer): readonly string[] => {
  const there = new Set(partsOf(after));
  return partsOf(before).flatMap((one) => (there.has(one) ? [] : one.split(HIDDEN, 1)));
};
