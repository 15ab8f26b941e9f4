import { nameHash } from '../../constructs/diagnostics.js';
import { diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath } from '../../json/json-path.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { placeOf } from '../references/describe.js';
import type { FoundReference } from '../references/index.js';
import { defineRule, isFluxGroup, placeIn, type StateObject, specOf } from '../rule.js';

/** References to a ConfigMap or Secret with a hash in its name include the hash. */
export const nameHashRule = defineRule([nameHash], ({ units }, report, { index, references }) => {
  for (const reference of references.all) {
    const named = references.hashed(reference);
    if (named === undefined || references.targets.find(reference) !== undefined || references.isKnown(reference))
      continue;
    if (reference.object.references?.some(({ path, external }) => external && path === reference.path)) continue;
    report(
      diagnose(nameHash, {
        message: `${reference.object.title} names ${without(named, reference.name)}`,
        at: placeOf(reference),
        fix: named.addon === undefined ? fixInFile(reference) : FIX,
        // Its reader continues without it.
        ...(reference.isOptional ? { severity: 'warning' } : {}),
      }),
    );
  }
  const hashed = (index.byKind.get('/ConfigMap') ?? []).filter((one) => one.nameWithoutHash !== undefined);
  if (hashed.length === 0) return;
  for (const { objects } of units) {
    for (const object of objects) {
      for (const { path, name } of likelyNames(object)) {
        const named = hashed.find((one) => one.nameWithoutHash === name && one.namespace === namespaceOf(object));
        if (named === undefined || references.targets.find(targetOf(named, name)) !== undefined) continue;
        if (references.isKnown(targetOf(named, name))) continue;
        report(
          diagnose(nameHash, {
            message: `${object.title} seems to name ${without(named, name)}`,
            at: placeIn(object, printPath(path)),
            fix: FIX,
            severity: 'notice',
          }),
        );
      }
    }
  }
});

const FIX = 'name it by its construct: const config = new ConfigMap(…), and then config.name';

/** kustomize changes the names in fields that it knows, of the objects of the same build. */
const fixInFile = ({ row, object, kind }: FoundReference): string =>
  `set generatorOptions: { disableNameSuffixHash: true } for it; or let kustomize put the hash into ${object.kind} too: in a file under \`configurations\`, nameReference: [{ kind: ${kind}, version: v1, fieldSpecs: [{ kind: ${object.kind}, path: ${[...row.at.split('.'), row.name ?? 'name'].join('/').replaceAll('[]', '')} }] }]`;

const without = ({ title, name }: StateObject, base: string): string =>
  `"${base}", and the name of ${title.slice(0, -name.length)}${base} has a hash: "${name}"`;

const targetOf = ({ group, kind, namespace }: StateObject, name: string) => ({ group, kind, name, namespace });

/** The namespace that an object's references look in; a release may install elsewhere. */
const namespaceOf = (object: StateObject): string | undefined => {
  const { targetNamespace } = specOf(object);
  return object.kind === 'HelmRelease' && typeof targetNamespace === 'string' ? targetNamespace : object.namespace;
};

/** `existingConfigMap`, `configMapName`, and `name` in `configMapRef`. */
const CONFIG_MAP = /config_?-?map/i;

/**
 * Texts in values and custom resources that probably name a ConfigMap, judging by their key. No reference table covers
 * these.
 */
const likelyNames = (object: StateObject): readonly { readonly path: JsonPath; readonly name: string }[] => {
  const isRelease = object.kind === 'HelmRelease' && isFluxGroup(object.group);
  if (!isRelease && (isFluxGroup(object.group) || isBuiltInGroup(object.group))) return [];
  const found: { readonly path: JsonPath; readonly name: string }[] = [];
  const visit = (value: unknown, path: JsonPath, isLikely: boolean): void => {
    if (typeof value === 'string') {
      if (isLikely) found.push({ path, name: value });
    } else if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visit(item, [...path, at], isLikely);
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        const isName = CONFIG_MAP.test(key) || (key === 'name' && CONFIG_MAP.test(String(path.findLast(isKey))));
        visit(member, [...path, key], isName);
      }
    }
  };
  visit(isRelease ? specOf(object)['values'] : specOf(object), isRelease ? ['spec', 'values'] : ['spec'], false);
  return found;
};

const isKey = (step: string | number): boolean => typeof step === 'string';
