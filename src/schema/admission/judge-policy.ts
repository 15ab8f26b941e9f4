import { listOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { openCel } from '../cel/cel-library.js';
import { isBeyondLibrary, loopDepth } from '../cel/cel-source.js';
import { MAX_ROUNDS } from '../cel/check-rules.js';
import type { Patterns } from '../patterns.js';
import { mayBeFilled, mayGetKeys } from './filled-fields.js';
import { watchedValue } from './watched-value.js';

/** A request to create an object, as a policy sees it. */
export interface PolicyRequest {
  /** With what Flux adds to it. */
  readonly object: JsonObject;
  /** What of it is known only in the cluster. */
  isOpen(path: JsonPath): boolean;
  /** A schema has filled its defaults in, so that a field that is missing stays so. */
  readonly isComplete: boolean;
  /** The Namespace of the object; null if it lives in none, undefined if it isn't known. */
  readonly namespaceObject: JsonObject | null | undefined;
  /** `request`, as far as it's known. */
  readonly request: JsonObject;
}

/** An object of parameters, as the tree has it. */
export interface PolicyParams {
  readonly json: JsonObject;
  /** What of it is known only in the cluster. */
  isOpen(path: JsonPath): boolean;
}

/** A validation of a policy that an object surely breaks. */
export interface Denial {
  /** `spec.validations[0]` */
  readonly path: JsonPath;
  /** As the API server says it. */
  readonly message: string;
}

/**
 * What a ValidatingAdmissionPolicy denies. It has no verdict where an expression looks at what only the cluster knows, where
 * it fails, and where it asks the authorizer.
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 *
 * @returns the first validation that is broken; undefined if none surely is
 */
export type JudgePolicy = (spec: JsonObject, request: PolicyRequest, params?: PolicyParams) => Denial | undefined;

type Evaluate = (context: Readonly<Record<string, unknown>>) => unknown;

/** Something that only the cluster knows was looked at. */
class NotKnown extends Error {}

const VARIABLES = ['object', 'oldObject', 'request', 'namespaceObject', 'params', 'variables'] as const;
/** As the API server has it for messages. */
const MAX_MESSAGE = 5 * 1024;

/** Compiles each expression once. */
export const openPolicyJudge = (patterns: Patterns): JudgePolicy => {
  const cel = openCel(patterns, VARIABLES);
  const compiled = new Map<string, Evaluate | undefined>();
  const compile = (text: string): Evaluate => {
    if (!compiled.has(text)) compiled.set(text, tryCompile(text));
    const found = compiled.get(text);
    if (found === undefined) throw new NotKnown();
    return found;
  };
  const tryCompile = (text: string): Evaluate | undefined => {
    if (isBeyondLibrary(text)) return undefined;
    try {
      return cel.parseRule(text.trim(), false);
    } catch {
      return undefined;
    }
  };
  return (spec, request, params) => {
    if (isObject(spec['paramKind']) && params === undefined) return undefined;
    const size = sizeOf(request.object);
    /** @throws NotKnown, or what the expression fails with */
    const evaluate = (text: unknown): unknown => {
      if (typeof text !== 'string') throw new NotKnown();
      if (size ** loopDepth(text) > MAX_ROUNDS) throw new NotKnown();
      return compile(text)(context);
    };
    const context = contextOf(request, spec, evaluate, params);
    const holds = (text: unknown): boolean | undefined => {
      try {
        const value = evaluate(text);
        return typeof value === 'boolean' ? value : undefined;
      } catch {
        return undefined;
      }
    };
    if (!objectsOf(spec['matchConditions']).every(({ expression }) => holds(expression) === true)) return undefined;
    for (const [index, validation] of listOf(spec['validations']).entries()) {
      if (!isObject(validation) || holds(validation['expression']) !== false) continue;
      return { path: ['spec', 'validations', index], message: messageOf(validation, evaluate) };
    }
    return undefined;
  };
};

/** How many values an object has, which bounds the rounds of a loop. */
const sizeOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1);

const messageOf = (
  { expression, message, messageExpression }: JsonObject,
  evaluate: (text: unknown) => unknown,
): string => {
  if (typeof messageExpression === 'string') {
    try {
      const made = evaluate(messageExpression);
      if (typeof made === 'string' && made.trim() !== '' && !/[\r\n]/.test(made) && made.length <= MAX_MESSAGE)
        return made.trim();
    } catch {
      // The API server takes the message, too, if the expression fails.
    }
  }
  return typeof message === 'string' && message.trim() !== ''
    ? message.trim()
    : `failed expression: ${String(expression).trim()}`;
};

const contextOf = (
  { object, isOpen, isComplete, namespaceObject, request }: PolicyRequest,
  spec: JsonObject,
  evaluate: (text: unknown) => unknown,
  params: PolicyParams | undefined,
): Readonly<Record<string, unknown>> => {
  const refuse = (): never => {
    throw new NotKnown();
  };
  const isFilled = (path: JsonPath): boolean =>
    path[0] === 'status' || path[0] === 'metadata' || !isComplete ? mayBeFilled(path) : false;
  const watched = watchedValue(object, {
    onMissing: (path) => void (isFilled(path) && refuse()),
    onRead: (path) => void (isOpen(path) && refuse()),
    onKeys: (path) => void (!isComplete && mayGetKeys(path) && refuse()),
  });
  /** All that isn't there isn't known. */
  const partly = (value: JsonObject): unknown =>
    watchedValue(value, { onMissing: refuse, onRead: () => {}, onKeys: refuse });
  const known = new Map<string, unknown>();
  const variables: Record<string, unknown> = {};
  for (const { name, expression } of objectsOf(spec['variables'])) {
    Object.defineProperty(variables, String(name), {
      enumerable: true,
      get: () => {
        // A variable that fails does so each time that it's read.
        if (!known.has(String(name))) known.set(String(name), evaluate(expression));
        return known.get(String(name));
      },
    });
  }
  return {
    object: watched,
    oldObject: null,
    request: partly(request),
    namespaceObject: namespaceObject === null ? null : namespaceOf(namespaceObject ?? {}, refuse),
    variables,
    ...(params === undefined ? {} : { params: paramsOf(params, refuse) }),
  };
};

/** Others may add to parameters, as far as a key isn't written. */
const paramsOf = ({ json, isOpen }: PolicyParams, refuse: () => never): unknown =>
  watchedValue(json, {
    onMissing: refuse,
    onRead: (path) => void (isOpen(path) && refuse()),
    onKeys: () => {},
  });

/** The labels of a Namespace of the tree are known; the rest is what Kubernetes makes of it. */
const namespaceOf = (json: JsonObject, refuse: () => never): unknown =>
  watchedValue(json, {
    onMissing: (path) => void (path.at(-2) === 'labels' || refuse()),
    onRead: () => {},
    onKeys: (path) => void (path.at(-1) === 'labels' || refuse()),
  });
