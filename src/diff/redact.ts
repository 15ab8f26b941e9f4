import { createHmac, randomBytes } from 'node:crypto';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';

/**
 * Puts a mark in the place of every secret value, before anything is compared. Equal values have equal marks within
 * one run, so that a change is still seen; the marks of another run tell nothing of these.
 */
export interface Redactor {
  /** A manifest without the values of a Secret. */
  object(json: JsonObject): JsonObject;
  value(value: unknown): string;
}

const MARK = '(secret ';
const LENGTH = 24;

export const openRedactor = (key: Uint8Array = randomBytes(32)): Redactor => {
  const value = (secret: unknown): string =>
    `${MARK}${createHmac('sha256', key)
      .update(typeof secret === 'string' ? secret : (JSON.stringify(secret) ?? ''))
      .digest('hex')
      .slice(0, LENGTH)})`;
  return { value, object: (json) => redactObject(json, value) };
};

const MARKS = new RegExp(`\\${MARK}[0-9a-f]{${LENGTH}}\\)`, 'g');

/** The text as it may be shown: of a mark, only that it is one. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '(secret)');

export const isRedacted = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(MARK) && withoutMarks(value) === '(secret)';

type RedactValue = (value: unknown) => string;

const redactObject = (json: JsonObject, redact: RedactValue): JsonObject => {
  const { apiVersion, kind, spec } = json;
  if (kind === 'Secret' && apiVersion === 'v1') return redactSecret(json, redact);
  if (kind === 'List' && Array.isArray(json['items'])) {
    return { ...json, items: json['items'].map((item) => (isObject(item) ? redactObject(item, redact) : item)) };
  }
  if (!isObject(spec)) return json;
  if (kind === 'Kustomization' && Array.isArray(spec['patches'])) {
    return { ...json, spec: { ...spec, patches: redactPatches(spec['patches'], redact) } };
  }
  if (kind === 'HelmRelease' && Array.isArray(spec['postRenderers'])) {
    return {
      ...json,
      spec: { ...spec, postRenderers: spec['postRenderers'].map((one) => redactRenderer(one, redact)) },
    };
  }
  return json;
};

/** https://kubernetes.io/docs/concepts/configuration/secret/ */
const redactSecret = (json: JsonObject, redact: RedactValue): JsonObject => {
  const redacted: Record<string, unknown> = { ...json };
  for (const field of ['data', 'stringData']) {
    const values = json[field];
    if (isObject(values)) redacted[field] = mapMembers(values, redact);
    else if (values !== undefined && values !== null) redacted[field] = redact(values);
  }
  const { metadata } = json;
  if (isObject(metadata) && isObject(metadata['annotations'])) {
    // What kubectl writes there is the whole object.
    const annotations = Object.entries(metadata['annotations']).map(([key, value]) => [
      key,
      key.endsWith('last-applied-configuration') ? redact(value) : value,
    ]);
    redacted['metadata'] = { ...metadata, annotations: Object.fromEntries(annotations) };
  }
  return redacted;
};

const mapMembers = (object: JsonObject, redact: RedactValue): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, redact(value)]));

const redactRenderer = (renderer: unknown, redact: RedactValue): unknown => {
  const kustomize = isObject(renderer) ? renderer['kustomize'] : undefined;
  if (!isObject(renderer) || !isObject(kustomize) || !Array.isArray(kustomize['patches'])) return renderer;
  return { ...renderer, kustomize: { ...kustomize, patches: redactPatches(kustomize['patches'], redact) } };
};

/** A patch may carry what a Secret gets. */
const redactPatches = (patches: readonly unknown[], redact: RedactValue): readonly unknown[] =>
  patches.map((entry) => {
    if (!isObject(entry) || typeof entry['patch'] !== 'string') return entry;
    const { target, patch } = entry;
    const kind = isObject(target) ? target['kind'] : undefined;
    const mayBeSecret =
      typeof kind === 'string' && kind !== ''
        ? /^(?:.*\W)?Secret(?:\W.*)?$/.test(kind) || /[.*|[(]/.test(kind)
        : isObject(target) || /\bkind["']?\s*:\s*["']?Secret\b/.test(patch);
    return mayBeSecret ? { ...entry, patch: redact(patch) } : entry;
  });
