import type { ClusterState, OwnedObject } from '../../../applied/cluster-state.js';
import { jsonOf } from '../../../applied/holding.js';
import { keyOf, titleOf } from '../../../applied/object-id.js';
import { type Diagnostic, diagnose, nameSome } from '../../../diagnostics/index.js';
import { fieldsOf, listOf, objectsOf } from '../../../json/as-shape.js';
import { equalJson } from '../../../json/equal-json.js';
import { isObject } from '../../../json/is-object.js';
import { valueAt } from '../../../json/json-path.js';
import type { JsonObject } from '../../../json/json-value.js';
import { readField } from '../../../json/read-field.js';
import { podSpecs } from '../../../knowledge/kubernetes/pod-specs.js';
import { type FoundPart, referencesOf } from '../../../rules/references/index.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { defineChangeRule, type StatesContext } from '../../change-rule.js';
import { riskyChange } from '../../transitions/diagnostics.js';

interface States {
  readonly before: ClusterState;
  readonly after: ClusterState;
}

interface Changed {
  readonly object: OwnedObject;
  readonly next: OwnedObject;
}

/** A sentence names this many objects, then counts the rest. */
const NAMED = 6;

/** Reports what a change removes from an object that stays while other objects still need it: FX559. */
export const brokenLinkRule = defineChangeRule([riskyChange], ({ cluster, before, after }: StatesContext, report) => {
  const states: States = { before, after };
  const changed = [...states.before.objects.values()].flatMap((object): readonly Changed[] => {
    const next = states.after.objects.get(object.key);
    if (next === undefined || !isLinked(object) || equalJson(jsonOf(object), jsonOf(next))) return [];
    return [{ object, next }];
  });
  if (changed.length === 0) return;
  const tell = (next: OwnedObject, says: string, path: string, effect: string, fix: string): Diagnostic =>
    diagnose(riskyChange, {
      message: `${titleOf(next.id)} ${says}`,
      at: { cluster, object: titleOf(next.id), path },
      notes: [effect],
      fix,
    });
  const problems = [
    ...lostPods(changed, states).map(({ next, pods, path }) =>
      tell(
        next,
        `selects none of the pods that it had: ${nameSome(pods, NAMED)}`,
        path,
        'requests to the Service fail as soon as Flux applies the change',
        'change the selector of the Service and the labels of the pods together',
      ),
    ),
    ...lostParts(changed, states).map(({ next, of, value, readers }) =>
      tell(
        next,
        `no longer has the ${words[of]} ${JSON.stringify(value)}, which ${nameSome(readers, NAMED)} still ${readers.length === 1 ? 'needs' : 'need'}`,
        of === 'data' ? 'data' : 'spec.ports',
        of === 'data' ? 'what reads it fails when it starts the next time' : 'requests by that port fail',
        `keep the ${words[of]}, or change what needs it first`,
      ),
    ),
    ...lostSubsets(changed, states).map(({ next, name, readers }) =>
      tell(
        next,
        `no longer has the subset ${JSON.stringify(name)}, to which ${nameSome(readers, NAMED)} still ${readers.length === 1 ? 'sends' : 'send'} requests`,
        'spec.subsets',
        'Istio answers those requests with 503',
        'keep the subset, or change the routes first',
      ),
    ),
  ];
  for (const problem of problems) report(problem);
});

const words: Readonly<Record<FoundPart['of'], string>> = { data: 'key', ports: 'port', listeners: 'listener' };

const isLinked = ({ id: { group, kind } }: OwnedObject): boolean =>
  Object.hasOwn(podSpecs, `${group}/${kind}`) ||
  [
    '/ConfigMap',
    '/Secret',
    '/Service',
    'external-secrets.io/ExternalSecret',
    'bitnami.com/SealedSecret',
    'networking.istio.io/DestinationRule',
  ].includes(`${group}/${kind}`);

const isOthers = ({ holdings }: OwnedObject): boolean => holdings.every(({ isForeign }) => isForeign === true);
const isOpen = (value: unknown): boolean => holdsExpression(JSON.stringify(value ?? ''));

