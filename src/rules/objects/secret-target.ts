import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { secretWriters, writtenSecrets } from '../context/written-secrets.js';
import { defineRule, objectsOfKind, placeIn, type StateObject, specOf, unitTitle } from '../rule.js';

export const secretTarget = defineDiagnostic({
  code: 'FX635',
  name: 'secret-target',
  severity: 'error',
  summary:
    'An ExternalSecret writes a Secret that another one owns, or writes a key twice: the operator refuses it. As a warning: two writers replace what the other has written.',
  page: {
    example: 'ExternalSecrets "db" and "db-admin", both with target: { name: "db" }',
    flux: 'target is owned by another ExternalSecret',
    right: 'give each a target; or fetch all keys in one ExternalSecret',
  },
  exceptable: true,
});

/** Something that writes a Secret. */
interface Writer {
  readonly object: StateObject;
  /** Where it names the Secret. */
  readonly path: string;
  /** Of an ExternalSecret. */
  readonly policy?: string;
}

/** A Secret has one owner, and each of its keys one origin. */
export const secretTargetRule = defineRule([secretTarget], (_, report, { index }) => {
  const writers = new Map<string, Writer[]>();
  const add = (identity: string, writer: Writer): void => {
    writers.set(identity, [...(writers.get(identity) ?? []), writer]);
  };
  for (const object of objectsOfKind(index, 'external-secrets.io/ExternalSecret')) {
    const { target, data } = specOf(object);
    const { deletionPolicy = 'Retain' } = fieldsOf(target);
    for (const problem of repeatedKeys(object, data, deletionPolicy)) report(problem);
  }
  for (const object of secretWriters.flatMap((type) => objectsOfKind(index, type))) {
    for (const { kind, namespace, name, path, policy } of writtenSecrets(object)) {
      add(`${kind} ${namespace}/${name}`, { object, path, ...(policy === undefined ? {} : { policy }) });
    }
  }
  for (const object of objectsOfKind(index, '/Secret')) {
    if (!hasOwnData(object) || holdsExpression(`${object.name} ${object.namespace}`)) continue;
    add(`Secret ${object.namespace ?? ''}/${object.name}`, { object, path: 'data' });
  }
  for (const [identity, all] of writers) {
    const [kind, place] = identity.split(' ');
    const [namespace, name] = place!.split('/');
    const secret = `the ${kind} "${name}" in namespace "${namespace}"`;
    const owner = all.find(({ policy }) => policy === 'Owner') ?? all.find(({ policy }) => policy === 'Orphan');
    if (owner === undefined) continue;
    for (const writer of all) {
      // Two objects of one name are another rule's.
      if (writer === owner || isSame(writer.object, owner.object)) continue;
      if (fetchesOnce(owner) && !isRefused(writer, owner)) continue;
      report(secondWriter(writer, owner, secret, name!));
    }
  }
});

const isSame = (a: StateObject, b: StateObject): boolean => a.kind === b.kind && a.name === b.name;

/** The operator finds another controller in ownerReferences, or the controller of SealedSecrets does. */
const isRefused = ({ object, policy }: Writer, owner: Writer): boolean =>
  owner.policy === 'Owner' && (policy !== undefined || object.kind === 'SealedSecret');

/** It fetches before the Secret exists, and then leaves to others what they write. */
const fetchesOnce = ({ object }: Writer): boolean => {
  const spec = specOf(object);
  return (fieldsOf(spec['externalSecretSpec'])['refreshPolicy'] ?? spec['refreshPolicy']) === 'CreatedOnce';
};

const secondWriter = ({ object, path, policy }: Writer, owner: Writer, secret: string, name: string): Diagnostic => {
  const other = `${owner.object.title} of ${unitTitle(owner.object)}`;
  const own = `give it a Secret of its own: target: { name: '${object.name === name ? `${name}-2` : object.name}' }`;
  const refused = isRefused({ object, path, ...(policy === undefined ? {} : { policy }) }, owner);
  if (refused && policy !== undefined) {
    return diagnose(secretTarget, {
      message:
        policy === 'Owner'
          ? `${object.title} and ${other} both own ${secret}`
          : `${object.title} writes ${secret}, which ${other} owns`,
      at: placeIn(object, path),
      notes: [
        policy === 'Owner'
          ? 'the operator lets the first one have it: target is owned by another ExternalSecret'
          : `the operator refuses it with creationPolicy: ${policy}, too, in whatever order: target is owned by another ExternalSecret`,
      ],
      fix: policy === 'Owner' ? own : `fetch all keys in ${owner.object.title}; or ${own}`,
    });
  }
  if (refused) {
    return diagnose(secretTarget, {
      message: `${object.title} makes ${secret}, which ${other} owns`,
      at: placeIn(object, path),
      notes: ['a Secret has one controller: whichever comes second fails'],
      fix: 'give one of them another name',
    });
  }
  return diagnose(secretTarget, {
    message: `${object.title} writes ${secret}, and ${other} removes all keys from it that it doesn't fetch`,
    at: placeIn(object, path),
    severity: 'warning',
    notes: [`it does so with creationPolicy: ${owner.policy}, each time that it fetches`],
    fix: `give one of them another name; or set creationPolicy: 'Merge' in ${owner.object.title}, which keeps the keys of others`,
  });
};

/** Whether Flux writes keys into a Secret, again and again. */
const hasOwnData = ({ json }: StateObject): boolean => {
  const isOnce = ['annotations', 'labels'].some((list) =>
    Object.entries(fieldsOf(valueAt(json, ['metadata', list]))).some(
      ([key, value]) => /\/(?:ssa|reconcile)$/.test(key) && /^(?:ignore|ifnotpresent|disabled)$/i.test(String(value)),
    ),
  );
  return !isOnce && ['data', 'stringData'].some((field) => Object.keys(fieldsOf(json[field])).length > 0);
};

const repeatedKeys = (object: StateObject, data: unknown, deletionPolicy: unknown): readonly Diagnostic[] => {
  const seen = new Set<string>();
  return listOf(data).flatMap((entry, index) => {
    const key = isObject(entry) ? entry['secretKey'] : undefined;
    if (typeof key !== 'string' || holdsExpression(key)) return [];
    const isRepeated = seen.has(key) && deletionPolicy === 'Retain';
    seen.add(key);
    if (!isRepeated) return [];
    return [
      diagnose(secretTarget, {
        message: `${object.title} writes the key "${key}" twice`,
        at: placeIn(object, `spec.data[${index}].secretKey`),
        notes: ['its webhook refuses a secretKey that is there twice'],
        fix: 'give each entry a key of its own',
      }),
    ];
  });
};
