import type { JsonPath } from '../json/json-path.js';

/** What a schema wants, and what it found instead, one form for each kind of violation. Words are made from it elsewhere. */
export type ViolationFacts =
  /** A value of another type; `got` is its own, if that says more than the value. */
  | {
      readonly kind: 'type';
      readonly types: readonly string[];
      readonly got?: string;
      /** The values that the schema lists, if it lists any. */
      readonly allowed?: readonly unknown[] | undefined;
    }
  /** None of the values that the schema lists; `near` is the one that was probably meant. */
  | { readonly kind: 'enum'; readonly allowed: readonly unknown[]; readonly near?: string }
  | { readonly kind: 'bound'; readonly keyword: BoundKeyword; readonly limit: number }
  | { readonly kind: 'count'; readonly keyword: CountKeyword; readonly limit: number; readonly count: number }
  /** A number that readers of floats change. */
  | { readonly kind: 'inexact-number' }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'format'; readonly format: string }
  /** A key is missing; `schema` is that of the key's value. */
  | { readonly kind: 'required'; readonly key: string; readonly schema?: unknown }
  /** The schema has no such key; `known` are those that it has. */
  | { readonly kind: 'unknown-key'; readonly key: string; readonly known: readonly string[] }
  /** A newer Kubernetes has the key, the cluster's doesn't. */
  | { readonly kind: 'newer-field'; readonly key: string; readonly since: string; readonly kubernetes: string }
  /** The item equals an earlier one, `first`; in a list of objects, in the keys `by`. */
  | { readonly kind: 'duplicate-item'; readonly first: number; readonly by: readonly string[] }
  | { readonly kind: 'no-item' }
  | { readonly kind: 'no-form' }
  | { readonly kind: 'several-forms' }
  | { readonly kind: 'forbidden-form' }
  /** The schema takes no value at all. */
  | { readonly kind: 'nothing-allowed' }
  | { readonly kind: 'key-name'; readonly key: string; readonly of: 'key' | 'label' | 'annotation' }
  | { readonly kind: 'label-value' }
  | { readonly kind: 'annotations-size' }
  | { readonly kind: 'finalizer' }
  /** `key` is set, and so `needs` must be set. */
  | { readonly kind: 'needed-key'; readonly key: string; readonly needs: string }
  /** A CEL rule that doesn't hold, or that cannot be evaluated. */
  | { readonly kind: 'rule'; readonly rule: string; readonly outcome: RuleOutcome }
  /** A rule that Kubernetes has in Go. */
  | {
      readonly kind: 'native-rule';
      readonly message: string;
      readonly fix: string;
      /** The function of Kubernetes that checks it. */
      readonly upstream: string;
      /** The minor version of Kubernetes since which it holds; left out where it holds in all that a cluster may have. */
      readonly since?: string;
    };

/** What a value breaks of its schema. */
export type Violation = ViolationFacts & {
  readonly path: JsonPath;
  /** The value that breaks it, where it says more than its place. */
  readonly value?: unknown;
};

export type ViolationKind = ViolationFacts['kind'];

export type BoundKeyword =
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'multipleOf'
  | 'minLength'
  | 'maxLength';

export type CountKeyword = 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties';

export type RuleOutcome =
  /** `message` is that of the rule's author. */
  | { readonly kind: 'broken'; readonly message: string | undefined }
  | { readonly kind: 'too-costly' }
  | { readonly kind: 'failed'; readonly error: string };

/**
 * Whether the API server evaluates no CEL rule of an object with such a violation: wrong types, and what makes a rule
 * cost more than its estimate.
 */
export const isBlocking = (violation: ViolationFacts): boolean => {
  switch (violation.kind) {
    case 'type':
    case 'enum':
    case 'format':
    case 'required':
    case 'unknown-key':
    case 'newer-field':
    case 'annotations-size':
      return true;
    case 'bound':
      return violation.keyword === 'maxLength';
    case 'count':
      return violation.keyword === 'maxItems' || violation.keyword === 'maxProperties';
    default:
      return false;
  }
};

/** Whether a value of the right type is refused for what it is, which cannot be said of text that isn't known yet. */
export const isAboutForm = ({ kind }: ViolationFacts): boolean => FORM.has(kind);

const FORM: ReadonlySet<ViolationKind> = new Set([
  'finalizer',
  'label-value',
  'enum',
  'bound',
  'pattern',
  'format',
  'no-form',
  'several-forms',
  'forbidden-form',
]);
