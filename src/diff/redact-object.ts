import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import type { RedactValue } from '../redaction/likely-secrets.js';
import { readPatch } from '../rules/languages/patch.js';

/** A manifest without the values of Secrets: its own, those of what it makes, and those that its patches set. */
export const redactObject = (object: JsonObject, redact: RedactValue): JsonObject => {
  const json = withoutLastApplied(object, redact);
  const { apiVersion, kind } = json;
  if (kind === 'Secret' && apiVersion === 'v1') return redactSecret(json, redact);
  if (kind === 'List') {
    return changeAt(json, ['items'], (items) => mapItems(items, (item) => redactObject(item, redact)));
  }
  if (kind === 'ResourceSet') return redactInputs(redactFields(json, redact), json, redact);
  return redactFields(json, redact);
};

/** What kubectl writes there is the whole object. */
const withoutLastApplied = (json: JsonObject, redact: RedactValue): JsonObject =>
  changeAt(json, ['metadata', 'annotations'], (annotations) =>
    isObject(annotations)
      ? Object.fromEntries(
          Object.entries(annotations).map(([key, value]) => [
            key,
            key.endsWith('last-applied-configuration') ? redact(value) : value,
          ]),
        )
      : annotations,
  );

const redactFields = (json: JsonObject, redact: RedactValue): JsonObject => {
  const { kind } = json;
  const fields = typeof kind === 'string' && Object.hasOwn(FIELDS, kind) ? FIELDS[kind]! : [];
  return fields.reduce((now, [path, change]) => changeAt(now, path, (value) => change(value, redact)), json);
};

/** The inputs of a ResourceSet that go into a Secret. https://fluxcd.control-plane.io/operator/resourceset/ */
const redactInputs = (shown: JsonObject, json: JsonObject, redact: RedactValue): JsonObject => {
  const names = secretInputNames(json);
  const isSecret = (key: string): boolean => names === undefined || names.has(key);
  return changeAt(shown, ['spec', 'inputs'], (inputs) =>
    mapItems(inputs, (one) =>
      Object.fromEntries(Object.entries(one).map(([key, value]) => [key, isSecret(key) ? redact(value) : value])),
    ),
  );
};

/** The inputs that the templates of a ResourceSet put into a Secret; undefined: that may be all. */
export const secretInputNames = (set: JsonObject): ReadonlySet<string> | undefined => {
  const parts: unknown[] = [];
  redactFields(set, (value) => {
    parts.push(value);
    return '';
  });
  const text = JSON.stringify(parts);
  if (/\binputs\b(?!\.\w)/.test(text)) return undefined;
  // With the strategy Permute, the first part is the name of a provider.
  return new Set([...text.matchAll(/\binputs\.(\w+)(?:\.(\w+))?/g)].flatMap(([, ...all]) => all.filter(isText)));
};

const isText = (value: string | undefined): value is string => value !== undefined;

type Change = (value: unknown, redact: RedactValue) => unknown;

/** A patch may carry what a Secret gets. */
const patches: Change = (value, redact) =>
  mapItems(value, (entry) => {
    const { patch, target } = entry;
    return typeof patch === 'string' && mayReachSecret(target, patch) ? { ...entry, patch: redact(patch) } : entry;
  });

/** An item without a kind is a part of one, as a JSON 6902 operation sets it. */
const resources: Change = (value, redact) =>
  mapItems(value, (item) => (item['kind'] === undefined ? redactSecret(item, redact) : redactObject(item, redact)));

/** Go templates are no YAML yet, so a document with a Secret goes as a whole. */
const resourcesTemplate: Change = (value, redact) =>
  typeof value === 'string'
    ? value
        .split(/^(---.*\n?)/m)
        .map((part) => (SECRET_KIND.test(part) && /\b(?:data|stringData)\b/.test(part) ? redact(part) : part))
        .join('')
    : value;

/** https://external-secrets.io/latest/guides/templating/ */
const secretTemplate: Change = (value, redact) =>
  isObject(value)
    ? changeAt(redactSecret(value as JsonObject, redact), ['templateFrom'], (all) =>
        mapItems(all, (one) => (one['literal'] === undefined ? one : { ...one, literal: redact(one['literal']) })),
      )
    : value;

/** All that is there. */
const members: Change = (value, redact) => (isObject(value) ? mapMembers(value as JsonObject, redact) : value);

/** What a store of made-up secrets gives. https://external-secrets.io/latest/provider/fake/ */
const fakeData: Change = (value, redact) =>
  mapItems(value, ({ key, version, ...given }) => ({
    ...(key === undefined ? {} : { key }),
    ...(version === undefined ? {} : { version }),
    ...mapMembers(given, redact),
  }));

