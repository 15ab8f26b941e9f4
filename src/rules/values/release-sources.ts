import { composeValues, type ValuesSource } from '../../charts/values/index.js';
import { exampleOf, VALUES_KEY, valuesConfigMap } from '../../contract/index.js';
import { isEncryptedFileText } from '../../encryption/encrypted-file-text.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { type StateIndex, type StateObject, specOf, type Unit } from '../rule.js';

/** One entry of a release's `valuesFrom`, with what the tree has for it. */
export interface ReleaseSource extends ValuesSource {
  /** The text is an example of what Terraform gives. */
  readonly isExample: boolean;
}

/** What `spec.valuesFrom` of a release reads, in its order; without a text where only the cluster has it. */
export const sourcesOfRelease = (object: StateObject, { byKind, unitOf }: StateIndex): readonly ReleaseSource[] =>
  listOf(specOf(object)['valuesFrom']).map((one) =>
    sourceOf(fieldsOf(one), object, unitOf.get(object.unit), (kind) => byKind.get(`/${kind}`) ?? []),
  );

const sourceOf = (
  { kind, name, valuesKey, targetPath, literal }: Readonly<Record<string, unknown>>,
  object: StateObject,
  unit: Unit | undefined,
  ofKind: (kind: string) => readonly StateObject[],
): ReleaseSource => {
  const key = typeof valuesKey === 'string' ? valuesKey : VALUES_KEY;
  const made = ofKind(String(kind)).find((one) => one.name === name && one.namespace === object.namespace);
  const input =
    name === valuesConfigMap(object.name) ? unit?.declared?.built.inputs.values.get(object.name) : undefined;
  const text = input === undefined ? textOf(made, key) : JSON.stringify(exampleOf(input.schema));
  return {
    kind: kind === 'Secret' ? 'Secret' : 'ConfigMap',
    namespace: object.namespace ?? '',
    name: typeof name === 'string' ? name : '',
    key,
    optional: true,
    isExample: input !== undefined,
    ...(typeof targetPath === 'string' ? { targetPath } : {}),
    ...(typeof literal === 'boolean' ? { literal } : {}),
    ...(text === undefined ? {} : { text }),
  };
};

/** What SOPS encrypts, and what vars are to become, isn't known. */
const textOf = (made: StateObject | undefined, key: string): string | undefined => {
  if (made === undefined || made.json['sops'] !== undefined) return undefined;
  const plain = fieldsOf(made.json['stringData'])[key];
  const data = fieldsOf(made.json['data'])[key];
  const text =
    made.kind !== 'Secret' || typeof data !== 'string' || plain !== undefined
      ? (plain ?? data)
      : Buffer.from(data, 'base64').toString();
  return typeof text !== 'string' || isEncryptedFileText(text) ? undefined : text;
};

/** A target that makes helm-controller fail, whatever the cluster has. */
export interface FailingTarget {
  /** Of the entry in `valuesFrom`. */
  readonly index: number;
  /** In the controller's words. */
  readonly error: string;
  /** The text that is read does it, and not the place where it goes. */
  readonly isOfText: boolean;
}

/** The first entry of `valuesFrom` with a `targetPath` that can't be written, as helm-controller writes it. */
export const failingTarget = (sources: readonly ValuesSource[], values: JsonValues): FailingTarget | undefined => {
  for (const [index, { targetPath }] of sources.entries()) {
    if (targetPath === undefined) continue;
    // What only the cluster has may replace what an earlier layer sets, but nothing of the inline values.
    const isOpen = sources.slice(0, index).some((one) => one.text === undefined || holdsExpression(one.text));
    const before = isOpen ? [] : sources.slice(0, index);
    if ('error' in composeValues(before, values)) return undefined;
    const source = sources[index]!;
    const isKnown = source.text !== undefined && !holdsExpression(source.text);
    const inPlace = composeValues([...before, { ...source, text: 'x' }], values);
    if ('error' in inPlace) return { index, error: inPlace.error, isOfText: false };
    const written = isKnown ? composeValues([...before, source], values) : inPlace;
    if ('error' in written) return { index, error: written.error, isOfText: true };
  }
  return undefined;
};

type JsonValues = Readonly<Record<string, unknown>>;

/** The inline values of a release. */
export const valuesOf = (object: StateObject): JsonValues => {
  const { values } = specOf(object);
  return isObject(values) ? (values as JsonValues) : {};
};
