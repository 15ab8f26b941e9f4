import type { ClusterState, Holding } from '../applied/cluster-state.js';
import { OPERATOR_GROUP } from '../flux/resource-sets/resource-set.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { Redactor } from './redact.js';
import { secretInputNames } from './redact-object.js';

/** What a ResourceSet makes, by key, without the values of inputs that go into a Secret of the same set. */
export const madeObjects = (state: ClusterState, redactor: Redactor): ReadonlyMap<string, JsonObject> => {
  const found = new Map<string, JsonObject>();
  const hidden = new Map<string, (json: JsonObject) => JsonObject>();
  for (const [key, { holdings }] of state.objects) {
    const [{ owner, json, isMade }] = holdings;
    if (isMade !== true) continue;
    const hide = hidden.get(owner) ?? openHiding(state, state.owners.get(owner)?.set?.object.holdings[0], redactor);
    hidden.set(owner, hide);
    found.set(key, hide(json));
  }
  return found;
};

const openHiding = (
  state: ClusterState,
  set: Holding | undefined,
  redactor: Redactor,
): ((json: JsonObject) => JsonObject) => {
  const names = set === undefined ? new Set<string>() : secretInputNames(set.json);
  if (set === undefined || names?.size === 0) return (json) => json;
  const providers = state.index
    .ofKind(OPERATOR_GROUP, 'ResourceSetInputProvider')
    .map(({ holdings: [one] }) => one.json);
  const isSecret = (name: string): boolean => names === undefined || names.has(name);
  const secrets = new Set(
    [specOf(set.json)['inputs'], providers.map((one) => specOf(one)['defaultValues'])].flatMap((given) =>
      textsIn(given, isSecret),
    ),
  );
  // The longest first: one may be a part of another.
  const texts = [...secrets].sort((a, b) => b.length - a.length);
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string' || typeof value === 'number') return hideIn(value, texts, redactor);
    if (Array.isArray(value)) return value.map(hide);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hide(member)]));
  };
  // What an object is called is shown anyway.
  return (json) => ({
    ...(hide({ ...json, kind: '', apiVersion: '', metadata: {} }) as JsonObject),
    ...identityOf(json),
  });
};

const identityOf = ({ apiVersion, kind, metadata }: JsonObject): JsonObject => ({
  ...(apiVersion === undefined ? {} : { apiVersion }),
  ...(kind === undefined ? {} : { kind }),
  ...(metadata === undefined ? {} : { metadata }),
});

/** The values of some keys, at any depth. */
const textsIn = (value: unknown, isMeant: (key: string) => boolean, isInside = false): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, isMeant, isInside));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, one]) => textsIn(one, isMeant, isInside || isMeant(key)));
  }
  return isInside && (typeof value === 'string' || typeof value === 'number') && value !== '' ? [String(value)] : [];
};

/** Shorter ones are in many a word by chance, and are hidden where they are the whole value. */
const SHORT = 4;

const hideIn = (value: string | number, secrets: readonly string[], redactor: Redactor): unknown => {
  let text = String(value);
  if (secrets.includes(text)) return redactor.value(text);
  for (const secret of secrets) {
    if (secret.length >= SHORT) text = text.replaceAll(secret, () => redactor.value(secret));
  }
  return text === String(value) ? value : text;
};