const labelsOf = (object: OwnedObject): unknown => {
  const spec = podSpecs[`${object.id.group}/${object.id.kind}`];
  return spec === undefined
    ? undefined
    : valueAt(jsonOf(object), [...spec.split('.').slice(0, -1), 'metadata', 'labels']);
};

/** Services that no longer match their pods, which stay. */
const lostPods = (changed: readonly Changed[], { before, after }: States) => {
  const namespaces = new Set(changed.map(({ object }) => object.id.namespace));
  return [...namespaces].flatMap((namespace) => {
    const [old, now] = [podsIn(before, namespace), podsIn(after, namespace)];
    return before.index.inNamespace(namespace).flatMap((object) => {
      const next = after.objects.get(object.key);
      if (object.id.kind !== 'Service' || object.id.group !== '' || next === undefined) return [];
      const [was, is] = [object, next].map((one) => readField(jsonOf(one), 'spec.selector'));
      if (!isObject(was) || !isObject(is) || isOpen(is)) return [];
      const stay = old
        .filter(({ labels, of }) => selects(was, labels) && after.objects.has(of.key))
        .map(({ of }) => of);
      if (stay.length === 0 || now.some(({ labels }) => selects(is, labels))) return [];
      if (stay.some(({ key }) => isOpen(labelsOf(after.objects.get(key)!)))) return [];
      const path = equalJson(was, is) ? '' : 'spec.selector';
      return [{ next, path, pods: stay.map(({ id }) => titleOf(id)).sort() }];
    });
  });
};

const podsIn = ({ index }: ClusterState, namespace: string) =>
  index.inNamespace(namespace).flatMap((of) => {
    const labels = labelsOf(of);
    return isObject(labels) ? [{ of, labels }] : [];
  });

const selects = (selector: JsonObject, labels: JsonObject): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/**
 * Keys and ports that a change removes while another object needs them, unless fluxspan writes both: FX632 covers
 * those.
 */
const lostParts = (changed: readonly Changed[], { after }: States) => {
  const lost = new Map<
    string,
    { readonly next: OwnedObject; readonly of: 'data' | 'ports'; readonly values: Set<string> }
  >();
  for (const { object, next } of changed) {
    const found = partsOf(object);
    const now = partsOf(next);
    if (found === undefined || now === undefined || isOpen([...now.parts])) continue;
    const values = new Set([...found.parts].filter((one) => !now.parts.has(one)));
    if (values.size > 0 && found.key === now.key) lost.set(found.key, { next, of: found.of, values });
  }
  if (lost.size === 0) return [];
  const broken = new Map<string, { next: OwnedObject; of: 'data' | 'ports'; value: string; readers: string[] }>();
  for (const reader of after.objects.values()) {
    const { group, kind, namespace, name } = reader.id;
    if (after.owners.get(reader.holdings[0].owner)?.kubeConfig !== undefined) continue;
    const naming = { group, kind, namespace: namespace === '' ? undefined : namespace, name, json: jsonOf(reader) };
    for (const { group, kind, name, namespace = '', parts, isOptional } of referencesOf(naming, after.scopeOf)) {
      const one = lost.get(keyOf({ group, kind, name, namespace }));
      if (one === undefined || isOptional || !(isOthers(reader) || isOthers(one.next))) continue;
      for (const { of, value } of parts) {
        if (of !== one.of || !one.values.has(String(value))) continue;
        const key = `${one.next.key} ${String(value)}`;
        const known = broken.get(key) ?? { next: one.next, of: one.of, value: String(value), readers: [] };
        if (!known.readers.includes(titleOf(reader.id))) known.readers.push(titleOf(reader.id));
        broken.set(key, known);
      }
    }
  }
  return [...broken.values()];
};

interface Parts {
  /** The key of the object that has the parts. */
  readonly key: string;
  readonly of: 'data' | 'ports';
  readonly parts: ReadonlySet<string>;
}

