import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { type Diagnostic, diagnose, nameSome, suggest } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { notOffered, outsideTenant, takenAway } from '../../tenants/diagnostics.js';
import { CLASS_KINDS, GATEWAY, type Offer, STORE } from '../../tenants/offer/offer.js';
import { lessThan } from '../../tenants/offer/taken-away.js';
import { isOfPlatform } from '../context/offered-units.js';
import { forbidden } from '../flux/forbidden-object.js';
import { referenceRule } from '../flux/reference.js';
import { nameOf, placeOf } from '../references/describe.js';
import type { FoundReference } from '../references/index.js';
import { type CheckContext, placeIn, type StateObject } from '../rule.js';
import { inputProblems } from './input-problems.js';

/**
 * What a tenant's part of a cluster asks of the platform that it doesn't offer, beside what the rules find.
 *
 * @param before what the platform offered in the base
 */
export const checkOffer = (
  { state, references }: CheckContext,
  { contract, cluster }: CompiledCluster,
  offer: Offer,
  before: Offer | undefined,
): readonly Diagnostic[] => {
  const file = cluster.published?.file ?? '';
  const gone = before === undefined ? [] : lessThan(before, offer);
  const wasThere = (what: string): readonly string[] =>
    gone.includes(what) ? [`the platform offered it until this change of ${file}`] : [];
  const own = state.units.filter(({ name }) => !isOfPlatform(name));
  return [
    ...own.flatMap(({ objects, entry }) =>
      [...objects, ...entry].flatMap((one) => placeProblems(one, offer, state.scopeOf)),
    ),
    ...references.all.flatMap((one) =>
      isOfPlatform(one.object.unit) || references.targets.find(one) !== undefined || references.isKnown(one)
        ? []
        : referenceProblems(one, offer, wasThere),
    ),
    ...inputProblems(contract, offer, file, wasThere),
    ...(gone.length === 0
      ? []
      : [
          diagnose(takenAway, {
            message: `${file} takes away what the platform offered before: ${nameSome(gone, 5)}`,
            at: { file },
            fix: 'read the errors, if there are any: they name what still uses it. Otherwise there is nothing to do',
          }),
        ]),
  ];
};

/** A tenant's objects live in its namespaces. */
const placeProblems = (
  object: StateObject,
  { namespaces, cluster }: Offer,
  scopeOf: CheckContext['state']['scopeOf'],
): readonly Diagnostic[] => {
  const { group, kind, namespace, title } = object;
  const all = Object.keys(namespaces);
  const isClusterScoped = scopeOf(group, kind) === 'Cluster' || (group === '' && kind === 'Namespace');
  if (!isClusterScoped && (namespace === undefined || all.includes(namespace) || holdsExpression(namespace))) return [];
  const own = all.map((one) => `"${one}"`).join(', ');
  return [
    diagnose(outsideTenant, {
      message: isClusterScoped
        ? `${title} lives in no namespace: it would be for all of cluster "${cluster}"`
        : `${title} is in namespace "${namespace}", and the tenant has ${own}`,
      at: placeIn(object, isClusterScoped ? 'kind' : 'metadata.namespace'),
      fix: isClusterScoped
        ? 'take it out, and ask the platform for it'
        : `put it into ${all.length === 1 ? 'namespace ' : ''}${own}, or ask the platform for the namespace`,
    }),
  ];
};

/** The Gateways, stores and classes that a tenant's objects name are those that the platform offers. */
const referenceProblems = (
  reference: FoundReference,
  offer: Offer,
  wasThere: (what: string) => readonly string[],
): readonly Diagnostic[] => {
  const { group, kind, name, namespace, object, isOptional } = reference;
  const key = `${group}/${kind}`;
  if (isOptional || holdsExpression(`${name} ${namespace ?? ''}`)) return [];
  const isClass = Object.hasOwn(CLASS_KINDS, key);
  if (!isClass && key !== GATEWAY && key !== STORE) return [];
  // Another rule reports what a tenant's own namespace lacks.
  if (key === GATEWAY && namespace !== undefined && Object.hasOwn(offer.namespaces, namespace)) return [];
  const offered =
    key === GATEWAY
      ? Object.entries(offer.gateways).map(([one, { namespace: home }]) => `${home}/${one}`)
      : key === STORE
        ? offer.stores
        : (offer.classes[key] ?? []);
  // Clouds have classes that no code of the platform knows.
  if (isClass && offered.length === 0) return [];
  const full = key === GATEWAY ? `${namespace}/${name}` : name;
  return [
    diagnose(notOffered, {
      message: `${object.title} names ${nameOf(reference)}, which the platform doesn't offer tenant "${offer.tenant}"`,
      at: placeOf(reference),
      severity: isClass ? 'notice' : 'error',
      notes: wasThere(`${kind} "${full}"`),
      fix: `${suggest(full, offered)}${isClass ? '' : `; or ask the platform to offer it`}`,
    }),
  ];
};

/** What the rules say of a name that nothing here has. */
const MISSING: ReadonlySet<string> = new Set(referenceRule.diagnostics.map(({ code }) => code));

/** What the rules find of the tenant's own objects, without what {@link checkOffer} says of the same objects. */
export const withoutPlatform = (
  found: readonly Diagnostic[],
  offered: readonly Diagnostic[],
): { readonly found: readonly Diagnostic[]; readonly offered: readonly Diagnostic[] } => {
  const own = found.filter(({ at }) => !isOfPlatform(at.addon));
  const keyOf = ({ at: { addon, object } }: Diagnostic): string => `${addon} ${object}`;
  // The cluster's words say more: as whom it is refused, and of which right.
  const refused = new Set(
    own.flatMap((one) => (one.code === forbidden.code && one.severity === 'error' ? [keyOf(one)] : [])),
  );
  const told = new Set(
    [...offered, ...own.filter(({ code, severity }) => severity === 'error' && !MISSING.has(code))].map(
      (one) => `${keyOf(one)} ${one.at.path}`,
    ),
  );
  return {
    found: own.filter((one) => !MISSING.has(one.code) || !told.has(`${keyOf(one)} ${one.at.path}`)),
    offered: offered.filter((one) => one.code !== outsideTenant.code || !refused.has(keyOf(one))),
  };
};
