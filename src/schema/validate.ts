import { nearest } from '../diagnostics/did-you-mean.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import type { Dialect } from './dialect.js';
import { hasType, jsonTypeOf } from './json-type.js';
import { metaViolations, objectMeta } from './object-meta.js';
import type { Matcher } from './pattern.js';
import { checkForms } from './validate-forms.js';
import { checkItems } from './validate-list.js';
import { checkMembers } from './validate-object.js';
import { checkNumber, checkText } from './validate-scalar.js';
import type { Violation, ViolationFacts } from './violation.js';
import { list, type Schema, texts, type Walk } from './walk.js';

const MAX_INT32 = 2 ** 31 - 1;

export interface ValidateOptions {
  readonly dialect: Dialect;
  /** Reads a pattern; undefined for one that cannot be read, which is not checked. */
  readonly matcherOf: (pattern: string) => Matcher | undefined;
  /** One of Kubernetes' own kinds, which Go types decode. */
  readonly own?: boolean;
  /** The minor version of Kubernetes that has the kind. @default - the newest */
  readonly kubernetes?: string | undefined;
  /** A value that stands for one that is not known yet: it fits everything. */
  readonly isOpen?: ((value: unknown) => boolean) | undefined;
  /**
   * What the value was made from: a part that both have alike is not looked at, unless what stands beside it decides
   * what it must be.
   */
  readonly base?: unknown;
}

/**
 * Validates a JSON value by a schema, as the dialect reads it. CEL rules are another step.
 *
 * @param value for the API server the whole object, with defaults
 * @returns every violation, in the order in which the walk finds them
 */
export const validate = (schema: unknown, value: unknown, options: ValidateOptions): readonly Violation[] => {
  const validation = new Validation(options);
  validation.visit(schema, value, false, options.base);
  return validation.found;
};

class Validation implements Walk {
  readonly dialect: Dialect;
  readonly own: boolean;
  readonly kubernetes: string | undefined;
  readonly path: (string | number)[] = [];
  readonly matcherOf: (pattern: string) => Matcher | undefined;
  readonly #isOpen: ((value: unknown) => boolean) | undefined;
  found: Violation[] = [];
  isQuiet = false;
  /** Of a quiet walk: a violation was found, so nothing else need be looked at. */
  #isRefused = false;

  constructor({ dialect, matcherOf, own = false, kubernetes, isOpen }: ValidateOptions) {
    this.dialect = dialect;
    this.own = own;
    this.kubernetes = kubernetes;
    this.matcherOf = matcherOf;
    this.#isOpen = isOpen;
  }

  isOpen(value: unknown): boolean {
    return this.#isOpen?.(value) === true;
  }

  refuse(facts: ViolationFacts, value?: unknown, below?: readonly (string | number)[]): void {
    if (this.isQuiet) {
      this.#isRefused = true;
      return;
    }
    const path = below === undefined ? [...this.path] : [...this.path, ...below];
    this.found.push(value === undefined ? { ...facts, path } : { ...facts, path, value });
  }

  keep(violations: readonly Violation[]): void {
    this.found.push(...violations);
  }

