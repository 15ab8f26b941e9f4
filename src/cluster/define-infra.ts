import { infraProblems } from '../compile/infra-problems.js';
import type { TypeMismatch } from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { FluxspanError, rememberPlace, within } from '../diagnostics/index.js';
import type { InfraOf } from './flux-cluster.js';

/** `T` where it has exactly the keys of `Shape`, at every depth; a key too many becomes a sentence. */
type Exact<T, Shape, Path extends string = ''> = T extends Shape
  ? T extends readonly (infer Item)[]
    ? NonNullable<Shape> extends readonly (infer Slot)[]
      ? readonly Exact<Item, Slot, `${Path}[]`>[]
      : T
    : T extends object
      ? {
          readonly [K in keyof T]: K extends KeyIn<NonNullable<Shape>>
            ? InPlace<T[K], Exact<T[K], ValueIn<NonNullable<Shape>, K>, Inside<Path, K & string>>>
            : Unknown<Inside<Path, K & string>>;
        }
      : T
  : Shape;

/** The keys of any member of a union: under a computed name there may be what any such name has. */
type KeyIn<Shape> = Shape extends unknown ? keyof Shape : never;
type ValueIn<Shape, K> = Shape extends unknown ? (K extends keyof Shape ? Shape[K] : never) : never;

/**
 * The compiler looks for an error inside a literal, and shows it at its key. Of a variable it would print both types, and
 * the sentence below them: there the sentence takes the place of the type.
 */
type InPlace<T, Rules> = [T] extends [Rules]
  ? T
  : T extends object
    ? IsVariable<T> extends true
      ? [TextIn<Rules>] extends [never]
        ? Rules
        : TextIn<Rules>
      : Rules
    : Rules;

/** What a variable holds can be written; the members of a literal are inferred as constants. */
type IsVariable<T> = (<X>() => X extends T ? 1 : 2) extends <X>() => X extends Readonly<T> ? 1 : 2 ? false : true;

/** The sentences in a type. */
type TextIn<Rules> =
  Rules extends TypeMismatch<string>
    ? Rules
    : Rules extends readonly (infer Item)[]
      ? TextIn<Item>
      : Rules extends object
        ? { [K in keyof Rules]-?: TextIn<Rules[K]> }[keyof Rules]
        : never;

/** Where a channel is missing, that comes first. */
type Given<I, Shape> = [Exclude<keyof Shape, keyof I>] extends [never]
  ? InPlace<I, Exact<I, Shape>>
  : {
      readonly [K in keyof Shape | keyof I]: K extends keyof I
        ? unknown
        : TypeMismatch<`the infra lacks '${K & string}', which the contract of the cluster asks for`>;
    };

type Unknown<Path extends string> = TypeMismatch<`the contract of the cluster has no '${Path}'`>;
type Inside<Path extends string, Key extends string> = Path extends '' ? Key : `${Path}.${Key}`;

/** Of several Terraform states, the one whose part an infra is. */
export interface InfraOptions<State extends string | null> {
  /** The name of the state; `null` is the main one. @default - all of them together */
  readonly state?: State;
}

/**
 * The infra of a cluster, written in TypeScript: it lacks no key and has none too many.
 *
 * @throws FluxspanError with every key that is missing, too many, or of another type
 * @example defineInfra(dev, { vars: { TF_CLUSTER_NAME: cluster.name }, values: {…}, secrets: {…} })
 * @example defineInfra(dev, { vars: { TF_VPC_ID: vpc.id }, values: {}, secrets: {} }, { state: 'network' })
 */
export const defineInfra = <
  C extends AnyFluxCluster,
  const I extends Partial<InfraOf<C, State>>,
  const State extends string | null = string | null,
>(
  cluster: C,
  infra: Given<I, InfraOf<C, State>>,
  { state }: InfraOptions<State> = {},
): InfraOf<C, State> => {
  const problems = infraProblems(cluster, infra, { state });
  if (problems.length > 0) {
    const source = rememberPlace()();
    const placed = source === undefined ? problems : problems.map((problem) => within({ source }, problem));
    throw new FluxspanError(placed);
  }
  return infra as unknown as InfraOf<C, State>;
};
