import { outputObjectOf } from '../../contract/index.js';
import { defineDiagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { nameOf } from '../references/describe.js';
import type { FoundPart } from '../references/index.js';
import { isTwin } from '../references/is-twin.js';
import { keyFieldsOf } from '../references/key-fields.js';
import { knownParts } from '../references/known-parts.js';
import type { Target } from '../references/targets.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';

const referencePart = defineDiagnostic({
  code: 'FX632',
  name: 'reference-part',
  severity: 'error',
  summary:
    "An object needs a key of a ConfigMap or Secret, a port of a Service, or a listener of a Gateway that isn't there.",
  page: {
    example: 'configMapKeyRef: { name: "web", key: "hots" }   // and the ConfigMap has the key "host"',
    flux: "couldn't find key hots in ConfigMap web/web; the container doesn't start (CreateContainerConfigError)",
    right: 'configMapKeyRef: { name: "web", key: "host" }',
  },
  exceptable: true,
});

const words: Readonly<Record<FoundPart['of'], string>> = { data: 'key', ports: 'port', listeners: 'listener' };

/** The key, port or listener that a reference needs exists, if the tree declares the object and all of it is known. */
export const referencePartRule = defineRule([referencePart], (state, report, { references, dataSources }) => {
  const { units, declared } = state;
  /** Of what a target has, that which nothing else reads, unless the name is one that is misspelt. */
  const unreadOf = (name: string, known: ReadonlySet<string>, target: Target, of: FoundPart['of']) => {
    if ([...known].some((one) => isTwin(one, name))) return known;
    const read = new Set(
      references.all.flatMap((one) =>
        references.targets.find(one) === target
          ? one.parts.flatMap((part) => (part.of === of ? [String(part.value)] : []))
          : [],
      ),
    );
    const unread = new Set([...known].filter((one) => !read.has(one)));
    return unread.size > 0 ? unread : known;
  };
  const outputs = new Set((declared?.contract.outputs ?? []).map(outputObjectOf));
  /** The known keys of an object that a producer writes for an addon: it may have others, so only a misspelt one counts. */
  const outputLike = (key: string, { kind, name, namespace = '' }: Target & { readonly kind: string }) => {
    if (!outputs.has(outputObjectOf({ kind, namespace, name }))) return undefined;
    const keys = (dataSources.get(`${kind}/${name}`) ?? [])
      .filter((one) => one.namespace === namespace || one.namespace === '')
      .flatMap((one) => one.keys);
    return keys.includes(key) ? undefined : keys.find((one) => isTwin(one, key));
  };
  for (const reference of references.all) {
    const { object, row, parts, isOptional } = reference;
    if (parts.length === 0 || isOptional || row.isValues === true) continue;
    const target = references.targets.find(reference);
    if (target === undefined) continue;
    for (const { of, value, path } of parts) {
      if (holdsExpression(String(value))) continue;
      const known = knownParts(target, of);
      const near =
        of === 'data' && known === undefined
          ? outputLike(String(value), { ...target, kind: reference.kind })
          : undefined;
      if (near !== undefined) {
        report(
          diagnose(referencePart, {
            message: `${object.title} needs the key ${JSON.stringify(value)} of ${nameOf(reference)}, and the output that is declared is "${near}"`,
            at: placeIn(object, path),
            fix: `did you mean "${near}"? else declare ${JSON.stringify(value)} in the \`outputs\` of the addon that writes it`,
            // Its producer may write more than the outputs that are declared.
            severity: 'warning',
          }),
        );
      }
      if (known === undefined || known.has(String(value))) continue;
      report(
        diagnose(referencePart, {
          message: `${object.title} needs the ${words[of]} ${JSON.stringify(value)} of ${nameOf(reference)}, which has no such ${words[of]}`,
          at: placeIn(object, path),
          fix: suggest(String(value), unreadOf(String(value), known, target, of)),
        }),
      );
    }
  }
  const all = (kind: string, name: string): readonly Target[] =>
    references.targets.ofKind('', kind).filter((one) => one.name === name);
  const places = new Map<StateObject, Set<string>>();
  for (const { object, path, parts } of references.all) {
    const there = places.get(object) ?? new Set();
    places.set(object, there);
    for (const one of [path, ...parts.map((part) => part.path)]) there.add(one);
  }
  for (const { objects } of units) {
    for (const object of objects) {
      for (const { kind, name, namespace, key, path, isCertain } of keyFieldsOf(
        object,
        places.get(object) ?? new Set(),
      )) {
        if (holdsExpression(`${name} ${namespace} ${key}`)) continue;
        const named = all(kind, name);
        // The operator of an object without a namespace knows in which one it looks.
        const [target, ...more] =
          namespace === undefined ? named : named.filter((one) => one.namespace === namespace || one.namespace === '');
        if (target === undefined || more.length > 0) continue;
        const known = knownParts(target, 'data');
        if (known === undefined || known.has(key)) continue;
        report(
          diagnose(referencePart, {
            message: `${object.title} needs the key "${key}" of ${kind}/${name} in namespace "${target.namespace}", which has no such key`,
            at: placeIn(object, path),
            fix: suggest(key, known),
            // Nothing but the words of the field says so.
            ...(isCertain === true ? {} : { severity: 'warning' as const }),
          }),
        );
      }
    }
  }
});
