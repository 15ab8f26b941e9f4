import { configMapKey } from '../applied/config-map-key.js';
import type { ObjectId } from '../applied/object-id.js';
import { fillAll, hasExpressionInside } from '../applied/view/known-vars.js';
import { ownerKey, parseOwnerKey } from '../declared/owner-key.js';
import { objectsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { type RedactValue, redactLikely } from '../redaction/likely-secrets.js';
import { isSecretKey } from '../redaction/secret-keys.js';
import {
  parseTemplate,
  SubstitutionError,
  substituteObject,
  type Variables,
  variablesOf,
} from '../substitution/index.js';
import { redactObject } from './redact-object.js';

/** A Flux Kustomization, and what it applies. */
export interface VarOwner {
  /** `namespace/name`. */
  readonly key: string;
  readonly json: JsonObject;
  /** Before any var is substituted. */
  readonly objects: readonly { readonly id: ObjectId; readonly json: JsonObject }[];
  /** The values that are known. */
  readonly vars: Variables;
  /** Names of vars whose values come from a Secret, and so are secrets wherever they arrive. @default - none */
  readonly fromSecrets?: ReadonlySet<string>;
}

/**
 * Which vars and keys of ConfigMaps give a secret: their values arrive in a Secret, or in another place that is hidden.
 * What is learned of one state counts for all, so that both sides of a comparison hide the same.
 */
export interface SecretVars {
  /** @param owners asked for when they are needed first */
  learn(owners: () => readonly VarOwner[]): void;
  /** The vars of an owner whose values are hidden wherever they arrive, since they are all of a secret. */
  everywhere(owner: string): ReadonlySet<string>;
  /** A Kustomization or ConfigMap without the values that it gives to such places. */
  hide(id: ObjectId, json: JsonObject): JsonObject;
  /** A text of Flux without the secret values of an owner's vars. */
  hideIn(text: string, owner: string, vars: Variables): string;
}

export const openSecretVars = (redact: RedactValue): SecretVars => {
  const owners: VarOwner[] = [];
  const declared = new Map<string, Set<string>>();
  const whole = new Map<string, Set<string>>();
  const keys = new Map<string, Set<string>>();
  const pending: (() => readonly VarOwner[])[] = [];
  const hideWith = (id: ObjectId, json: JsonObject, hidden: RedactValue): JsonObject => {
    if (isKustomization(id)) return hideSubstitutes(json, declared.get(ownerKey(id)), hidden);
    const names = isConfigMap(id) ? keys.get(configMapKey(id.namespace, id.name)) : undefined;
    return names === undefined || !isObject(json['data'])
      ? json
      : { ...json, data: hideMembers(json['data'], names, hidden) };
  };
  const add = (owner: VarOwner, piece: string, isTemplate: boolean): boolean => {
    const found = varsIn(piece, Object.keys(owner.vars)).filter((name) => mayBeSecret(owner.vars[name]!));
    const isNew = found.filter((name) => include(declared, owner.key, name)).length > 0;
    for (const name of found) for (const key of sourcesOf(owner)) include(keys, key, name);
    if (isTemplate || found.length === 0 || !isWhole(piece)) return isNew;
    return found.filter((name) => include(whole, owner.key, name)).length > 0 || isNew;
  };
  /** What passes a var on to another Kustomization makes it as secret as that one's. */
  const passOn = (): boolean =>
    owners
      .flatMap((owner) =>
        owner.objects.flatMap(({ id, json }) => {
          if (!(isKustomization(id) || isConfigMap(id)) || !hasExpressionInside(json)) return [];
          const pieces: string[] = [];
          hideWith(id, json, recordIn(pieces));
          return pieces.map((piece) => add(owner, piece, false));
        }),
      )
      .includes(true);
  const learnAll = (found: readonly VarOwner[]): void => {
    owners.push(...found);
    for (const owner of found) {
      for (const name of owner.fromSecrets ?? NONE) {
        include(declared, owner.key, name);
        include(whole, owner.key, name);
      }
      for (const { id, json } of owner.objects) {
        for (const [name, key] of keysForSecrets(json)) include(keys, configMapKey(id.namespace, name), key);
        if (!hasExpressionInside(json)) continue;
        for (const [piece, isTemplate] of piecesOf(json, owner.vars)) add(owner, piece, isTemplate);
      }
    }
  };
  const settle = (): void => {
    if (pending.length === 0) return;
    learnAll(pending.splice(0).flatMap((ask) => ask()));
    while (passOn());
  };
  return {
    learn: (ask) => {
      pending.push(ask);
    },
    everywhere: (owner) => {
      settle();
      return whole.get(owner) ?? NONE;
    },
    hide: (id, json) => {
      settle();
      return hideWith(id, json, redact);
    },
    hideIn: (text, key, vars) => {
      settle();
      return [...(declared.get(key) ?? NONE)].reduce((now, name) => {
        const value = vars[name] ?? '';
        return value.length < SHORT ? now : now.replaceAll(value, () => redact(value));
      }, text);
    },
  };
};

const NONE: ReadonlySet<string> = new Set();

/** Shorter ones are in many a word by chance. */
const SHORT = 4;

/** Whether a value may be hidden where it stands alone: no switch, port or number of replicas. */
export const isLongEnough = (value: string): boolean =>
  value.length >= SHORT && !/^(?:true|false|\d{1,5})$/i.test(value);

/** A quote, which users give to a var of its own, is none. */
const mayBeSecret = (value: string): boolean => /[^\W_]/.test(value);

const include = (sets: Map<string, Set<string>>, key: string, name: string): boolean => {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  const isNew = !set.has(name);
  set.add(name);
  return isNew;
};

const isKustomization = ({ group, kind }: ObjectId): boolean =>
  group === 'kustomize.toolkit.fluxcd.io' && kind === 'Kustomization';

const isConfigMap = ({ group, kind }: ObjectId): boolean => group === '' && kind === 'ConfigMap';

const hideMembers = (map: unknown, names: ReadonlySet<string>, redact: RedactValue): unknown =>
  isObject(map)
    ? Object.fromEntries(Object.entries(map).map(([key, value]) => [key, names.has(key) ? redact(value) : value]))
    : map;

const hideSubstitutes = (json: JsonObject, names: ReadonlySet<string> | undefined, redact: RedactValue): JsonObject => {
  const spec = specOf(json);
  const postBuild = spec['postBuild'];
  if (names === undefined || !isObject(postBuild) || !isObject(postBuild['substitute'])) return json;
  const substitute = hideMembers(postBuild['substitute'], names, redact);
  return { ...json, spec: { ...spec, postBuild: { ...postBuild, substitute } } };
};

/** The ConfigMaps that an owner reads its vars from, by key. */
const sourcesOf = ({ key, json }: VarOwner): readonly string[] => {
  const postBuild = specOf(json)['postBuild'];
  return objectsOf(isObject(postBuild) ? postBuild['substituteFrom'] : undefined)
    .filter(({ kind }) => kind === 'ConfigMap')
    .map(({ name }) => configMapKey(parseOwnerKey(key).namespace, String(name)));
};

/** The keys of ConfigMaps that an object of the same namespace puts under a name such as `DB_PASSWORD`. */
const keysForSecrets = (json: JsonObject): readonly (readonly [configMap: string, key: string])[] => {
  const ofRelease =
    json['kind'] === 'HelmRelease'
      ? objectsOf(specOf(json)['valuesFrom']).flatMap(({ kind, name, valuesKey, targetPath }) =>
          kind === 'ConfigMap' && typeof targetPath === 'string' && isSecretKey(targetPath.split('.').at(-1)!)
            ? [[String(name), String(valuesKey ?? 'values.yaml')] as const]
            : [],
        )
      : [];
  const found: (readonly [string, string])[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value) || Array.isArray(value)) return;
    const { name, valueFrom } = value;
    const ref = isObject(valueFrom) ? valueFrom['configMapKeyRef'] : undefined;
    if (typeof name === 'string' && isObject(ref) && isSecretKey(name)) {
      found.push([String(ref['name']), String(ref['key'])]);
    }
    Object.values(value).forEach(visit);
  };
  if (json['kind'] !== 'CustomResourceDefinition') visit(json);
  return [...ofRelease, ...found];
};