/** The keys or ports that an object offers. `undefined` if other writers may add some. */
const partsOf = (object: OwnedObject): Parts | undefined => {
  const { id, key } = object;
  const json = jsonOf(object);
  const spec = fieldsOf(json['spec']);
  if (id.kind === 'Service') {
    const texts = objectsOf(spec['ports']).flatMap(({ name, port }) => [name, port].filter((one) => one !== undefined));
    return spec['type'] === 'ExternalName' ? undefined : { key, of: 'ports', parts: new Set(texts.map(String)) };
  }
  if (id.kind === 'ExternalSecret') {
    const { name = id.name, template, creationPolicy = 'Owner' } = fieldsOf(spec['target']);
    if (listOf(spec['dataFrom']).length > 0 || template !== undefined || creationPolicy !== 'Owner') return undefined;
    const parts = new Set(objectsOf(spec['data']).map(({ secretKey }) => String(secretKey)));
    return {
      key: keyOf({ group: '', kind: 'Secret', namespace: id.namespace, name: String(name) }),
      of: 'data',
      parts,
    };
  }
  if (id.kind === 'SealedSecret') {
    const annotations = fieldsOf(valueAt(spec, ['template', 'metadata', 'annotations']));
    // The object adds its keys to an existing Secret.
    if (annotations['sealedsecrets.bitnami.com/patch'] !== undefined) return undefined;
    const texts = [spec['encryptedData'], valueAt(spec, ['template', 'data'])].map(fieldsOf);
    return {
      key: keyOf({ group: '', kind: 'Secret', namespace: id.namespace, name: id.name }),
      of: 'data',
      parts: new Set(texts.flatMap((one) => Object.keys(one))),
    };
  }
  if (id.kind !== 'ConfigMap' && id.kind !== 'Secret') return undefined;
  const ssa = fieldsOf(readField(json, 'metadata.annotations'))['kustomize.toolkit.fluxcd.io/ssa'];
  if (ssa !== undefined || String(json['type']).startsWith('kubernetes.io/service-account-token')) return undefined;
  const parts = new Set(['data', 'stringData', 'binaryData'].flatMap((field) => Object.keys(fieldsOf(json[field]))));
  return { key, of: 'data', parts };
};

/** Istio subsets that a change removes while a route names them. */
const lostSubsets = (changed: readonly Changed[], { after }: States) => {
  const subsetsOf = (object: OwnedObject): readonly unknown[] =>
    objectsOf(readField(jsonOf(object), 'spec.subsets')).map(({ name }) => name);
  return changed
    .filter(({ object }) => object.id.kind === 'DestinationRule')
    .flatMap(({ object, next }) => {
      const host = hostOf(readField(jsonOf(next), 'spec.host'), next.id.namespace);
      const others = after.index
        .ofKind('networking.istio.io', 'DestinationRule')
        .filter((one) => hostOf(readField(jsonOf(one), 'spec.host'), one.id.namespace) === host);
      const gone = subsetsOf(object).filter((name) => others.every((one) => !subsetsOf(one).includes(name)));
      return gone.flatMap((name) => {
        const readers = after.index
          .ofKind('networking.istio.io', 'VirtualService')
          .filter((one) =>
            destinationsOf(jsonOf(one)['spec']).some(
              (each) => each['subset'] === name && hostOf(each['host'], one.id.namespace) === host,
            ),
          );
        return readers.length === 0 ? [] : [{ next, name, readers: readers.map(({ id }) => titleOf(id)).sort() }];
      });
    });
};

/** Resolves a short name like Istio: in the namespace of the object that names it. */
const hostOf = (host: unknown, namespace: string): string => {
  const text = String(host);
  return text.includes('.') ? text.replace(/\.svc(\.cluster\.local)?$/, '') : `${text}.${namespace}`;
};

const destinationsOf = (spec: unknown): readonly Readonly<Record<string, unknown>>[] =>
  ['http', 'tcp', 'tls'].flatMap((list) =>
    objectsOf(fieldsOf(spec)[list]).flatMap(({ route, mirror }) => [
      ...objectsOf(route).map(({ destination }) => fieldsOf(destination)),
      fieldsOf(mirror),
    ]),
  );