/** Where objects of other kinds hold what a Secret gets. */
const FIELDS: Readonly<Record<string, readonly (readonly [path: readonly string[], change: Change])[]>> = {
  Kustomization: [[['spec', 'patches'], patches]],
  // A ResourceSet elsewhere decides which of them go into a Secret, so none is shown.
  ResourceSetInputProvider: [[['spec', 'defaultValues'], members]],
  HelmRelease: [
    [
      ['spec', 'postRenderers'],
      (all, redact) =>
        mapItems(all, (one) => changeAt(one, ['kustomize', 'patches'], (value) => patches(value, redact))),
    ],
  ],
  FluxInstance: [[['spec', 'kustomize', 'patches'], patches]],
  ResourceSet: [
    [['spec', 'resources'], resources],
    [['spec', 'resourcesTemplate'], resourcesTemplate],
  ],
  ClusterGenerator: [[['spec', 'generator', 'fakeSpec', 'data'], members]],
  ClusterSecretStore: [[['spec', 'provider', 'fake', 'data'], fakeData]],
  ExternalSecret: [[['spec', 'target', 'template'], secretTemplate]],
  ClusterExternalSecret: [[['spec', 'externalSecretSpec', 'target', 'template'], secretTemplate]],
  Fake: [[['spec', 'data'], members]],
  PushSecret: [[['spec', 'template'], secretTemplate]],
  SecretStore: [[['spec', 'provider', 'fake', 'data'], fakeData]],
};

/** https://kubernetes.io/docs/concepts/configuration/secret/ */
const redactSecret = (json: JsonObject, redact: RedactValue): JsonObject => {
  const redacted: Record<string, unknown> = { ...json };
  for (const field of ['data', 'stringData']) {
    const values = json[field];
    if (isObject(values)) redacted[field] = mapMembers(values, redact);
    else if (values !== undefined && values !== null) redacted[field] = redact(values);
  }
  return redacted;
};

const mapMembers = (object: JsonObject, redact: RedactValue): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, redact(value)]));

const mapItems = (value: unknown, change: (item: JsonObject) => unknown): unknown =>
  Array.isArray(value) ? value.map((item) => (isObject(item) ? change(item as JsonObject) : item)) : value;

/** What isn't there stays so. */
const changeAt = (
  json: JsonObject,
  [key, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): JsonObject => {
  if (key === undefined || !Object.hasOwn(json, key)) return json;
  const value = json[key];
  if (rest.length === 0) return { ...json, [key]: change(value) };
  return isObject(value) ? { ...json, [key]: changeAt(value as JsonObject, rest, change) } : json;
};

/** Of a text that has a Secret in it. */
export const SECRET_KIND = /\bkind["']?\s*:\s*["']?Secret\b/;

/** Whether a patch may be one of a Secret, or hold something that is. */
const mayReachSecret = (target: unknown, patch: string): boolean => {
  const kind = isObject(target) ? target['kind'] : undefined;
  if (typeof kind === 'string' && kind !== '') {
    return /^(?:.*\W)?Secret(?:\W.*)?$/.test(kind) || /[.*|[(]/.test(kind) || holdsSecret(kind, patch);
  }
  return isObject(target) || SECRET_KIND.test(patch) || holdsSecret(undefined, patch);
};

/** @param kind of what it is for, where a target says so */
const holdsSecret = (kind: string | undefined, patch: string): boolean => {
  const read = readPatch(patch);
  // What can't be read may be anything.
  if (typeof read === 'string') return /^\s*\[|\b(?:Secret|stringData|patch|patches|template)\b/.test(patch);
  if (read.kind === 'operations' && kind === undefined) return true;
  const parts =
    read.kind === 'merge'
      ? read.objects.map((one) => (kind === undefined ? one : { ...one, kind }))
      : read.operations.map(({ path, value }) => ({ ...nest(pointer(path), value), kind }));
  let isFound = false;
  for (const part of parts) {
    redactObject(part as JsonObject, () => {
      isFound = true;
      return '';
    });
  }
  return isFound;
};

const pointer = (path: unknown): readonly string[] =>
  typeof path === 'string' && path !== ''
    ? path
        .slice(1)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    : [];

/** The value as a part of the object that an operation puts it into. */
const nest = (path: readonly string[], value: unknown): JsonObject => {
  const whole = path.reduceRight<unknown>(
    (inner, key) => (/^(?:\d+|-)$/.test(key) ? [inner] : Object.fromEntries([[key, inner]])),
    value,
  );
  return isObject(whole) ? (whole as JsonObject) : {};
};