  fits(node: unknown, at: unknown): boolean {
    const [wasQuiet, wasRefused] = [this.isQuiet, this.#isRefused];
    this.isQuiet = true;
    this.#isRefused = false;
    this.visit(node, at, true);
    const isGood = !this.#isRefused;
    this.isQuiet = wasQuiet;
    this.#isRefused = wasRefused;
    return isGood;
  }

  violationsOf(node: unknown, at: unknown): readonly Violation[] {
    const before = this.found;
    this.found = [];
    this.visit(node, at, true);
    const violations = this.found;
    this.found = before;
    return violations;
  }

  visit(node: unknown, at: unknown, inner: boolean, base?: unknown): void {
    if (this.#isRefused) return;
    if (!isObject(node)) {
      if (node === false && this.dialect.full) this.refuse({ kind: 'nothing-allowed' });
      return;
    }
    if (this.#isOpen?.(at) === true) return;
    if (typeof at === 'string' && node['type'] === 'string' && hasOnlyType(node)) return;
    if (this.dialect.kubernetes) {
      // Of a template: the schema of metadata is one for all kinds.
      if (node['x-kubernetes-object-meta'] === true) {
        this.visit(objectMeta, at, inner);
        metaViolations(at, this);
        return;
      }
      if (at === null && (this.own || node['nullable'] === true)) return;
      if (!hasKubernetesType(this, node, at)) return;
    } else if (!hasTakenType(this, node, at)) return;
    if (this.dialect.exactNumbers && !inner && typeof at === 'number' && !isExact(at)) {
      this.refuse({ kind: 'inexact-number' }, at);
    }
    if (!isAllowed(this, node, at)) {
      const allowed = allowedBy(this, node)!;
      const near =
        // Of one or two letters, any is near.
        typeof at === 'string' && at.length > 2
          ? nearest(
              at,
              allowed.filter((one) => typeof one === 'string'),
            )
          : undefined;
      this.refuse({ kind: 'enum', allowed, ...(near === undefined ? {} : { near }) }, at);
      if (!this.dialect.kubernetes) return;
    }
    // Go's decoder takes no bytes at all, where the validation of a custom resource wants some.
    if (this.own && at === '' && node['format'] === 'byte') return;
    if (typeof at === 'string') checkText(this, node, at);
    else if (typeof at === 'number') checkNumber(this, node, at);
    else if (Array.isArray(at)) checkItems(this, node, at, inner);
    else if (isObject(at)) checkMembers(this, node, at, inner, base);
    checkForms(this, node, at, base);
  }
}

/** Of a schema with a type: whether it says nothing else, as most of those of texts. */
const hasOnlyType = (node: Schema): boolean => {
  for (const key in node) if (key !== 'type') return false;
  return true;
};

/** What is above, Helm and all else that reads a number as a float takes for a neighbor, or for infinity. */
const isExact = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** Whether the walk goes on inside: a value of another type has been refused, and a quantity may be a number. */
const hasKubernetesType = (walk: Walk, node: Schema, at: unknown): boolean => {
  const type = node['type'];
  if (node['x-kubernetes-int-or-string'] === true) {
    if (typeof at !== 'string' && !Number.isInteger(at)) {
      walk.refuse({ kind: 'type', types: ['integer', 'string'], got: jsonTypeOf(at) }, at);
      return false;
    }
    if (walk.own && typeof at === 'number' && Math.abs(at) > MAX_INT32) {
      walk.refuse({ kind: 'type', types: ['int32'] }, at);
    }
    return true;
  }
  if (type === undefined && node['format'] === 'quantity') {
    if (typeof at === 'string') return true;
    if (typeof at !== 'number') walk.refuse({ kind: 'type', types: ['quantity'], got: jsonTypeOf(at) }, at);
    return false;
  }
  if (type === undefined || hasType(at, type)) return true;
  walk.refuse({ kind: 'type', types: [String(type)], got: jsonTypeOf(at) }, at);
  return false;
};

const hasTakenType = (walk: Walk, node: Schema, at: unknown): boolean => {
  const type = node['type'];
  if (type === undefined || (type !== 'integer' && typeof type === 'string' && hasType(at, type))) return true;
  const types = typeof type === 'string' ? [type] : texts(type);
  // A whole number that loses digits is none, as it is for zod.
  const isLost = type === 'integer' && walk.dialect.exactNumbers && typeof at === 'number' && !isExact(at);
  if (!isLost && (types.length === 0 || types.some((one) => hasType(at, one)))) return true;
  walk.refuse({ kind: 'type', types, got: jsonTypeOf(at), allowed: allowedBy(walk, node) }, at);
  return false;
};

const allowedBy = ({ dialect }: Walk, node: Schema): readonly unknown[] | undefined => {
  if (dialect.full && 'const' in node) return [node['const']];
  if (dialect.full && 'enum' in node) return list(node['enum']);
  return Array.isArray(node['enum']) ? node['enum'] : undefined;
};

const isAllowed = (walk: Walk, node: Schema, at: unknown): boolean => {
  const allowed = allowedBy(walk, node);
  // To Go an empty text is none, and a default or nothing takes its place.
  if (allowed === undefined || (walk.own && at === '')) return true;
  return allowed.includes(at) || (typeof at === 'object' && allowed.some((one) => equalJson(one, at)));
};