type Piece = readonly [text: string, isTemplate: boolean];

/** What the External Secrets Operator renders, from secrets and texts that aren't any. */
const TEMPLATES: ReadonlySet<unknown> = new Set(['ExternalSecret', 'ClusterExternalSecret', 'PushSecret']);

/** The hidden parts of an object: as it is written, and with a text in the place of each var that shows where it arrives. */
const piecesOf = (json: JsonObject, vars: Variables): readonly Piece[] => {
  const found: Piece[] = [];
  for (const one of [json, filled(json, vars)]) {
    const [own, likely]: [string[], string[]] = [[], []];
    const shown = redactObject(one, recordIn(own));
    redactLikely(shown, recordIn(likely));
    // A part of what a Secret has may be the secret in it: the password of a URL.
    for (const text of own) redactLikely({ text }, recordIn(likely));
    const isTemplate = TEMPLATES.has(json['kind']);
    found.push(...own.map((text) => [text, isTemplate] as const), ...likely.map((text) => [text, false] as const));
  }
  return found;
};

/** What is hidden twice is recorded once. */
const recordIn =
  (pieces: string[]): RedactValue =>
  (value) => {
    pieces.push(typeof value === 'string' ? value : JSON.stringify(value));
    return '';
  };

const markOf = (index: number): string => `zq${String(index).padStart(8, '0')}qzqzqzqzqzqz`;
/** A template may change the case of letters. */
const MARK = /zq(\d{8})qzqzqzqzqzqz/gi;

const filled = (json: JsonObject, vars: Variables): JsonObject => {
  const marks = Object.fromEntries(Object.keys(vars).map((name, index) => [name, markOf(index)]));
  const outcome = substituteObject(json, marks, { strict: false });
  return (outcome.kind === 'error' ? fillAll(json, marks) : outcome.object) as JsonObject;
};

const varsIn = (piece: string, names: readonly string[]): readonly string[] =>
  [...new Set([...[...piece.matchAll(MARK)].map(([, index]) => names[Number(index)]!), ...readBy(piece)])].filter(
    (name) => names.includes(name),
  );

const readBy = (piece: string): readonly string[] => {
  try {
    return variablesOf(piece).map(({ name }) => name);
  } catch (error) {
    if (error instanceof SubstitutionError) return [];
    throw error;
  }
};

/** Whether a text is a var and nothing more, maybe in quotes that are vars, too. */
const isWhole = (piece: string): boolean => {
  if (piece.trim().replace(MARK, '') === '') return true;
  try {
    return parseTemplate(piece.trim()).nodes.every((node) => typeof node !== 'string');
  } catch (error) {
    if (error instanceof SubstitutionError) return false;
    throw error;
  }
};
